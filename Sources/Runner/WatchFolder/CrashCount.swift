import Files
import Synchronization

/// Counts the processes that died while reading a drop, to fail a fatal drop.
///
/// The count is the size of the drop's lock file, which is one byte longer while its holder reads: a process that dies
/// leaves that byte behind. It is not flushed to disk, since a power failure is not the drop's fault. Only reading
/// counts, which takes a moment, so killing a watcher hardly ever hits a drop while it is read, let alone the same one
/// twice.
final class CrashCount: Sendable {
    /// The number of deaths after which a drop fails.
    private static let limit = 3
    /// The limit of concurrent reads of all drops.
    ///
    /// A drop that was being read when a process died is read alone, so that only this drop is blamed if it happens
    /// again.
    private static let turns = ByteBudget(8)

    private let lock: any FileLock
    private let deaths: Int
    private let readers = Mutex(0)

    /// - Parameter lock: the drop's lock, already held.
    init(_ lock: any FileLock) {
        self.lock = lock
        deaths = lock.sizeWhenLocked
    }

    /// - Throws: ``DropFailure`` `drop_fatal` if reading has killed too many processes.
    func check() throws(DropFailure) {
        guard deaths >= Self.limit else { return }
        throw DropFailure(
            .dropFatal,
            "The program died \(deaths) times while reading these files; it will not read them again.")
    }

    /// Waits until `body` may read with ``reading(_:)``.
    func inTurn<T>(_ body: () async throws -> T) async throws -> T {
        try await Self.turns.with(deaths > 0 ? .max : 1, body)
    }

    /// Reads dropped files, and counts the death of the process meanwhile.
    func reading<T>(_ body: () throws -> T) throws -> T {
        try readers.withLock { readers in
            if readers == 0 { try lock.resize(to: deaths + 1) }
            readers += 1
        }
        defer {
            readers.withLock { readers in
                readers -= 1
                // If the size cannot be restored, the drop is read alone the next time.
                if readers == 0 { try? lock.resize(to: deaths) }
            }
        }
        return try body()
    }
}
