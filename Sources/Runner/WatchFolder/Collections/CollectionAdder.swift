import Foundation
import Pipeline

/// Adds files to collections, combining those that wait for the same collection.
///
/// Each addition creates a document that names every file of the collection, so adding many files one by one would take
/// time quadratic in their number.
actor CollectionAdder {
    /// A file that has been read.
    struct File: Sendable {
        var document: Document
        var drop: UUID
    }

    /// The result of adding a file.
    enum Outcome: Sendable {
        case added
        /// The collection now has another owner; the file must be imported again.
        case moved(to: OwnerID)
    }

    /// Adds files to a collection and returns the outcome of each.
    typealias Addition = @Sendable ([File]) async -> [Result<Outcome, any Error>]

    private struct Waiter {
        var file: File
        var continuation: CheckedContinuation<Outcome, any Error>
    }

    private var waiters: [String: [Waiter]] = [:]
    /// The collections with an addition in progress.
    private var busy: Set<String> = []

    /// Adds a file to a collection.
    ///
    /// Additions to the same collection never run concurrently.
    ///
    /// - Parameters:
    ///   - file: the file.
    ///   - collection: the collection's key.
    ///   - addition: adds this file and others.
    /// - Returns: the outcome for the file.
    /// - Throws: the error of its addition.
    func add(_ file: File, to collection: String, by addition: Addition) async throws -> Outcome {
        guard busy.insert(collection).inserted else {
            return try await withCheckedThrowingContinuation {
                waiters[collection, default: []].append(Waiter(file: file, continuation: $0))
            }
        }
        defer { busy.remove(collection) }
        let outcome = await addition([file])[0]
        while let others = waiters.removeValue(forKey: collection) {
            for (waiter, outcome) in zip(others, await addition(others.map(\.file))) {
                waiter.continuation.resume(with: outcome)
            }
        }
        return try outcome.get()
    }
}
