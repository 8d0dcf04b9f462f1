import FailureModel
import Foundation
import Synchronization

/// The outcome of one watcher's work on a drop.
enum DropOutcome: Sendable {
    case ended(Drop)
    /// The watcher stopped early, or returned the files to the inbox.
    case left
    /// The watcher has used all its attempts.
    case unfinished
    /// The failure rules out further attempts at any drop.
    case stopped(Failure)
}

extension FolderWatcher.Summary {
    fileprivate mutating func count(_ outcome: DropOutcome) {
        switch outcome {
        case .ended(let drop):
            switch drop.ending {
            case .done:
                done += 1
                failedRecords += drop.failed
            case .failed: failed += 1
            case nil: break
            }
        case .unfinished: unfinished += 1
        case .left, .stopped: break
        }
    }
}

/// The active drops of a folder in this process, and the summary of earlier ones.
final class ActiveDrops: Sendable {
    private struct State {
        var drops: Set<UUID> = []
        /// Drops that this process no longer attempts.
        var unfinished: Set<UUID> = []
        var summary = FolderWatcher.Summary()
        var failure: Failure?
    }

    private let state = Mutex(State())

    /// Drops that must not be adopted.
    var ids: Set<UUID> { state.withLock { $0.drops.union($0.unfinished) } }
    var count: Int { state.withLock { $0.drops.count } }
    var hasUnfinished: Bool { state.withLock { !$0.unfinished.isEmpty } }
    /// Why the watcher has to end; `nil` if it can go on.
    var failure: Failure? { state.withLock { $0.failure } }
    var isEmpty: Bool { state.withLock { $0.drops.isEmpty } }
    var summary: FolderWatcher.Summary { state.withLock { $0.summary } }

    func insert(_ id: UUID) { state.withLock { _ = $0.drops.insert(id) } }

    func remove(_ id: UUID, _ outcome: DropOutcome) {
        state.withLock {
            $0.drops.remove(id)
            if case .unfinished = outcome { $0.unfinished.insert(id) }
            if case .stopped(let failure) = outcome { $0.failure = failure }
            $0.summary.count(outcome)
        }
    }
}
