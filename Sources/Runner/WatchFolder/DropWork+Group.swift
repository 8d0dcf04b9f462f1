import Files
import Foundation
import Pipeline
import Threads

/// Maximum time since the last addition to wait for files being read.
private let groupPatience = Duration.seconds(60)

/// Coordination of drops that belong to one collection, or to one row of a domain.
extension DropWork {
    func isLast(_ drop: Drop, _ collection: String) async throws -> Bool {
        let record = try await threads.run { [claimFolder] in try claimFolder.record(ofCollection: collection) }
        return record.last.map { $0.drop == drop.id } ?? true
    }

    /// Waits until a collection has settled and no more of its files are being read.
    ///
    /// - Parameters:
    ///   - drop: a drop that has been added.
    ///   - collection: the name of the collection.
    ///   - settle: the required time without additions.
    ///   - looksIntoInbox: whether unclaimed files count as well, such as those that wait for this drop.
    ///   - isMember: returns whether a file belongs to the collection, based on its name.
    /// - Returns: whether the drop was added last.
    /// - Throws: `SystemCallError`, or `CancellationError`.
    func isLastWhenSettled(
        _ drop: Drop, _ collection: String, after settle: Duration, looksIntoInbox: Bool = false,
        _ isMember: @escaping @Sendable (String) -> Bool
    ) async throws -> Bool {
        while true {
            let (last, isMoreComing) = try await threads.run {
                [claimFolder] () -> (CollectionRecord.Addition?, Bool) in
                let last = try claimFolder.record(ofCollection: collection).last
                guard let last, last.drop == drop.id else { return (last, false) }
                if looksIntoInbox, try claimFolder.waiting().contains(where: isMember) { return (last, true) }
                let isMoreComing = try claimFolder.newcomers().contains {
                    guard let name = $0.original, isMember(name) else { return false }
                    return try claimFolder.isLive($0.id)
                }
                return (last, isMoreComing)
            }
            guard let last else { return true }
            guard last.drop == drop.id else { return false }
            let age = clock.now - last.at
            // An addition in the future was made before the clock was set back.
            if age < .zero || age >= (isMoreComing ? groupPatience : settle) { return true }
            try await clock.sleep(for: max(.milliseconds(50), settle / 4))
        }
    }

    /// Returns whether the results of a document are in the outbox.
    func isDelivered(_ document: Document, to collection: String) async throws -> Bool {
        try await threads.run { [claimFolder] in
            try delivery(of: collection).isComplete(document.id, claimFolder.record(ofCollection: collection))
        }
    }

    func delivery(of collection: String) -> ReplacingDelivery {
        // Folders may share an outbox.
        let key = ContentID(of: Data("\(rule.inbox.path)/\(collection)".utf8)).hex
        return ReplacingDelivery(
            files: claimFolder.files, key: key, target: rule.outbox.path, permissions: claimFolder.permissions
        ) { [claimFolder] in
            try claimFolder.save($0, ofCollection: collection)
        }
    }

    /// Runs `body` while the collection is locked against all other tasks and processes.
    func locked<T: Sendable>(_ collection: String, _ body: () async throws -> T) async throws -> T {
        while true {
            let lock = try await threads.run { [claimFolder] in try claimFolder.lock(collection: collection) }
            if let lock {
                defer { lock.giveUp() }
                return try await body()
            }
            try await clock.sleep(for: .milliseconds(20))
        }
    }
}
