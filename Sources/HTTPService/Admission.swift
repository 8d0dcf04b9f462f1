import FailureModel
package import Pipeline
import Synchronization

/// Refuses what is beyond the service's limits, with the time after which to try again.
package final class Admission: Sendable {
    private let store: any Store
    private let queueLimit: Int
    private let uploadLimit: Int
    private let uploads = Mutex(0)

    /// Creates the limits.
    ///
    /// - Parameters:
    ///   - store: its waiting jobs are counted.
    ///   - settings: the limits.
    package init(_ store: any Store, _ settings: ServiceSettings) {
        self.store = store
        queueLimit = settings.queue
        uploadLimit = settings.uploads
    }

    /// Checks that the queue takes more work.
    ///
    /// - Throws: `too_many_requests`.
    package func checkQueue() async throws {
        let waiting = try await store.count(JobQuery(in: .all, state: .available, limit: 1))
        guard waiting < queueLimit else {
            throw APIError(
                Failure(.tooManyRequests, "\(waiting) jobs are waiting already; try again later."), retryAfter: 10)
        }
    }

    /// Receives an upload unless too many are being received.
    ///
    /// - Throws: `too_many_requests`, and what `body` throws.
    package func uploading<T>(_ body: () async throws -> T) async throws -> T {
        let isAdmitted = uploads.withLock { uploads in
            guard uploads < uploadLimit else { return false }
            uploads += 1
            return true
        }
        guard isAdmitted else {
            throw APIError(
                Failure(.tooManyRequests, "Too many uploads are being received; try again later."), retryAfter: 2)
        }
        defer { uploads.withLock { $0 -= 1 } }
        return try await body()
    }
}
