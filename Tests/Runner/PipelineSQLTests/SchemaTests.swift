import Foundation
import GRDB
import Pipeline
import PipelineSQL
import PipelineTestSupport
import Testing

@Suite("The schema repeats the tables of moves")
struct SchemaTests {
    private let folder: TemporaryFolder
    private let queue: DatabaseQueue

    init() throws {
        folder = try TemporaryFolder()
        let path = folder.path + "/pipeline.sqlite"
        try SQLStore(path: path).close()
        queue = try DatabaseQueue(path: path)
    }

    /// A document in `state`, inserted without triggers; CHECKs hold.
    private func insertDocument(_ db: Database, _ state: DocumentState, during: DocumentState = .processing) throws {
        let failed = state == .failed
        try db.execute(sql: "DROP TRIGGER IF EXISTS documents_begin")
        try db.execute(
            sql: """
                INSERT INTO documents (id, kind, file_name, media_type, content, byte_count, state, fill,
                    failure_stage, failure_during, failure_code, failure_message, failure_attempt, priority, facts,
                    created_at, updated_at)
                VALUES ('A', 'memo', 'f', 'm', ?, 0, ?, 1, ?, ?, ?, ?, ?, 0, '{}', 0, 0)
                """,
            arguments: [
                String(repeating: "0", count: 64), state.rawValue, failed ? "count" : nil,
                failed ? during.rawValue : nil, failed ? "code" : nil, failed ? "message" : nil, failed ? 1 : nil,
            ])
    }

    /// Whether the database accepts the body, whose changes are rolled back.
    private func isAllowed(_ body: (Database) throws -> Void) throws -> Bool {
        try queue.writeWithoutTransaction { db in
            var allowed = true
            try db.inTransaction {
                do { try body(db) } catch is DatabaseError { allowed = false }
                return .rollback
            }
            return allowed
        }
    }

    @Test("documents: every pair of states is allowed in both or in neither")
    func documentMoves() throws {
        for from in DocumentState.allCases {
            for to in DocumentState.allCases {
                let during: DocumentState = to.isWorking ? to : .processing
                let allowed = try queue.writeWithoutTransaction { db in
                    var allowed = true
                    try db.inTransaction {
                        try insertDocument(db, from, during: during)
                        let failed = to == .failed
                        do {
                            try db.execute(
                                sql: """
                                    UPDATE documents SET state = ?, failure_stage = ?, failure_during = ?,
                                        failure_code = ?, failure_message = ?, failure_attempt = ?
                                    """,
                                arguments: [
                                    to.rawValue, failed ? "count" : nil, failed ? "processing" : nil,
                                    failed ? "code" : nil, failed ? "message" : nil, failed ? 1 : nil,
                                ])
                        } catch is DatabaseError {
                            allowed = false
                        }
                        return .rollback
                    }
                    return allowed
                }
                #expect(allowed == DocumentMove(from: from, to: to).isAllowed, "\(from) to \(to)")
            }
        }
    }

    @Test("documents: a filling does not start after a failed analysis")
    func failedDuring() throws {
        let allowed = try isAllowed { db in
            try insertDocument(db, .failed, during: .processing)
            try db.execute(
                sql: """
                    UPDATE documents SET state = 'filling', failure_stage = NULL, failure_during = NULL,
                        failure_code = NULL, failure_message = NULL, failure_attempt = NULL
                    """)
        }
        #expect(!allowed)
    }

    private func insertJob(_ db: Database, _ state: JobState) throws {
        let running = state == .running
        try db.execute(
            sql: """
                INSERT INTO jobs (document, kind, stage, fill, state, priority, attempt, attempt_limit, due,
                    reuse_key, fence, worker, lease_until, started_at, created_at, finished_at, failure_code,
                    failure_message)
                VALUES ((SELECT sequence FROM documents), 'memo', 'count', 0, ?, 0, 1, 3, 0, ?, 1, ?, ?, ?, 0, ?, 'code', 'message')
                """,
            arguments: [
                state.rawValue, String(repeating: "1", count: 64), running ? "w" : nil, running ? 1 : nil,
                running ? 1 : nil, state.isFinal ? 1 : nil,
            ])
    }

    @Test("jobs: every pair of states is allowed in both or in neither")
    func jobMoves() throws {
        for from in JobState.allCases {
            for to in JobState.allCases where from != to {
                let allowed = try isAllowed { db in
                    try insertDocument(db, .imported)
                    try db.execute(sql: "DROP TRIGGER jobs_begin")
                    try insertJob(db, from)
                    let running = to == .running
                    try db.execute(
                        sql: "UPDATE jobs SET state = ?, worker = ?, lease_until = ?, started_at = ?, finished_at = ?",
                        arguments: [
                            to.rawValue, running ? "w" : nil, running ? 1 : nil, running ? 1 : nil,
                            to.isFinal ? 1 : nil,
                        ])
                }
                #expect(allowed == JobMove(from: from, to: to).isAllowed, "\(from) to \(to)")
            }
        }
    }

    @Test("jobs: they start as the table says", arguments: JobState.allCases)
    func jobBirth(_ state: JobState) throws {
        let allowed = try isAllowed { db in
            try insertDocument(db, .imported)
            try insertJob(db, state)
        }
        #expect(allowed == JobMove(from: nil, to: state).isAllowed)
    }

    @Test("a lease belongs to a running job and an end to a final one")
    func finals() throws {
        for broken in [
            "UPDATE jobs SET lease_until = 1", "UPDATE jobs SET finished_at = 1", "UPDATE jobs SET attempt = 4",
            "UPDATE jobs SET state = 'done'", "UPDATE documents SET failure_code = 'x'",
            "UPDATE documents SET facts = 'x'", "UPDATE documents SET state = 'asleep'",
            "INSERT INTO jobs SELECT 2, document, kind, stage, fill, state, priority, attempt, attempt_limit, due,"
                + " NULL, fence, worker, lease_until, started_at, created_at, finished_at, NULL, NULL, NULL, NULL, NULL,"
                + " owner FROM jobs", "UPDATE jobs SET progress_completed = 1, progress_total = 2",
            "INSERT INTO events (at, cause, to_state, fill) VALUES (0, 'deleted', 'deleted', 0)",
            "INSERT INTO events (at, document, cause, from_state, to_state, fill)"
                + " VALUES (0, 1, 'imported', 'imported', 'filled', 0)",
        ] {
            let allowed = try isAllowed { db in
                try insertDocument(db, .imported)
                try insertJob(db, .available)
                do { try db.execute(sql: broken) } catch let error as DatabaseError {
                    #expect(error.resultCode == .SQLITE_CONSTRAINT, "\(broken): \(error)")
                    throw error
                }
            }
            #expect(!allowed, "\(broken)")
        }
    }

    @Test("claims, leases and the status use indexes and sort nothing")
    func queryPlans() throws {
        try queue.read { db in
            for (sql, index) in [
                (
                    """
                    SELECT id FROM jobs WHERE kind = 'k' AND stage = 's' AND state = 'available'
                        AND finished_at IS NULL AND owner = 'o' ORDER BY priority DESC, due, id LIMIT 3
                    """, "jobs_live"
                ),
                (
                    """
                    SELECT min(owner) FROM jobs WHERE kind = 'k' AND stage = 's' AND state = 'available'
                        AND finished_at IS NULL AND owner > 'o'
                    """, "jobs_live"
                ),
                (
                    "SELECT id FROM jobs INDEXED BY jobs_leases WHERE state = 'running' AND lease_until <= 1",
                    "jobs_leases"
                ),
                ("SELECT id FROM jobs INDEXED BY jobs_due WHERE state = 'scheduled' AND due <= 1", "jobs_due"),
                ("SELECT kind, stage, count(*) FROM jobs WHERE finished_at IS NULL GROUP BY kind, stage", "jobs_live"),
                ("SELECT state, count(*) FROM documents GROUP BY state", "documents_by_state"),
                ("SELECT id FROM documents WHERE state = 'ready' ORDER BY sequence DESC LIMIT 9", "documents_by_state"),
            ] {
                let plan = try Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN " + sql).map { $0["detail"] as String }
                #expect(plan.joined().contains(index), "\(plan)")
                #expect(!plan.joined().contains("TEMP B-TREE"), "\(plan)")
            }
        }
    }
}
