import FailureModel
import Foundation
import Pipeline
import PipelineSQL
import PipelineTestSupport
import SQL
import Testing

@Suite("A move whose commit got no answer", .timeLimit(.minutes(60)))
struct UnknownCommitTests {
    private let bench: ServerBench
    private let database: UnsureDatabase
    private let store: SQLStore

    init() throws {
        bench = try ServerBench()
        database = UnsureDatabase(bench.store.database)
        store = SQLStore(database: database, leaseClock: .caller)
    }

    @Test("takes effect exactly once and is announced", arguments: [UnsureDatabase.Fate.committed, .undone])
    func once(_ fate: UnsureDatabase.Fate) async throws {
        let now = bench.now
        let news = store.feedBell.rings
        database.loseAnswers(fate)
        let document = try await store.add(bench.new(), at: now)
        database.loseAnswers(fate)
        let begun = try await store.begin(document.id, in: .all, along: .processing("count"), inputs: [], at: now)
        #expect(begun.state == .processing)
        database.loseAnswers(fate)
        let first = try #require(try await bench.claim(in: store).first)
        #expect(first.job.fence == 1)
        database.loseAnswers(fate)
        try await store.retry(first.lease, because: Failure("x", "x"), due: now, at: now)
        let second = try #require(try await bench.claim(in: store).first)
        #expect(second.job.attempt == 2)
        database.loseAnswers(fate)
        #expect(try await store.renew([second.lease], until: now + .seconds(60), at: now).isEmpty)
        database.loseAnswers(fate)
        try await store.report([second.lease: JobProgress(completed: 1, total: 2)], at: now)
        database.loseAnswers(fate)
        try await store.complete(second.lease, with: StageResult(), then: .processing(), at: now)
        database.loseAnswers(fate)
        _ = try await store.begin(document.id, in: .all, along: .filling("count"), inputs: [], at: now)
        database.loseAnswers(fate)
        #expect(try await store.cancel(document.id, in: .all, at: now).state == .failed)
        #expect(
            try await store.events(of: document.id, in: .all).map(\.cause) == [
                .imported, .began, .enqueued, .claimed, .retried, .due, .claimed, .progressed, .completed, .arrived,
                .began, .enqueued, .cancelled, .failed,
            ])
        database.loseAnswers(fate)
        try await store.delete(document.id, in: .all, at: now)
        #expect(try await bench.feed().map(\.cause) == [.deleted])
        #expect(store.feedBell.rings >= news + 9)
    }

    @Test("keeps the refusal of a move that another one made impossible meanwhile")
    func refused() async throws {
        let document = try await bench.begun()
        let claim = try #require(try await bench.claim().first)
        database.loseAnswers(.undone)
        _ = try await bench.store.cancel(document.id, in: .all, at: bench.now)
        await #expect(throws: StoreError.leaseLost(claim.job.id)) {
            try await store.complete(claim.lease, with: StageResult(), then: .processing(), at: bench.now)
        }
    }

    @Test("of other rows only cannot be looked for, and says so")
    func rowsOnly() async throws {
        try bench.store.database.writeBlocking { try $0.script("CREATE TABLE memos_notes (id bigint)") }
        database.loseAnswers(.committed)
        let error = await #expect(throws: SQLError.self) {
            try await store.write { try $0.db.execute("INSERT INTO memos_notes VALUES (1)") }
        }
        #expect(error?.kind == .commitUnknown)
        #expect(error?.failure.code == .storeUnavailable)
        #expect(try await store.read { try $0.value(Int.self, "SELECT count(*) FROM memos_notes") } == 1)
    }
}
