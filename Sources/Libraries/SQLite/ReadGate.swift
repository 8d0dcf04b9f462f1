import Dispatch
import Synchronization

/// Keeps reads and the closing of a database apart.
///
/// Reads can begin until the gate is closed, which waits for those that have begun.
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
