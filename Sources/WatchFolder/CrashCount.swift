import Synchronization

/// Counts the processes that died while they read one drop's files, so that a drop that kills its readers is given up.
///
/// The count is the size of the drop's lock file, which is one byte longer while its holder reads: who dies leaves that byte
/// behind. It is not flushed to disk, since a power failure is nobody's fault. Only reading counts, which takes a moment:
/// whoever kills a watcher meets hardly any drop in it, and hardly ever the same one again.
final class CrashCount: Sendable {
    /// After this many deaths a drop is failed.
    private static let limit = 3
    /// Reads of all drops. One that was there when a process died reads alone, so that it and no other is blamed if it
    /// happens again.
    private static let turns = ByteBudget(8)

    private let lock: any FileLock
    private let deaths: Int
    private let readers = Mutex(0)

    /// - Parameter lock: the drop's own, held.
    init(_ lock: any FileLock) {
        self.lock = lock
        deaths = lock.sizeWhenLocked
    }

    /// - Throws: ``DropFailure`` `drop_fatal` where reading has killed too many processes.
    func check() throws(DropFailure) {
        guard deaths >= Self.limit else { return }
        throw DropFailure(
            .dropFatal,
            "The program died \(deaths) times while it read these files; it does not read them again.")
    }

    /// Waits until `body` may read, by ``reading(_:)``.
    func inTurn<T>(_ body: () async throws -> T) async throws -> T {
        try await Self.turns.with(deaths > 0 ? .max : 1, body)
    }

    /// Reads what was dropped; should the process die in it, that is counted.
    func reading<T>(_ body: () throws -> T) throws -> T {
        try readers.withLock { readers in
            if readers == 0 { try lock.resize(to: deaths + 1) }
            readers += 1
        }
        defer {
            readers.withLock { readers in
                readers -= 1
                // What cannot be taken back makes the drop read alone the next time.
                if readers == 0 { try? lock.resize(to: deaths) }
            }
        }
        return try body()
    }
}
