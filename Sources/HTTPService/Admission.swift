import FailureModel
package import Pipeline
import Synchronization

/// Refuses what is beyond the service's limits, with the time after which to try again.
package final class Admission: Sendable {
    private let store: any Store
    private let queueLimit: Int
    private let ownerQueueLimit: Int
    private let uploadLimit: Int
    private let uploads = Mutex(0)
    private let pictures = Mutex(0)

    /// Number of pictures that may be drawn or wait to be drawn.
    private static let pictureLimit = 64

    /// Creates the limits.
    ///
    /// - Parameters:
    ///   - store: its waiting jobs are counted.
    ///   - settings: the limits.
    package init(_ store: any Store, _ settings: ServiceSettings) {
        self.store = store
        queueLimit = settings.queue
        ownerQueueLimit = min(settings.ownerQueue, settings.queue)
        uploadLimit = settings.uploads
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
    /// - Throws: `too_many_requests`, and what `body` throws.
    package func uploading<T>(_ body: () async throws -> T) async throws -> T {
        try await Self.counting(
            in: uploads, limit: uploadLimit, "Too many uploads are being received; try again later.", body)
    }

    /// Draws a picture unless too many are being drawn.
    ///
    /// - Throws: `too_many_requests`, and what `body` throws.
    package func drawing<T>(_ body: () async throws -> T) async throws -> T {
        try await Self.counting(
            in: pictures, limit: Self.pictureLimit, "Too many pictures are being drawn; try again later.", body)
    }

    private static func counting<T>(
        in count: borrowing Mutex<Int>, limit: Int, _ refusal: String, _ body: () async throws -> T
    ) async throws -> T {
        let isAdmitted = count.withLock { count in
            guard count < limit else { return false }
            count += 1
            return true
        }
        guard isAdmitted else { throw APIError(Failure(.tooManyRequests, refusal), retryAfter: 2) }
        defer { count.withLock { $0 -= 1 } }
        return try await body()
    }
}
