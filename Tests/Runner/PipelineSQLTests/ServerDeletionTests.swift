import Foundation
import Pipeline
import PipelineSQL
import PipelineTestSupport
import PostgreSQL
import PostgreSQLTestSupport
import SQL
import Testing

@Suite("A deletion on a server", .timeLimit(.minutes(60)))
struct ServerDeletionTests {
    @Test("a claim passes over the job of a document that is being deleted, without waiting for it")
    func claimMeanwhile() async throws {
        let bench = try ServerBench()
        let document = try await bench.begun()
        let (deleted, released) = (AsyncStream.makeStream(of: Void.self), DispatchSemaphore(value: 0))
        struct ChangedMind: Error {}
        let other = try bench.node()
        let deletion = Task {
            try await other.write { transaction in
                try transaction.delete(document.id, in: .all, at: bench.now)
                deleted.continuation.finish()
                released.wait()
                throw ChangedMind()
            }
        }
        for await _ in deleted.stream {}
        // Would never return if it waited.
        #expect(try await bench.claim().isEmpty)
        released.signal()
        await #expect(throws: ChangedMind.self) { try await deletion.value }
        #expect(try await bench.claim().map(\.document.id) == [document.id])
    }

    @Test("a deletion waits for the claim of its document, and removes the claim's event as well")
    func claimBefore() async throws {
        let bench = try ServerBench()
        let document = try await bench.begun()
        let (claimed, released) = (AsyncStream.makeStream(of: Void.self), DispatchSemaphore(value: 0))
        let other: any SQLDatabase = try bench.database.open()
        let claim = Thread {
            try? other.writeBlocking { db in
                try db.execute("SELECT 1 FROM jobs FOR UPDATE")
                try db.execute(
                    """
                    INSERT INTO events (at, document, cause, from_state, to_state, fill, job_id, stage, attempt)
                    SELECT at, document, 'claimed', 'available', 'running', fill, job_id, stage, 1 FROM events
                    WHERE cause = 'enqueued'
                    """)
                claimed.continuation.finish()
                released.wait()
            }
        }
        claim.start()
        for await _ in claimed.stream {}
        async let deletion: Void = bench.store.delete(document.id, in: .all, at: bench.now)
        #expect(try await bench.waiters(1))
        released.signal()
        try await deletion
        #expect(try await bench.store.read { try $0.value(Int.self, "SELECT count(*) FROM events") } == 1)
        #expect(try await bench.feed().map(\.cause) == [.deleted])
        #expect(try bench.deadlocks() == 0)
    }

    @Test("a report of progress waits for a deletion that has begun, and changes nothing")
    func reportMeanwhile() async throws {
        let bench = try ServerBench()
        let document = try await bench.begun()
        let claim = try #require(try await bench.claim().first)
        let (begun, released) = (AsyncStream.makeStream(of: Void.self), DispatchSemaphore(value: 0))
        let other = try bench.node()
        let deletion = Task {
            try await other.write { transaction in
                // The locks with which a deletion begins.
                try transaction.db.execute("SELECT 1 FROM documents FOR NO KEY UPDATE")
                try transaction.db.execute("SELECT 1 FROM jobs FOR UPDATE")
                begun.continuation.finish()
                released.wait()
                try transaction.delete(document.id, in: .all, at: bench.now)
            }
        }
        for await _ in begun.stream {}
        async let report: Void = bench.store.report(
            [claim.lease: JobProgress(completed: 1, total: 2, unit: "pages")], at: bench.now)
        #expect(try await bench.waiters(1))
        released.signal()
        try await deletion.value
        try await report
        #expect(try await bench.feed().map(\.cause) == [.deleted])
        #expect(try bench.deadlocks() == 0)
    }
}
