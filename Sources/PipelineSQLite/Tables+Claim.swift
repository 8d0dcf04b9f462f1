import GRDB
import Pipeline

extension Tables {
    func claim(_ request: ClaimRequest, at now: Timestamp) throws -> [Claim] {
        try makeDueAvailable(at: now)
        let slots = request.slots.filter { $0.room > 0 }
        if slots.isEmpty { return [] }
        let jobs = try rows(Self.claimSQL(slots.count), Self.arguments(request, slots, now), Job.init(row:))
        return try jobs.sorted(by: Self.isMoreUrgent).map { job in
            var before = job
            before.state = .available
            before.startedAt = nil
            try log(.claimed, job, before: before, at: now)
            let document = try document(job.document)
            return Claim(
                job: job, document: document, published: try artefacts(of: job.document, fill: job.fill),
                parts: try parts(of: document))
        }
    }

    /// One statement: the most urgent jobs of each stage up to its free slots, and the most urgent of those up to the
    /// limit.
    ///
    /// Each subquery reads only the front of `jobs_live`.
    private static func claimSQL(_ slots: Int) -> String {
        let part = """
            SELECT * FROM (SELECT id, priority, due FROM jobs
                WHERE kind = ? AND stage = ? AND state = 'available' AND finished_at IS NULL
                ORDER BY priority DESC, due, id LIMIT ?)
            """
        let parts = Array(repeating: part, count: slots).joined(separator: " UNION ALL ")
        return """
            UPDATE jobs SET state = 'running', attempt = attempt + 1, fence = fence + 1, worker = ?, lease_until = ?,
                started_at = ?
            WHERE id IN (SELECT id FROM (\(parts)) ORDER BY priority DESC, due, id LIMIT ?)
            RETURNING \(jobColumns)
            """
    }

    private static func arguments(
        _ request: ClaimRequest, _ slots: [ClaimRequest.Slot], _ now: Timestamp
    ) -> StatementArguments {
        var arguments: StatementArguments = [request.worker, request.leaseUntil.milliseconds, now.milliseconds]
        for slot in slots { arguments += [slot.address.kind.text, slot.address.stage.text, slot.room] }
        arguments += [request.limit]
        return arguments
    }

    private static func isMoreUrgent(_ a: Job, _ b: Job) -> Bool {
        (b.priority, a.due, a.id) < (a.priority, b.due, b.id)
    }

    private func makeDueAvailable(at now: Timestamp) throws {
        let due = try rows(
            "SELECT \(jobColumns) FROM jobs INDEXED BY jobs_due WHERE state = 'scheduled' AND due <= ? ORDER BY due, id",
            [now.milliseconds], Job.init(row:))
        for job in due { try move(job, to: .available, cause: .due, at: now) }
    }

    func renew(_ leases: [Lease], until deadline: Timestamp) throws -> [Lease] {
        try leases.filter { lease in
            try execute(
                "UPDATE jobs SET lease_until = ? WHERE id = ? AND fence = ? AND state = 'running'",
                [deadline.milliseconds, lease.job.number, lease.fence])
            return db.changesCount == 0
        }
    }

    func report(_ progress: [Lease: JobProgress], at now: Timestamp) throws {
        for (lease, progress) in progress.sorted(by: { $0.key.job < $1.key.job }) {
            try execute(
                """
                UPDATE jobs SET progress_completed = ?, progress_total = ?, progress_unit = ?
                WHERE id = ? AND fence = ? AND state = 'running'
                """, [progress.completed, progress.total, progress.unit, lease.job.number, lease.fence])
            if db.changesCount == 0 { continue }
            try execute(
                """
                DELETE FROM events WHERE document = (SELECT document FROM jobs WHERE id = ?1) AND job_id = ?1
                    AND cause = 'progressed'
                """, [lease.job.number])
            try execute(
                """
                INSERT INTO events (at, document, cause, from_state, to_state, fill, job_id, stage, attempt, duration_ms,
                    worker, progress_completed, progress_total, progress_unit)
                SELECT ?, document, 'progressed', state, state, fill, id, stage, attempt, ? - started_at, worker,
                    progress_completed, progress_total, progress_unit FROM jobs WHERE id = ?
                """, [now.milliseconds, now.milliseconds, lease.job.number])
            moved.wroteEvents = true
        }
    }

    /// The jobs whose leases have expired.
    ///
    /// The index is named because without statistics SQLite would choose a longer one.
    func expired(at now: Timestamp) throws -> [Job] {
        try rows(
            """
            SELECT \(jobColumns) FROM jobs INDEXED BY jobs_leases
            WHERE state = 'running' AND (lease_until <= ? OR lease_until > ?) ORDER BY lease_until, id
            """, [now.milliseconds, (now + Job.longestLease).milliseconds], Job.init(row:))
    }

    func expireLeases(at now: Timestamp) throws -> Int {
        let expired = try expired(at: now)
        for job in expired {
            if job.countsLosses, job.attempt >= job.attemptLimit {
                try end(job, as: .dead, because: .workerLost, at: now)
            } else {
                try move(job, to: .available, cause: .expired, at: now) {
                    $0.failure = .workerLost
                    if !job.countsLosses { $0.attempt -= 1 }
                }
            }
        }
        return expired.count
    }
}
