import FailureModel
import Pipeline
import SQL

extension Tables {
    func complete(_ lease: Lease, with result: StageResult, then route: Route, at caller: Timestamp) throws {
        let locked = try lockedDocument(of: lease, then: route)
        let job = try held(lease)
        guard var document = try locked.first() else { throw StoreError.leaseLost(lease.job) }
        let now = try clock.now(caller)
        try publish(result.artefacts, by: job.stage, for: document, at: now)
        document = try learn(result.facts, by: job.stage, key: job.reuseKey, for: document, at: now)
        try move(job, to: .done, cause: .completed, at: now) { $0.failure = nil }

        let waiting = try job.reuseKey.map { try followers(of: $0, limit: .max) } ?? []
        try advance(document, along: route, due: job.due, at: now)
        guard let key = job.reuseKey else { return }
        let shared = SharedResult(key: key, document: document.id, stage: job.stage, facts: result.facts)
        for follower in waiting {
            let document = try take(over: shared, for: self.document(follower.document), at: now)
            try move(follower, to: .done, cause: .reused, at: now)
            try advance(document, along: route, due: follower.due, at: now)
        }
    }

    /// Returns followers, most urgent first.
    private func followers(of key: ContentID, limit: Int) throws -> [Job] {
        try db.rows(
            """
            SELECT \(jobColumns) FROM jobs WHERE reuse_key = ? AND state = 'following'
            ORDER BY priority DESC, due, id LIMIT ? \(forUpdate)
            """, [key.hex, limit], Job.init(row:))
    }

    func postpone(_ lease: Lease, cause: Event.Cause, failure: Failure?, due: Timestamp, at caller: Timestamp) throws {
        try lockDocument(of: lease)
        let (held, due) = (try held(lease), try clock.moment(due, at: caller))
        try move(held, to: .scheduled, cause: cause, at: clock.now(caller)) { job in
            job.due = due
            job.failure = failure
            if cause == .snoozed { job.attempt -= 1 }
        }
    }

    func release(_ lease: Lease, at caller: Timestamp) throws {
        try lockDocument(of: lease)
        let held = try held(lease)
        try move(held, to: .available, cause: .released, at: clock.now(caller)) { $0.attempt -= 1 }
    }

    func end(_ lease: Lease, as state: JobState, because failure: Failure, at caller: Timestamp) throws {
        try lockDocument(of: lease, isEnding: true)
        let held = try held(lease)
        try end(held, as: state, because: failure, at: clock.now(caller))
    }

    /// Ends a live job without a result, fails its document and promotes a follower.
    func end(_ job: Job, as state: JobState, because failure: Failure, at now: Timestamp) throws {
        try move(job, to: state, cause: state == .dead ? .died : .cancelled, at: now) { $0.failure = failure }
        let document = try document(job.document)
        _ = try move(
            document, to: .failed, cause: .failed,
            failure: DocumentFailure(
                stage: job.stage, during: document.state, failure: failure, attempt: job.attempt),
            at: now)
        try promoteFollower(of: job, at: now)
    }

    func promoteFollower(of job: Job, at now: Timestamp) throws {
        guard job.state != .following, let key = job.reuseKey else { return }
        try lock(keys: [key])
        guard let next = try followers(of: key, limit: 1).first else { return }
        try move(next, to: .available, cause: .promoted, at: now)
    }

    func purge(finishedBefore cutoff: Timestamp, limit: Int) throws -> Int {
        let old = try db.rows(
            isShared
                ? """
                SELECT jobs.id, document FROM jobs JOIN documents ON documents.sequence = document
                WHERE finished_at < ? AND NOT EXISTS (SELECT 1 FROM events
                    WHERE events.document = jobs.document AND events.sequence >= \(EventNumbers.firstPending))
                ORDER BY jobs.id LIMIT ? FOR UPDATE OF jobs SKIP LOCKED FOR KEY SHARE OF documents SKIP LOCKED
                """ : "SELECT id, document FROM jobs WHERE finished_at < ? ORDER BY id LIMIT ?",
            [cutoff.milliseconds, limit]
        ) { (job: $0[0] as Int64, document: $0[1] as Int64) }
        for (job, document) in old {
            try notePurge("document = ? AND job_id = ?", [document, job])
            try db.execute("DELETE FROM events WHERE document = ? AND job_id = ?", [document, job])
            try db.execute("DELETE FROM jobs WHERE id = ?", [job])
        }
        let deletions = """
            sequence IN (SELECT sequence FROM events WHERE document IS NULL AND at < ?
                AND sequence < \(EventNumbers.firstPending) ORDER BY at LIMIT ?)
            """
        try notePurge(deletions, [cutoff.milliseconds, limit])
        try db.execute("DELETE FROM events WHERE \(deletions)", [cutoff.milliseconds, limit])
        return old.count
    }

    /// Records the newest event to be purged, before which the feed becomes unreadable.
    private func notePurge(_ condition: String, _ arguments: SQLArguments) throws {
        guard let newest = try db.value(Int64.self, "SELECT max(sequence) FROM events WHERE \(condition)", arguments)
        else { return }
        try db.execute("UPDATE feed SET purged = ? WHERE purged < ?", [newest, newest])
    }
}
