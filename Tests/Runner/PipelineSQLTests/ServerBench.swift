import FailureModel
import Foundation
import Pipeline
import PipelineSQL
import PipelineTestSupport
import PostgreSQL
import PostgreSQLTestSupport
import SQL

/// A database with the tables of a store on a PostgreSQL server, and moves on documents of the kind `memo`.
final class ServerBench: Sendable {
    let database: PostgreSQLTestDatabase
    let store: SQLStore
    let now = Timestamp(milliseconds: 1_767_225_600_000)

    init() throws {
        database = try .withStore()
        store = try SQLStore(database: database.open(), leaseClock: .caller)
    }

    /// Opens the store as another node does.
    func node(leaseClock: LeaseClock = .caller) throws -> SQLStore {
        try SQLStore(
            address: PostgreSQLAddress(database.url), connections: 4, patience: .seconds(1_800), leaseClock: leaseClock)
    }

    func new(
        _ id: DocumentID = DocumentID(UUID()), owner: OwnerID = .local, parts: [DocumentID] = []
    ) -> NewDocument {
        NewDocument(
            id: id, owner: owner, kind: "memo", fileName: "memo.txt", mediaType: "text/plain",
            content: ContentID(of: Data()), byteCount: 0, parts: parts)
    }

    func begun(
        owner: OwnerID = .local, parts: [DocumentID] = [], route: Route = .processing("count"),
        in store: SQLStore? = nil
    ) async throws -> Document {
        let store = store ?? self.store
        let document = try await store.add(new(owner: owner, parts: parts), at: now)
        return try await store.begin(document.id, in: .all, along: route, inputs: [], at: now)
    }

    func claim(
        _ limit: Int = 1, in store: SQLStore? = nil, worker: String = "w", for lease: Duration = .seconds(6),
        at now: Timestamp? = nil
    ) async throws -> [Claim] {
        let now = now ?? self.now
        let slot = ClaimRequest.Slot(address: StageAddress(kind: "memo", stage: "count"), room: limit)
        return try await (store ?? self.store).claim(
            ClaimRequest(worker: worker, slots: [slot], limit: limit, leaseUntil: now + lease), at: now)
    }

    func feed(in store: SQLStore? = nil) async throws -> [Event] {
        try await (store ?? self.store).events(EventQuery(in: .all, after: 0, limit: 100_000)).events
    }

    /// The number of transactions that PostgreSQL had to end because they waited for each other.
    func deadlocks() throws -> Int {
        try database.open(limit: 1).readBlocking { db in
            try db.value(
                Int.self, "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()") ?? -1
        }
    }

    /// Waits until transactions wait for others, or until a task has ended without waiting.
    ///
    /// - Returns: whether so many wait.
    func waiters(_ count: Int, or isOver: @Sendable () -> Bool = { false }) async throws -> Bool {
        while !isOver() {
            let waiting = try await store.read { db in
                try db.value(
                    Int.self,
                    """
                    SELECT count(*) FROM pg_stat_activity
                    WHERE datname = current_database() AND cardinality(pg_blocking_pids(pid)) > 0
                    """) ?? 0
            }
            if waiting == count { return true }
        }
        return false
    }
}
