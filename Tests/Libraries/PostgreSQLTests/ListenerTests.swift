import Foundation
import PostgreSQL
import PostgreSQLTestSupport
import SQL
import TestTraits
import Testing

@Suite("A listener", .blocking, .timeLimit(.minutes(30)))
struct ListenerTests {
    private let server: PostgreSQLTestDatabase
    private let database: PostgreSQLDatabase

    init() throws {
        server = try .copy(of: "listener") { _ in }
        database = try server.open()
    }

    @Test("500 of 500 notifications arrive, in order")
    func all() async throws {
        let listener = try await PostgreSQLListener(PostgreSQLAddress(server.url), channels: ["work", "Ev\"ents"])
        let database = database
        async let sent: Void = {
            for n in 0..<500 { try await database.notify(n % 2 == 0 ? "work" : "Ev\"ents", "\(n)") }
        }()
        var received: [PostgreSQLListener.Event] = []
        for await event in listener.events {
            received.append(event)
            if received.count == 500 { break }
        }
        try await sent
        #expect(
            received == (0..<500).map { .notification(channel: $0 % 2 == 0 ? "work" : "Ev\"ents", payload: "\($0)") })
    }

    @Test("a notification of a transaction arrives after its commit, and none after a rollback")
    func transactions() async throws {
        let listener = try await PostgreSQLListener(PostgreSQLAddress(server.url), channels: ["work"])
        struct Reason: Error {}
        #expect(throws: Reason.self) {
            try database.writeBlocking { db in
                try db.execute("SELECT pg_notify('work', 'undone')")
                throw Reason()
            }
        }
        try database.writeBlocking { try $0.execute("SELECT pg_notify('work', 'done')") }
        var events = listener.events.makeAsyncIterator()
        #expect(await events.next() == .notification(channel: "work", payload: "done"))
    }

    @Test("after the loss of its connection it listens again, and says that it may have missed something")
    func reconnection() async throws {
        let listener = try await PostgreSQLListener(PostgreSQLAddress(server.url), channels: ["work"])
        var events = listener.events.makeAsyncIterator()
        for round in 0..<3 {
            _ = try database.readBlocking { db in
                try db.rows("SELECT pg_terminate_backend(?::int)", [try listening()])
            }
            #expect(await events.next() == .reconnected)
            try await database.notify("work", "\(round)")
            #expect(await events.next() == .notification(channel: "work", payload: "\(round)"))
        }
    }

    @Test("a receiver that is too slow is told that it has missed something")
    func slowReceiver() async throws {
        let listener = try await PostgreSQLListener(PostgreSQLAddress(server.url), channels: ["work"], waiting: 3)
        try database.writeBlocking { db in
            try db.execute("SELECT pg_notify('work', n::text) FROM generate_series(1, 1000) AS n")
        }
        let database = database
        let later = Task { while !Task.isCancelled { try await database.notify("work", "later") } }
        defer { later.cancel() }
        var count = 0
        for await event in listener.events {
            if event == .reconnected || count == 1_000 { break }
            count += 1
            // Nothing is left out without a word.
            guard event == .notification(channel: "work", payload: "\(count)") else {
                Issue.record("\(event) came as number \(count)")
                break
            }
        }
    }

    /// Returns the server's process of the listener.
    private func listening() throws -> Int? {
        try database.readBlocking { db in
            try db.value(
                Int.self, "SELECT pid FROM pg_stat_activity WHERE datname = ? AND query LIKE 'LISTEN%'", [server.name])
        }
    }

    @Test("it ends when it is stopped, and when nobody has it any more")
    func ending() async throws {
        let listener = try await PostgreSQLListener(PostgreSQLAddress(server.url), channels: ["work"])
        listener.stop()
        for await _ in listener.events {}
        _ = try await PostgreSQLListener(PostgreSQLAddress(server.url), channels: ["work"])
        while try listening() != nil { await Task.yield() }
    }

    @Test("a listener without a server is an error")
    func unreachable() async throws {
        let address = try PostgreSQLAddress("postgresql:///x?host=/nowhere")
        let error = await #expect(throws: SQLError.self) {
            _ = try await PostgreSQLListener(address, channels: ["work"])
        }
        #expect(error?.kind == .unreachable)
    }
}
