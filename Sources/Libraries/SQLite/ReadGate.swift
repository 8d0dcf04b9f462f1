import Dispatch
import Synchronization

/// Lets reads of a database begin until it is closed, and closing wait for those that have begun.
///
/// GRDB's pool gives a read that begins while the pool is being closed a connection that is already closed, on which
/// SQLite crashes.
final class ReadGate: Sendable {
    private let isOpen = Mutex(true)
    private let reads = DispatchGroup()

    /// Begins a read, or returns false if the gate is closed.
    func begin() -> Bool {
        isOpen.withLock { isOpen in
            if isOpen { reads.enter() }
            return isOpen
        }
    }

    /// Ends a read.
    func end() { reads.leave() }

    /// Refuses further reads, and blocks until none is left.
    func close() {
        isOpen.withLock { $0 = false }
        reads.wait()
    }

    /// Lets reads begin again.
    func open() { isOpen.withLock { $0 = true } }
}
