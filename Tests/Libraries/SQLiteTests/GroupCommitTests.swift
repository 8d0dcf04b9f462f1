import Foundation
import SQLite
import Synchronization
import FolderTestSupport
import SQL
import Testing

@Suite("Writes that share a transaction")
struct GroupCommitTests {
    private let folder: TemporaryFolder
    private let database: SQLiteDatabase

    init() throws {
        folder = try TemporaryFolder()
        database = try SQLiteDatabase.open(folder.path + "/group.sqlite", patience: .seconds(10))
        try database.writeBlocking { try $0.script("CREATE TABLE t (n INTEGER PRIMARY KEY)") }
    }

    private struct Refused: Error {}

    /// Submits all moves to one transaction by delaying the previous one; returns which of them threw.
    ///
    /// The move at the index `alone` needs a separate transaction.
    private func together(
        _ moves: [@Sendable (any SQLSession) throws -> Void], alone: Int? = nil
    ) async throws -> [Bool] {
        let entered = DispatchSemaphore(value: 0)
        let waiting = DispatchSemaphore(value: 0)
        return try await withThrowingTaskGroup(of: (Int, Bool).self) { group in
            group.addTask {
                try await write { _ in
                    entered.signal()
                    waiting.wait()
                }
                return (-1, false)
            }
            await withCheckedContinuation { continuation in
                Thread.detachNewThread {
                    entered.wait()
                    continuation.resume()
                }
            }
            for (number, move) in moves.enumerated() {
                group.addTask {
                    do {
                        try await write(isAlone: number == alone, move)
                        return (number, false)
                    } catch {
                        return (number, true)
                    }
                }
                while database.waitingWrites <= number { await Task.yield() }
            }
            waiting.signal()
            var threw = moves.map { _ in false }
            for try await (number, thrown) in group where number >= 0 { threw[number] = thrown }
            return threw
        }
    }

    private func write(
        isDurable: Bool = true, isAlone: Bool = false, _ body: @escaping @Sendable (any SQLSession) throws -> Void
    ) async throws {
        try await database.write(isDurable: isDurable, isAlone: isAlone, body) { _ in }
    }

    private func rows() throws -> [Int] {
        try database.readBlocking { try $0.values(Int.self, "SELECT n FROM t ORDER BY n") }
    }

    private func insert(_ n: Int) -> @Sendable (any SQLSession) throws -> Void {
        { try $0.execute("INSERT INTO t VALUES (?)", [n]) }
    }

    @Test("only the one that throws is rolled back")
    func oneThrows() async throws {
        let threw = try await together([
            insert(1),
            { db in
                try db.execute("INSERT INTO t VALUES (2)")
                throw Refused()
            },
            insert(3), insert(3),
        ])
        #expect(threw == [false, true, false, true])
        #expect(try rows() == [1, 3])
    }

    @Test("when the database itself rolls back, as on a full disk, all throw and nothing has changed")
    func automaticRollback() async throws {
        let threw = try await together([
            insert(1),
            { db in
                try db.script("ROLLBACK")
                throw Refused()
            },
            insert(3),
        ])
        #expect(threw == [true, true, true])
        #expect(try rows() == [])
        try await write(insert(4))
        #expect(try rows() == [4])
    }

    @Test("a move with effects elsewhere sees nothing that is undone after it")
    func alone() async throws {
        let seen = Mutex<[Int]>([])
        let rollBack: @Sendable (any SQLSession) throws -> Void = { db in
            try db.script("ROLLBACK")
            throw Refused()
        }
        let look: @Sendable (any SQLSession) throws -> Void = { db in
            let rows = try db.values(Int.self, "SELECT n FROM t")
            seen.withLock { $0 = rows }
        }
        let threw = try await together([insert(1), look, insert(3), rollBack], alone: 1)
        #expect(threw == [false, false, true, true])
        #expect(seen.withLock { $0 } == [1])
        _ = try await together([insert(5), look, rollBack], alone: 1)
        #expect(seen.withLock { $0 } == [1, 5])
        #expect(try rows() == [1, 5])
    }

    /// Whether the last transaction was flushed before any caller was notified of it.
    private func wasDurable() throws -> Bool {
        try database.writeBlocking { try $0.value(Int.self, "PRAGMA synchronous") } == 2
    }

    @Test("only durable moves wait for the disk")
    func durability() async throws {
        try await write(isDurable: false, insert(1))
        #expect(try !wasDurable())
        try await write(insert(2))
        #expect(try wasDurable())
        try await write(isDurable: false, insert(3))
        #expect(try !wasDurable())
        _ = try await together([insert(4), insert(5)])
        #expect(try wasDurable())
        #expect(try rows() == [1, 2, 3, 4, 5])
    }
}
