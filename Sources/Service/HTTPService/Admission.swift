import FailureModel
package import Pipeline
import Synchronization

/// Refuses what is beyond the service's limits, with the time after which to try again.
package final class Admission: Sendable {
    private let store: any Store
    private let queueLimit: Int
    private let ownerQueueLimit: Int
    private let uploadLimit: Int
    private let uploadShare: Int
    private let uploads = Mutex(Uploads())
    private let pictures = Mutex(0)
    private let streams: EventStreamPlaces

    /// Number of pictures that may be drawn or wait to be drawn.
    private static let pictureLimit = 64

    /// The uploads that are being received.
    private struct Uploads {
        var count = 0
        var byOwner: [OwnerID: Int] = [:]
    }

    /// Uploads at a time that an owner has at least, if the service receives more: what the pages send side by side.
    private static let leastShare = 3

    /// Creates the limits.
    ///
    /// - Parameters:
    ///   - store: its waiting jobs are counted.
    ///   - settings: the limits.
    package init(_ store: any Store, _ settings: ServiceSettings) {
        self.store = store
        queueLimit = settings.queue
        ownerQueueLimit = min(settings.ownerQueue, settings.queue)
        streams = EventStreamPlaces(limit: settings.ownerStreams)
        uploadLimit = settings.uploads
        uploadShare = max(1, min(max(settings.uploads / 4, Self.leastShare), settings.uploads - 1))
    }

    /// Checks that the queue takes more work of an owner.
    ///
    /// - Throws: `too_many_requests`.
    package func checkQueue(for owner: OwnerID) async throws {
        try await checkQueue(in: .all, limit: queueLimit)
        try await checkQueue(in: .owner(owner), limit: ownerQueueLimit)
    }

    private func checkQueue(in scope: OwnerScope, limit: Int) async throws {
        let waiting = try await store.count(JobQuery(in: scope, state: .available, limit: 1))
        guard waiting < limit else {
            throw APIError(
                Failure(.tooManyRequests, "\(waiting) jobs are waiting already; try again later."), retryAfter: 10)
        }
    }

    /// Receives an upload unless too many are being received.
    ///
    /// An owner has a quarter of the places, so that nobody whose uploads are slow keeps the others from theirs. Without a
    /// login there is only one owner, who has all of them.
    ///
    /// - Throws: `too_many_requests`, and what `body` throws.
    package func uploading<T>(for owner: OwnerID, _ body: () async throws -> T) async throws -> T {
        let share = owner == .local ? uploadLimit : uploadShare
        let refusal: String? = uploads.withLock { uploads in
            guard uploads.count < uploadLimit else { return "Too many uploads are being received; try again later." }
            guard uploads.byOwner[owner, default: 0] < share else {
                return "\(share) of your uploads are being received already; try again later."
            }
            uploads.count += 1
            uploads.byOwner[owner, default: 0] += 1
            return nil
        }
        if let refusal { throw APIError(Failure(.tooManyRequests, refusal), retryAfter: 2) }
        defer {
            uploads.withLock { uploads in
                uploads.count -= 1
                let left = (uploads.byOwner[owner] ?? 1) - 1
                uploads.byOwner[owner] = left > 0 ? left : nil
            }
        }
        return try await body()
    }

    /// Takes a place for an event stream of an owner, who has it as long as the place is held.
    ///
    /// - Throws: `too_many_requests`.
    package func eventStream(for owner: OwnerID) throws(APIError) -> EventStreamPlace { try streams.take(for: owner) }

    /// Draws a picture unless too many are being drawn.
    ///
    /// - Throws: `too_many_requests`, and what `body` throws.
    package func drawing<T>(_ body: () async throws -> T) async throws -> T {
        let isAdmitted = pictures.withLock { count in
            guard count < Self.pictureLimit else { return false }
            count += 1
            return true
        }
        guard isAdmitted else {
            throw APIError(
                Failure(.tooManyRequests, "Too many pictures are being drawn; try again later."), retryAfter: 2)
        }
        defer { pictures.withLock { $0 -= 1 } }
        return try await body()
    }
}
