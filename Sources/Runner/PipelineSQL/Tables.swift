import FailureModel
import Pipeline
import SQL

/// An event that is written with the others of its move.
private struct WaitingEvent {
    let document: DocumentID
    let job: JobID?
    let at: Timestamp
    /// The values of its columns.
    let values: SQLArguments
}

/// The tables within one transaction.
///
/// The moves are in extensions. They mirror those of the memory store, and the same tests cover both.
struct Tables {
    /// The changes of a transaction, for waiting callers.
    final class Moved {
        /// The settled or deleted documents, with the time, and whether others may wait for them.
        var atRest: [(document: DocumentID, at: Timestamp, isPart: Bool)] = []
        /// Whether there is a job to claim, now or when it is due.
        var madeWork = false
        var wroteEvents = false
        /// The events to be written, in order.
        fileprivate var events: [WaitingEvent] = []
        /// Returns the first event of a move; see ``Witness``.
        var witness: (() throws -> Witness?)?
        /// The second of an ending, if it is the first one of that second.
        var beganSecond: Int64?
    }

    let db: any SQLSession
    let moved = Moved()
    let locks = HeldLocks()
    let clock: MoveClock
    /// Whether moves run beside each other, on PostgreSQL.
    let isShared: Bool

    init(db: any SQLSession, clock: MoveClock = MoveClock(server: nil)) {
        self.db = db
        self.clock = clock
        isShared = db.dialect == .postgreSQL
    }

    /// The subquery for a document's number, with its ID bound.
    static let documentNumber = "(SELECT sequence FROM documents WHERE id = ?)"

    /// Returns a document; one outside the scope is unknown.
    func document(_ id: DocumentID, in scope: OwnerScope = .all) throws -> Document {
        let document = try pendingDocument(id).first()
        guard let document, scope.contains(document.owner) else { throw StoreError.documentUnknown(id) }
        return document
    }

    func pendingDocument(_ id: DocumentID) throws -> PendingRows<Document> {
        try db.pendingRows(
            "SELECT \(documentColumns) FROM documents WHERE id = ?", [id.description], Document.init(row:))
    }

    /// Returns the job of a lease, if it is current.
    ///
    /// It stays so, since the job's document is locked: others only renew the lease and report progress.
    func held(_ lease: Lease) throws -> Job {
        let job = try db.row(
            "SELECT \(jobColumns) FROM jobs WHERE id = ? AND fence = ? AND state = 'running'",
            [lease.job.number, lease.fence], Job.init(row:))
        guard let job else { throw StoreError.leaseLost(lease.job) }
        return job
    }

    /// Returns the document's only job that is not final, if any.
    func liveJob(of document: DocumentID) throws -> Job? {
        try db.row(
            """
            SELECT \(jobColumns) FROM jobs WHERE document = \(Self.documentNumber) AND finished_at IS NULL
            \(forUpdate)
            """, [document.description], Job.init(row:))
    }

    func log(
        _ cause: Event.Cause, _ document: Document, from: DocumentState?, isPart: Bool = false, at now: Timestamp
    ) throws {
        if !document.state.isWorking { moved.atRest.append((document.id, now, isPart)) }
        moved.events.append(
            WaitingEvent(
                document: document.id, job: nil, at: now,
                values: [
                    now.milliseconds, document.id.description, cause.rawValue, from?.rawValue, document.state.rawValue,
                    document.fill, nil, document.failure?.stage.text, document.failure?.attempt, nil, nil,
                    document.failure?.code.rawValue,
                ]))
    }

    /// Writes the event of a job's move.
    ///
    /// `job` is the state after the move; values cleared by the move are taken from `before`.
    func log(_ cause: Event.Cause, _ job: Job, before: Job?, at now: Timestamp) throws {
        if job.state == .available || job.state == .scheduled { moved.madeWork = true }
        let ran = before?.state == .running
        moved.events.append(
            WaitingEvent(
                document: job.document, job: job.id, at: now,
                values: [
                    now.milliseconds, job.document.description, cause.rawValue, before?.state.rawValue,
                    job.state.rawValue, job.fill, job.id.number, job.stage.text, ran ? before?.attempt : job.attempt,
                    (before?.startedAt).map { now.milliseconds - $0.milliseconds }, job.worker ?? before?.worker,
                    ran ? job.failure?.code.rawValue : nil,
                ]))
    }

    /// Records a document's deletion in an event that outlives all its others.
    func logDeletion(of document: Document, at now: Timestamp) throws {
        moved.atRest.append((document.id, now, isPart: true))
        try writeEvents()
        try write(
            """
            INSERT INTO events (at, cause, from_state, to_state, fill, gone_id, gone_kind, gone_owner)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                WaitingEvent(
                    document: document.id, job: nil, at: now,
                    values: [
                        now.milliseconds, Event.Cause.deleted.rawValue, document.state.rawValue, Event.gone,
                        document.fill, document.id.description, document.kind.text, document.owner.text,
                    ])
            ])
    }

    /// Writes the events of a move, together.
    func writeEvents() throws {
        // The server compiles a statement for each number of rows, so there are few.
        while !moved.events.isEmpty {
            let events = Array(moved.events.prefix(Self.eventsTogether))
            moved.events.removeFirst(events.count)
            let row = "(?, \(Self.documentNumber), ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
            try write(
                """
                INSERT INTO events (at, document, cause, from_state, to_state, fill, job_id, stage, attempt,
                    duration_ms, worker, code) VALUES \(Array(repeating: row, count: events.count).joined(separator: ", "))
                """, events)
        }
    }

    private static let eventsTogether = 4

    /// Writes events; on PostgreSQL the first one of a move is its witness.
    private func write(_ sql: String, _ events: [WaitingEvent]) throws {
        moved.wroteEvents = true
        let values = events.map(\.values).reduce([], +)
        guard isShared, moved.witness == nil, let first = events.first else { return try db.enqueue(sql, values) }
        let numbers = try db.pendingRows("\(sql) RETURNING sequence", values) { $0[0] as Int64 }
        moved.witness = {
            try numbers.first().map { Witness(document: first.document, job: first.job, number: $0, at: first.at) }
        }
    }

    /// Writes a document's move and its event.
    func move(
        _ before: Document, to state: DocumentState, cause: Event.Cause, failure: DocumentFailure? = nil,
        fill: Int? = nil, at now: Timestamp
    ) throws -> Document {
        var document = before
        document.state = state
        document.failure = failure
        document.fill = fill ?? before.fill
        document.updatedAt = now
        let isPart = try db.value(
            Bool.self,
            """
            UPDATE documents SET state = ?, fill = ?, failure_stage = ?, failure_during = ?, failure_code = ?,
                failure_message = ?, failure_attempt = ?, failure_details = ?, updated_at = ? WHERE id = ?
            RETURNING EXISTS (SELECT 1 FROM parts WHERE part_id = documents.id)
            """,
            [
                state.rawValue, document.fill, failure?.stage.text, failure?.during.rawValue, failure?.code.rawValue,
                failure?.message, failure?.attempt, try FailureDetails.encode(failure?.failure), now.milliseconds,
                document.id.description,
            ])
        try log(cause, document, from: before.state, isPart: isPart ?? false, at: now)
        return document
    }

    /// Writes a job's move and its event.
    ///
    /// It clears the lease, since no job starts running here, and sets the time of the end.
    func move(
        _ before: Job, to state: JobState, cause: Event.Cause, at now: Timestamp,
        changing: (inout Job) -> Void = { _ in }
    ) throws {
        var job = before
        job.state = state
        job.worker = nil
        job.leaseUntil = nil
        job.startedAt = nil
        job.finishedAt = state.isFinal ? now : nil
        job.progress = nil
        changing(&job)
        try db.enqueue(
            """
            UPDATE jobs SET state = ?, attempt = ?, due = ?, worker = NULL, lease_until = NULL, started_at = NULL,
                finished_at = ?, failure_code = ?, failure_message = ?, progress_completed = NULL,
                progress_total = NULL, progress_unit = NULL WHERE id = ?
            """,
            [
                state.rawValue, job.attempt, job.due.milliseconds, job.finishedAt?.milliseconds,
                job.failure?.code.rawValue,
                job.failure?.message, job.id.number,
            ])
        if state.isFinal { try count(state, of: job.document, at: now) }
        try log(cause, job, before: before, at: now)
    }

    func count(_ state: JobState, of document: DocumentID, at now: Timestamp) throws {
        if state == .cancelled { return }
        let second = now.milliseconds / 1000
        try db.enqueue(
            """
            INSERT INTO endings (second, owner, done, dead)
            VALUES (?, (SELECT owner FROM documents WHERE id = ?), ?, ?)
            ON CONFLICT (second, owner\(isShared ? ", connection" : ""))
                DO UPDATE SET done = endings.done + excluded.done, dead = endings.dead + excluded.dead
            RETURNING done + dead
            """,
            [second, document.description, state == .done ? 1 : 0, state == .dead ? 1 : 0]
        ) { [moved] rows in
            if rows.first?[0] == 1 { moved.beganSecond = second }
        }
    }

    /// Forgets earlier endings, since the status covers only the last minute.
    func forgetEndings(before second: Int64) throws {
        try db.execute(
            isShared
                ? """
                DELETE FROM endings WHERE (second, owner, connection) IN
                    (SELECT second, owner, connection FROM endings WHERE second < ? FOR UPDATE SKIP LOCKED)
                """ : "DELETE FROM endings WHERE second < ?", [second])
    }
}
