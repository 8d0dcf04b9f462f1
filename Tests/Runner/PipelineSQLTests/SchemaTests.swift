import Foundation
import Pipeline
import PipelineSQL
import PipelineTestSupport
import SQL
import Testing

@Suite("The schema repeats the tables of moves")
struct SchemaTests {
    /// Inserts a document in `state`, without triggers; CHECKs hold.
    private func insertDocument(
        _ db: any SQLSession, _ state: DocumentState, during: DocumentState = .processing
    ) throws {
        let failed = state == .failed
        try drop("documents_begin", of: "documents", db)
        try db.execute(
            """
            INSERT INTO documents (id, kind, file_name, folded_name, media_type, content, byte_count, state, fill,
                failure_stage, failure_during, failure_code, failure_message, failure_attempt, priority, facts,
                created_at, updated_at)
            VALUES ('A', 'memo', 'f', 'f', 'm', ?, 0, ?, 1, ?, ?, ?, ?, ?, 0, '{}', 0, 0)
            """,
            [
                String(repeating: "0", count: 64), state.rawValue, failed ? "count" : nil,
                failed ? during.rawValue : nil, failed ? "code" : nil, failed ? "message" : nil, failed ? 1 : nil,
            ])
    }

    private func drop(_ trigger: String, of table: String, _ db: any SQLSession) throws {
        try db.script("DROP TRIGGER IF EXISTS \(trigger)" + (db.dialect == .sqlite ? "" : " ON \(table)"))
    }

    private func insertJob(_ db: any SQLSession, _ state: JobState) throws {
        let running = state == .running
        try db.execute(
            """
            INSERT INTO jobs (document, kind, stage, fill, state, priority, attempt, attempt_limit, due, reuse_key,
                fence, worker, lease_until, started_at, created_at, finished_at, failure_code, failure_message)
            VALUES ((SELECT sequence FROM documents), 'memo', 'count', 0, ?, 0, 1, 3, 0, ?, 1, ?, ?, ?, 0, ?, 'code',
                'message')
            """,
            [
                state.rawValue, String(repeating: "1", count: 64), running ? "w" : nil, running ? 1 : nil,
                running ? 1 : nil, state.isFinal ? 1 : nil,
            ])
    }

    @Test("documents: every pair of states is allowed in both or in neither", arguments: Engine.allCases)
    func documentMoves(_ engine: Engine) throws {
        let tables = try EmptyTables(engine)
        for from in DocumentState.allCases {
            for to in DocumentState.allCases {
                let during: DocumentState = to.isWorking ? to : .processing
                let refusal = try tables.refusal { db in
                    try insertDocument(db, from, during: during)
                    let failed = to == .failed
                    try db.execute(
                        """
                        UPDATE documents SET state = ?, failure_stage = ?, failure_during = ?, failure_code = ?,
                            failure_message = ?, failure_attempt = ?
                        """,
                        [
                            to.rawValue, failed ? "count" : nil, failed ? "processing" : nil, failed ? "code" : nil,
                            failed ? "message" : nil, failed ? 1 : nil,
                        ])
                }
                #expect((refusal == nil) == DocumentMove(from: from, to: to).isAllowed, "\(from) to \(to)")
                #expect(refusal == nil || refusal?.kind == .refused, "\(from) to \(to)")
            }
        }
    }

    @Test("documents: a filling does not start after a failed analysis", arguments: Engine.allCases)
    func failedDuring(_ engine: Engine) throws {
        let refusal = try EmptyTables(engine).refusal { db in
            try insertDocument(db, .failed, during: .processing)
            try db.execute(
                """
                UPDATE documents SET state = 'filling', failure_stage = NULL, failure_during = NULL,
                    failure_code = NULL, failure_message = NULL, failure_attempt = NULL
                """)
        }
        #expect(refusal?.kind == .refused)
    }

    @Test("jobs: every pair of states is allowed in both or in neither", arguments: Engine.allCases)
    func jobMoves(_ engine: Engine) throws {
        let tables = try EmptyTables(engine)
        for from in JobState.allCases {
            for to in JobState.allCases where from != to {
                let refusal = try tables.refusal { db in
                    try insertDocument(db, .imported)
                    try drop("jobs_begin", of: "jobs", db)
                    try insertJob(db, from)
                    let running = to == .running
                    try db.execute(
                        "UPDATE jobs SET state = ?, worker = ?, lease_until = ?, started_at = ?, finished_at = ?",
                        [
                            to.rawValue, running ? "w" : nil, running ? 1 : nil, running ? 1 : nil,
                            to.isFinal ? 1 : nil,
                        ])
                }
                #expect((refusal == nil) == JobMove(from: from, to: to).isAllowed, "\(from) to \(to)")
                #expect(refusal == nil || refusal?.kind == .refused, "\(from) to \(to)")
            }
        }
    }

    @Test("jobs: they start as the table says", arguments: Engine.allCases, JobState.allCases)
    func jobBirth(_ engine: Engine, _ state: JobState) throws {
        let refusal = try EmptyTables(engine).refusal { db in
            try insertDocument(db, .imported)
            try insertJob(db, state)
        }
        #expect((refusal == nil) == JobMove(from: nil, to: state).isAllowed)
    }

    @Test("a lease belongs to a running job and an end to a final one", arguments: Engine.allCases)
    func finals(_ engine: Engine) throws {
        let tables = try EmptyTables(engine)
        for broken in [
            "UPDATE jobs SET lease_until = 1", "UPDATE jobs SET finished_at = 1", "UPDATE jobs SET attempt = 4",
            "UPDATE jobs SET state = 'done'", "UPDATE documents SET failure_code = 'x'",
            "UPDATE documents SET facts = 'x'", "UPDATE documents SET state = 'asleep'",
            "INSERT INTO jobs SELECT id + 1, document, kind, stage, fill, state, priority, attempt, attempt_limit, due,"
                + " NULL, fence, worker, lease_until, started_at, created_at, finished_at, NULL, NULL, NULL, NULL, NULL,"
                + " owner FROM jobs", "UPDATE jobs SET progress_completed = 1, progress_total = 2",
            "INSERT INTO events (at, cause, to_state, fill) VALUES (0, 'deleted', 'deleted', 0)",
            "INSERT INTO events (at, document, cause, from_state, to_state, fill)"
                + " SELECT 0, sequence, 'imported', 'imported', 'filled', 0 FROM documents",
        ] {
            let refusal = try tables.refusal { db in
                try insertDocument(db, .imported)
                try insertJob(db, .available)
                try db.execute(broken)
            }
            let kinds: Set<SQLError.Kind?> = [.checkViolation, .uniqueViolation, .refused]
            // PostgreSQL has a type for JSON, whose refusals are of statements.
            #expect(
                kinds.contains(refusal?.kind)
                    || engine == .postgreSQL && broken.contains("facts")
                        && refusal?.kind == .statement,
                "\(broken): \(String(describing: refusal))")
        }
    }

    @Test("claims, leases and the status use indexes and sort nothing on SQLite")
    func queryPlans() throws {
        try EmptyTables(.sqlite).database.readBlocking { db in
            for (sql, index) in [
                (
                    """
                    SELECT id FROM jobs WHERE kind = 'k' AND stage = 's' AND state = 'available'
                        AND finished_at IS NULL AND owner = 'o' ORDER BY priority DESC, due, id LIMIT 3
                    """, "jobs_live"
                ),
                (
                    """
                    SELECT owner FROM jobs WHERE kind = 'k' AND stage = 's' AND state = 'available'
                        AND finished_at IS NULL AND owner > 'o' ORDER BY owner LIMIT 1
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
                let plan = try db.rows("EXPLAIN QUERY PLAN " + sql) { $0["detail"] as String }
                #expect(plan.joined().contains(index), "\(plan)")
                #expect(!plan.joined().contains("TEMP B-TREE"), "\(plan)")
            }
        }
    }
}
