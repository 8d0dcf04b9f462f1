import FailureModel
import HTTPService
package import Synchronization
import Threads

/// Hashes and verifies passwords on two dedicated threads.
///
/// A check needs 128 MiB and occupies a core for a third of a second. No matter how many people log in at once, the
/// service's memory is bounded and its cooperative threads stay free.
package final class PasswordHasher: Sendable {
    /// The hasher with the standard cost.
    package static let standard = PasswordHasher(cost: .standard)

    /// Shared by all hashers, since they share the memory of the process.
    private static let threads = WorkerThreads(count: 2)

    private let cost: PasswordHash.Cost
    private let limit: Int
    private let pending = Mutex(0)
    /// Number of password checks so far.
    package let comparisons = Atomic(0)
    /// A hash for dummy checks of unknown names.
    private let nobody = Mutex<PasswordHash?>(nil)

    /// Creates a hasher.
    ///
    /// - Parameters:
    ///   - cost: the work for a new hash.
    ///   - limit: the maximum number of checks in progress or waiting.
    package init(cost: PasswordHash.Cost, limit: Int = 32) {
        self.cost = cost
        self.limit = limit
    }

    /// Returns the text to store for a new password.
    ///
    /// - Throws: `too_many_requests` if too many checks are waiting.
    func hash(_ password: Password) async throws -> String {
        try await admitted { [cost] in try PasswordHash(of: password, cost: cost).text }
    }

    /// Returns whether a stored text is the hash of a password.
    ///
    /// - Parameters:
    ///   - password: the password as typed.
    ///   - stored: a user's hash; nil if there is no such user, which takes the same time and returns false.
    /// - Returns: whether the password matches.
    /// - Throws: `too_many_requests` if too many checks are waiting.
    func matches(_ password: Password, _ stored: String?) async throws -> Bool {
        try await admitted { [self] in
            let hash = stored.flatMap(PasswordHash.init(text:))
            let isMatch = try (hash ?? substitute()).matches(password)
            comparisons.add(1, ordering: .relaxed)
            return hash != nil && isMatch
        }
    }

    /// Runs work on one of the threads unless too much is waiting.
    private func admitted<Result: Sendable>(_ work: @escaping @Sendable () throws -> Result) async throws -> Result {
        let isAdmitted = pending.withLock { pending in
            guard pending < limit else { return false }
            pending += 1
            return true
        }
        guard isAdmitted else {
            throw APIError(
                Failure(.tooManyRequests, "Too many people are logging in; try again later."), retryAfter: 5)
        }
        defer { pending.withLock { $0 -= 1 } }
        return try await Self.threads.run(work)
    }

    private func substitute() throws -> PasswordHash {
        if let hash = nobody.withLock(\.self) { return hash }
        let hash = try PasswordHash(of: Password(typed: ""), cost: cost)
        nobody.withLock { $0 = hash }
        return hash
    }
}
