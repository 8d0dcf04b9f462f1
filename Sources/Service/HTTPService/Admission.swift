import FailureModel
package import Pipeline
import Synchronization

/// Rejects work beyond the service's limits, with the time after which to retry.
package final class Admission: Sendable {
    private let store: any Store
    private let queueLimit: Int
    private let ownerQueueLimit: Int
    private let uploadLimit: Int
    private let uploadShare: Int
    private let uploads = Mutex(Uploads())
    private let pictures = Mutex(0)
    private let streams: EventStreamPlaces

    /// Maximum number of pictures that are being drawn or waiting to be drawn.
    private static let pictureLimit = 64

    /// Uploads in progress.
    private struct Uploads {
        var count = 0
        var byOwner: [OwnerID: Int] = [:]
    }

    /// Minimum number of simultaneous uploads of one owner, if the service allows more in all.
    ///
    /// The pages send this many in parallel.
    private static let leastShare = 3

    /// Creates the limits.
    ///
    /// - Parameters:
    ///   - store: the store with the waiting jobs.
    ///   - settings: the limits.
    package init(_ store: any Store, _ settings: ServiceSettings) {
        self.store = store
        queueLimit = settings.queue
        ownerQueueLimit = min(settings.ownerQueue, settings.queue)
        streams = EventStreamPlaces(limit: settings.ownerStreams)
        uploadLimit = settings.uploads
        uploadShare = max(1, min(max(settings.uploads / 4, Self.leastShare), settings.uploads - 1))
    }

    /// Checks that the queue has room for more work of an owner.
    ///
    /// - Throws: `too_many_requests`.
    package func checkQueue(for owner: OwnerID) async throws {
        try await checkQueue(in: .all, limit: queueLimit)
        try await checkQueue(in: .owner(owner), limit: ownerQueueLimit)
    }

    private func checkQueue(in scope: OwnerScope, limit: Int) async throws {
        let waiting = try await store.count(JobQuery(in: scope, state: .available), upTo: limit)
        guard waiting < limit else {
            throw APIError(
                Failure(.tooManyRequests, "\(waiting) jobs are waiting already; try again later."), retryAfter: 10)
        }
    }

    /// Runs an upload unless too many are in progress.
    ///
    /// An owner gets a quarter of the places, so that slow uploads of one do not block the others. Without logins there
    /// is a single owner, who gets all of them.
    ///
    /// - Throws: `too_many_requests`, and the errors of `body`.
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

    /// Reserves a place for an event stream of an owner, until the result is released.
    ///
    /// - Throws: `too_many_requests`.
    package func eventStream(for owner: OwnerID) throws(APIError) -> EventStreamPlace { try streams.take(for: owner) }

    /// Runs the drawing of a picture unless too many are in progress.
    ///
    /// - Throws: `too_many_requests`, and the errors of `body`.
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
