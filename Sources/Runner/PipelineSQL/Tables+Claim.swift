import Pipeline
import SQL

extension Tables {
    func claim(_ request: ClaimRequest, by turns: ClaimTurns, at caller: Timestamp) throws -> [Claim] {
        var waiting = try candidates(for: request)
        let due = try dueJobs(at: caller)
        let now = try clock.now(caller)
        for job in due { try move(job, to: .available, cause: .due, at: now) }
        if !due.isEmpty { waiting = try candidates(for: request) }
        let candidates = try waiting?.get() ?? []
        let owners = Set(candidates.map(\.owner))
        let chosen = turns.choose(
            among: candidates, running: owners.count > 1 ? try runningJobs() : [:], for: request)
        if chosen.isEmpty { return [] }
        let deadline = try clock.moment(request.leaseUntil, at: caller)
        let places = Dictionary(uniqueKeysWithValues: zip(chosen, chosen.indices))
        let jobs =
            try isShared
            ? take(candidates.filter { places[$0.id] != nil }, by: request.worker, until: deadline, at: now)
            : take(chosen, by: request.worker, until: deadline, at: now)
        // Jobs that another worker made this one pass over come last.
        let ordered = jobs.sorted { (places[$0.id] ?? .max, $0.id) < (places[$1.id] ?? .max, $1.id) }
        let claimed = try ordered.map { job in
            var before = job
            before.state = .available
            before.startedAt = nil
            try log(.claimed, job, before: before, at: now)
            return (job, try pendingDocument(job.document), try pendingArtefacts(of: job.document, fill: job.fill))
        }
        return try claimed.map { job, document, published in
            guard let document = try document.first() else { throw StoreError.documentUnknown(job.document) }
            return Claim(job: job, document: document, published: try published.get(), parts: try parts(of: document))
        }
    }

    private static let taking = """
        UPDATE jobs SET state = 'running', attempt = attempt + 1, fence = fence + 1, worker = ?, lease_until = ?,
            started_at = ?
        """

    /// Takes jobs, which no other transaction can have taken meanwhile.
    private func take(
        _ chosen: [JobID], by worker: String, until deadline: Timestamp, at now: Timestamp
    ) throws -> [Job] {
        try db.rows(
            """
            \(Self.taking) WHERE id IN (\(Array(repeating: "?", count: chosen.count).joined(separator: ", ")))
                AND state = 'available' RETURNING \(jobColumns)
            """,
            [worker, deadline.milliseconds, now.milliseconds]
                + SQLArguments(chosen.map(\.number)), Job.init(row:))
    }

    /// Takes as many jobs of each line as were chosen.
    ///
    /// They are the chosen ones, or those behind them if other workers take them now.
    /// It passes over locked jobs, such as those of documents that are being deleted, so it never waits.
    private func take(
        _ chosen: [ClaimTurns.Candidate], by worker: String, until deadline: Timestamp, at now: Timestamp
    ) throws -> [Job] {
        let lines = Dictionary(grouping: chosen) { OwnersLine(address: $0.address, owner: $0.owner) }
            .sorted { $0.key < $1.key }
        var arguments: SQLArguments = [worker, deadline.milliseconds, now.milliseconds]
        var fronts: [String] = []
        for (line, jobs) in lines {
            arguments += [line.address.kind.text, line.address.stage.text, line.owner.text]
            fronts.append(
                """
                ARRAY(SELECT id FROM jobs WHERE kind = ? AND stage = ? AND state = 'available' AND finished_at IS NULL
                    AND owner = ? ORDER BY priority DESC, due, id LIMIT \(jobs.count) FOR UPDATE SKIP LOCKED)
                """)
        }
        return try db.rows(
            "\(Self.taking) WHERE id = ANY (\(fronts.joined(separator: " || "))) RETURNING \(jobColumns)", arguments,
            reuse: .recent, Job.init(row:))
    }

    /// Returns the most urgent available jobs of each owner and free stage.
    ///
    /// They are as many as could be claimed; `nil` if none can.
    func candidates(for request: ClaimRequest) throws -> PendingRows<ClaimTurns.Candidate>? {
        let slots = request.room.filter { $0.value > 0 }.map { (address: $0.key, room: $0.value) }
        guard let room = slots.map(\.room).max(), request.limit > 0 else { return nil }
        var arguments = SQLArguments()
        for slot in slots { arguments += [slot.address.kind.text, slot.address.stage.text] }
        let sql = candidatesSQL(slots.count, limit: min(room, request.limit))
        return try db.pendingRows(sql, arguments) { row in
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
    /// It goes from owner to owner in `jobs_live`, however many jobs are waiting. The limit is no argument, for which
    /// PostgreSQL would plan the statement again each time.
    private func candidatesSQL(_ slots: Int, limit: Int) -> String {
        if isShared {
            return """
                \(Self.linesSQL(slots))
                SELECT slot, fronts.id, fronts.owner, fronts.priority, fronts.due FROM lines CROSS JOIN LATERAL (
                    SELECT id, owner, priority, due FROM jobs WHERE \(Self.isOpen("lines")) AND owner = lines.owner
                    ORDER BY priority DESC, due, id LIMIT \(limit)) AS fronts
                WHERE lines.owner IS NOT NULL
                """
        }
        return """
            \(Self.linesSQL(slots))
            SELECT slot, jobs.id, jobs.owner, jobs.priority, jobs.due FROM lines
            JOIN jobs ON jobs.id IN (SELECT id FROM jobs WHERE \(Self.isOpen("lines")) AND owner = lines.owner
                ORDER BY priority DESC, due, id LIMIT \(limit))
            WHERE lines.owner IS NOT NULL
            """
    }

    /// Returns the table `lines`, with a row for each stage and owner of available jobs.
    ///
    /// Each stage also has a row without an owner. The next owner is asked for as the first row, since PostgreSQL may read
    /// all jobs for a minimum.
    private static func linesSQL(_ slots: Int) -> String {
        let values = (0..<slots).map { "(\($0), ?, ?)" }.joined(separator: ", ")
        return """
            WITH RECURSIVE slots (slot, kind, stage) AS (VALUES \(values)), lines (slot, kind, stage, owner) AS (
                SELECT slot, kind, stage, (SELECT owner FROM jobs WHERE \(isOpen("slots")) ORDER BY owner LIMIT 1)
                FROM slots
                UNION ALL
                SELECT slot, kind, stage, (SELECT owner FROM jobs WHERE \(isOpen("lines")) AND owner > lines.owner
                    ORDER BY owner LIMIT 1)
                FROM lines WHERE lines.owner IS NOT NULL)
            """
    }

    private static func isOpen(_ table: String) -> String {
        "kind = \(table).kind AND stage = \(table).stage AND state = 'available' AND finished_at IS NULL"
    }

    private func runningJobs() throws -> [OwnerID: Int] {
        let counts = try db.rows(
            """
            SELECT owner, count(*) FROM jobs \(db.dialect.indexed(by: "jobs_leases")) WHERE state = 'running'
            GROUP BY owner
            """, []
        ) { row in (OwnerID(row[0]), row[1] as Int) }
        return Dictionary(uniqueKeysWithValues: counts)
    }

    /// Returns the scheduled jobs that are due, without those that another claim makes available now.
    private func dueJobs(at caller: Timestamp) throws -> [Job] {
        if !isShared {
            return try db.rows(
                """
                SELECT \(jobColumns) FROM jobs INDEXED BY jobs_due WHERE state = 'scheduled' AND due <= ?
                ORDER BY due, id
                """, [caller.milliseconds], Job.init(row:))
        }
        let ids = try db.values(
            Int64.self,
            """
            SELECT jobs.id FROM jobs JOIN documents ON documents.sequence = jobs.document
            WHERE jobs.state = 'scheduled'
                AND jobs.due <= coalesce(CAST(? AS bigint), \(MoveClock.queryOfStatement))
            ORDER BY jobs.due, jobs.id LIMIT 1000
            FOR UPDATE OF jobs SKIP LOCKED FOR KEY SHARE OF documents SKIP LOCKED
            """, [clock.isServers ? nil : caller.milliseconds])
        guard !ids.isEmpty else { return [] }
        return try db.rows(
            "SELECT \(jobColumns) FROM jobs WHERE id \(Self.isIn) ORDER BY due, id", [Self.list(ids)],
            Job.init(row:))
    }

    func renew(_ leases: [Lease], until deadline: Timestamp) throws -> [Lease] {
        // In the order of their numbers, in which all transactions lock jobs.
        try leases.sorted { $0.job < $1.job }.filter { lease in
            try db.execute(
                "UPDATE jobs SET lease_until = ? WHERE id = ? AND fence = ? AND state = 'running'",
                [deadline.milliseconds, lease.job.number, lease.fence]) == 0
        }
    }

    func report(_ progress: [Lease: JobProgress], at now: Timestamp) throws {
        if isShared {
            // The documents first, as in all moves: a deletion, which holds the job as well, is waited for.
            try db.execute(
                """
                SELECT 1 FROM documents WHERE sequence IN (SELECT document FROM jobs WHERE id \(Self.isIn))
                ORDER BY sequence FOR SHARE
                """, [Self.list(progress.keys.map(\.job.number))])
        }
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
                SELECT CAST(? AS bigint), document, 'progressed', state, state, fill, id, stage, attempt,
                    CAST(? AS bigint) - started_at, worker,
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
            SELECT \(jobColumns) FROM jobs \(db.dialect.indexed(by: "jobs_leases"))
            WHERE state = 'running' AND (lease_until <= ? OR lease_until > ?) ORDER BY lease_until, id
            """, [now.milliseconds, (now + Job.longestLease).milliseconds], Job.init(row:))
    }

    /// Returns the jobs with expired leases, which nobody renews or ends meanwhile.
    private func lockedExpired(at now: Timestamp) throws -> [Job] {
        let expired = try expired(at: now)
        guard isShared, !expired.isEmpty else { return expired }
        try lockDocuments(of: expired)
        try db.execute(
            "SELECT 1 FROM jobs WHERE id \(Self.isIn) ORDER BY id FOR UPDATE", [Self.list(expired.map(\.id.number))])
        let known = Set(expired.map(\.id))
        return try self.expired(at: now).filter { known.contains($0.id) }
    }

    func expireLeases(at now: Timestamp) throws -> Int {
        let expired = try lockedExpired(at: now)
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

/// The queue of an owner's jobs in a stage.
private struct OwnersLine: Hashable, Comparable {
    let address: StageAddress
    let owner: OwnerID

    static func < (a: Self, b: Self) -> Bool {
        (a.address.kind.text, a.address.stage.text, a.owner.text) < (
            b.address.kind.text, b.address.stage.text, b.owner.text
        )
    }
}
