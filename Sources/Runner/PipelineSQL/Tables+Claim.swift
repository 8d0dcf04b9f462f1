import Pipeline
import SQL

extension Tables {
    func claim(_ request: ClaimRequest, by turns: ClaimTurns, at now: Timestamp) throws -> [Claim] {
        try makeDueAvailable(at: now)
        let candidates = try candidates(for: request)
        let owners = Set(candidates.map(\.owner))
        let chosen = turns.choose(
            among: candidates, running: owners.count > 1 ? try runningJobs() : [:], for: request)
        if chosen.isEmpty { return [] }
        let places = Dictionary(uniqueKeysWithValues: zip(chosen, chosen.indices))
        let jobs = try db.rows(
            Self.claimSQL(chosen.count),
            [request.worker, request.leaseUntil.milliseconds, now.milliseconds]
                + SQLArguments(chosen.map(\.number)), Job.init(row:))
        return try jobs.sorted { (places[$0.id] ?? 0) < (places[$1.id] ?? 0) }.map { job in
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

    private static func claimSQL(_ count: Int) -> String {
        """
        UPDATE jobs SET state = 'running', attempt = attempt + 1, fence = fence + 1, worker = ?, lease_until = ?,
            started_at = ?
        WHERE id IN (\(Array(repeating: "?", count: count).joined(separator: ", "))) AND state = 'available'
        RETURNING \(jobColumns)
        """
    }

    /// Returns the most urgent available jobs of each owner and free stage.
    ///
    /// They are as many as could be claimed.
    private func candidates(for request: ClaimRequest) throws -> [ClaimTurns.Candidate] {
        let slots = request.room.filter { $0.value > 0 }.map { (address: $0.key, room: $0.value) }
        guard let room = slots.map(\.room).max(), request.limit > 0 else { return [] }
        var arguments = SQLArguments()
        for slot in slots { arguments += [slot.address.kind.text, slot.address.stage.text] }
        arguments += [min(room, request.limit)]
        return try db.rows(Self.candidatesSQL(slots.count), arguments) { row in
            ClaimTurns.Candidate(
                id: JobID(row[1]), address: slots[row[0]].address, owner: OwnerID(row[2]), priority: row[3],
                due: Timestamp(milliseconds: row[4]))
        }
    }

    /// Returns the owners of available jobs of each stage.
    func waitingOwners(for stages: [StageAddress]) throws -> [StageAddress: Set<OwnerID>] {
        guard !stages.isEmpty else { return [:] }
        var arguments = SQLArguments()
        for stage in stages { arguments += [stage.kind.text, stage.stage.text] }
        let lines = try db.rows(
            "\(Self.linesSQL(stages.count)) SELECT slot, owner FROM lines WHERE owner IS NOT NULL", arguments
        ) { row in (stages[row[0]], OwnerID(row[1])) }
        return lines.reduce(into: [:]) { $0[$1.0, default: []].insert($1.1) }
    }

    /// Returns a statement that reads only the front of each owner's queue.
    ///
    /// It goes from owner to owner in `jobs_live`, however many jobs are waiting.
    private static func candidatesSQL(_ slots: Int) -> String {
        """
        \(linesSQL(slots))
        SELECT slot, jobs.id, jobs.owner, jobs.priority, jobs.due FROM lines
        JOIN jobs ON jobs.id IN (SELECT id FROM jobs WHERE \(isOpen("lines")) AND owner = lines.owner
            ORDER BY priority DESC, due, id LIMIT ?)
        WHERE lines.owner IS NOT NULL
        """
    }

    /// Returns the table `lines`, with a row for each stage and owner of available jobs.
    ///
    /// Each stage also has a row without an owner.
    private static func linesSQL(_ slots: Int) -> String {
        let values = (0..<slots).map { "(\($0), ?, ?)" }.joined(separator: ", ")
        return """
            WITH RECURSIVE slots (slot, kind, stage) AS (VALUES \(values)), lines (slot, kind, stage, owner) AS (
                SELECT slot, kind, stage, (SELECT min(owner) FROM jobs WHERE \(isOpen("slots"))) FROM slots
                UNION ALL
                SELECT slot, kind, stage, (SELECT min(owner) FROM jobs WHERE \(isOpen("lines")) AND owner > lines.owner)
                FROM lines WHERE lines.owner IS NOT NULL)
            """
    }

    private static func isOpen(_ table: String) -> String {
        "kind = \(table).kind AND stage = \(table).stage AND state = 'available' AND finished_at IS NULL"
    }

    private func runningJobs() throws -> [OwnerID: Int] {
        let counts = try db.rows(
            "SELECT owner, count(*) FROM jobs INDEXED BY jobs_leases WHERE state = 'running' GROUP BY owner", []
        ) { row in (OwnerID(row[0]), row[1] as Int) }
        return Dictionary(uniqueKeysWithValues: counts)
    }

    private func makeDueAvailable(at now: Timestamp) throws {
        let due = try db.rows(
            "SELECT \(jobColumns) FROM jobs INDEXED BY jobs_due WHERE state = 'scheduled' AND due <= ? ORDER BY due, id",
            [now.milliseconds], Job.init(row:))
        for job in due { try move(job, to: .available, cause: .due, at: now) }
    }

    func renew(_ leases: [Lease], until deadline: Timestamp) throws -> [Lease] {
        try leases.filter { lease in
            try db.execute(
                "UPDATE jobs SET lease_until = ? WHERE id = ? AND fence = ? AND state = 'running'",
                [deadline.milliseconds, lease.job.number, lease.fence]) == 0
        }
    }

    func report(_ progress: [Lease: JobProgress], at now: Timestamp) throws {
        for (lease, progress) in progress.sorted(by: { $0.key.job < $1.key.job }) {
            let changed = try db.execute(
                """
                UPDATE jobs SET progress_completed = ?, progress_total = ?, progress_unit = ?
                WHERE id = ? AND fence = ? AND state = 'running'
                """, [progress.completed, progress.total, progress.unit, lease.job.number, lease.fence])
            if changed == 0 { continue }
            try db.execute(
                """
                DELETE FROM events WHERE document = (SELECT document FROM jobs WHERE id = ?1) AND job_id = ?1
                    AND cause = 'progressed'
                """, [lease.job.number])
            try db.execute(
                """
                INSERT INTO events (at, document, cause, from_state, to_state, fill, job_id, stage, attempt, duration_ms,
                    worker, progress_completed, progress_total, progress_unit)
                SELECT ?, document, 'progressed', state, state, fill, id, stage, attempt, ? - started_at, worker,
                    progress_completed, progress_total, progress_unit FROM jobs WHERE id = ?
                """, [now.milliseconds, now.milliseconds, lease.job.number])
            moved.wroteEvents = true
        }
    }

    /// Returns the jobs with expired leases.
    ///
    /// The index is named because without statistics SQLite would choose a longer one.
    func expired(at now: Timestamp) throws -> [Job] {
        try db.rows(
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
