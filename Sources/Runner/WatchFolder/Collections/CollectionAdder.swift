import Foundation
import Pipeline

/// Adds files to the collections of folders, all those together that wait for the same collection.
///
/// Each addition makes a document that names every file of the collection, so adding many files one by one would take
/// time that grows with the square of their number.
actor CollectionAdder {
    /// A file that has been read.
    struct File: Sendable {
        var document: Document
        var drop: UUID
    }

    /// What became of a file.
    enum Outcome: Sendable {
        case added
        /// The collection belongs to another owner by now, for whom the file must be imported.
        case moved(to: OwnerID)
    }

    /// Adds files to a collection, and returns the outcome of each.
    typealias Addition = @Sendable ([File]) async -> [Result<Outcome, any Error>]

    private struct Waiter {
        var file: File
        var continuation: CheckedContinuation<Outcome, any Error>
    }

    private var waiters: [String: [Waiter]] = [:]
    /// Collections to which a caller is adding files.
    private var busy: Set<String> = []

    /// Adds a file to a collection by `addition`, which is never called twice at a time for a collection.
    ///
    /// - Parameters:
    ///   - file: the file.
    ///   - collection: a key of the collection.
    ///   - addition: adds this file and others.
    /// - Returns: what became of the file.
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
