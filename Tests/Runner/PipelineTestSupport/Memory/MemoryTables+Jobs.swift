import Pipeline
import FailureModel

extension MemoryTables {
    mutating func claim(_ request: ClaimRequest, by turns: ClaimTurns, at now: Timestamp) -> [Claim] {
        for job in jobs.values.filter({ $0.state == .scheduled && $0.due <= now }).sorted(by: Self.isEarlier) {
            move(job, to: .available, cause: .due, at: now)
        }
        var running: [OwnerID: Int] = [:]
        var candidates: [ClaimTurns.Candidate] = []
        for job in jobs.values {
            guard let owner = documents[job.document]?.owner else { continue }
            switch job.state {
            case .running: running[owner, default: 0] += 1
            case .available:
                candidates.append(
                    ClaimTurns.Candidate(
                        id: job.id, address: job.address, owner: owner, priority: job.priority, due: job.due))
            default: break
            }
        }
        var claims: [Claim] = []
        for id in turns.choose(among: candidates, running: running, for: request) {
            guard let job = jobs[id], let document = documents[job.document] else { continue }
            move(job, to: .running, cause: .claimed, at: now) { job in
                job.attempt += 1
                job.fence += 1
                job.worker = request.worker
                job.leaseUntil = request.leaseUntil
                job.startedAt = now
            }
            guard let running = jobs[job.id] else { continue }
            let published = artefacts.filter {
                $0.document == document.id && ($0.fill == 0 || $0.fill == running.fill)
            }
            claims.append(
                Claim(job: running, document: document, published: published, parts: parts(of: document.id)))
        }
        return claims
    }

    func waitingOwners(for stages: [StageAddress]) -> [StageAddress: Set<OwnerID>] {
        let stages = Set(stages)
        var owners: [StageAddress: Set<OwnerID>] = [:]
        for job in jobs.values where job.state == .available && stages.contains(job.address) {
            guard let owner = documents[job.document]?.owner else { continue }
            owners[job.address, default: []].insert(owner)
        }
        return owners
    }

    /// Orders by due time, then by age.
    private static func isEarlier(_ a: Job, _ b: Job) -> Bool { (a.due, a.id) < (b.due, b.id) }

    /// Orders by priority, then by due time, then by age.
    static func isMoreUrgent(_ a: Job, _ b: Job) -> Bool {
        (b.priority, a.due, a.id) < (a.priority, b.due, b.id)
    }

    mutating func renew(_ leases: [Lease], until deadline: Timestamp) -> [Lease] {
        leases.filter { lease in
            guard let job = try? held(lease) else { return true }
            jobs[job.id]?.leaseUntil = deadline
            return false
        }
    }

    mutating func report(_ progress: [Lease: JobProgress], at now: Timestamp) {
        for (lease, progress) in progress.sorted(by: { $0.key.job < $1.key.job }) {
            guard var job = try? held(lease) else { continue }
            events.removeAll { $0.job == job.id && $0.cause == .progressed }
            job.progress = progress
            jobs[job.id] = job
            log(.progressed, job, before: job, at: now)
        }
    }

    mutating func complete(
        _ lease: Lease, with result: StageResult, then route: Route, at now: Timestamp
    ) throws(StoreError) {
        let job = try held(lease)
        var document = try document(job.document)
        publish(result.artefacts, by: job.stage, for: document, at: now)
        learn(result.facts, by: job.stage, key: job.reuseKey, for: &document, at: now)
        move(job, to: .done, cause: .completed, at: now) { $0.failure = nil }

        let waiting = followers(of: job)
        advance(document, along: route, due: job.due, at: now)
        let shared = SharedResult(document: document.id, stage: job.stage, facts: result.facts)
        for follower in waiting {
            guard var document = documents[follower.document] else { continue }
            take(over: shared, key: job.reuseKey, for: &document, at: now)
            move(follower, to: .done, cause: .reused, at: now)
            advance(document, along: route, due: follower.due, at: now)
        }
    }

    /// Returns the jobs that follow this one, most urgent first.
    private func followers(of job: Job) -> [Job] {
        guard let key = job.reuseKey else { return [] }
        return jobs.values.filter { $0.state == .following && $0.reuseKey == key }.sorted(by: Self.isMoreUrgent)
    }

    mutating func postpone(
        _ lease: Lease, cause: Event.Cause, failure: Failure?, due: Timestamp, at now: Timestamp
    ) throws(StoreError) {
        move(try held(lease), to: .scheduled, cause: cause, at: now) { job in
            job.due = due
            job.failure = failure
            if cause == .snoozed { job.attempt -= 1 }
        }
    }

    mutating func release(_ lease: Lease, at now: Timestamp) throws(StoreError) {
        move(try held(lease), to: .available, cause: .released, at: now) { $0.attempt -= 1 }
    }

    mutating func end(
        _ lease: Lease, as state: JobState, because failure: Failure, at now: Timestamp
    ) throws(StoreError) {
        end(try held(lease), as: state, because: failure, at: now)
    }

    /// Ends a live job without a result: its document fails, and the most urgent follower does the work instead.
    mutating func end(_ job: Job, as state: JobState, because failure: Failure, at now: Timestamp) {
        let wasLeading = job.state != .following
        move(job, to: state, cause: state == .dead ? .died : .cancelled, at: now) { $0.failure = failure }
        if var document = documents[job.document] {
            let before = document.state
            document.failure = DocumentFailure(
                stage: job.stage, during: before, failure: failure, attempt: job.attempt)
            document.state = .failed
            document.updatedAt = now
            documents[document.id] = document
            log(.failed, document, from: before, at: now)
        }
        if wasLeading { promoteFollower(of: job, at: now) }
    }

    mutating func promoteFollower(of job: Job, at now: Timestamp) {
        guard job.state != .following, let next = followers(of: job).first else { return }
        move(next, to: .available, cause: .promoted, at: now)
    }

    /// The jobs whose leases have expired.
    func expired(at now: Timestamp) -> [Job] {
        jobs.values.filter { job in
            guard job.state == .running, let until = job.leaseUntil else { return false }
            return until <= now || until > now + Job.longestLease
        }
    }

    mutating func expireLeases(at now: Timestamp) -> Int {
        let expired = expired(at: now)
        for job in expired.sorted(by: { ($0.leaseUntil ?? now, $0.id) < ($1.leaseUntil ?? now, $1.id) }) {
            if job.countsLosses, job.attempt >= job.attemptLimit {
                end(job, as: .dead, because: .workerLost, at: now)
            } else {
                move(job, to: .available, cause: .expired, at: now) {
                    $0.failure = .workerLost
                    if !job.countsLosses { $0.attempt -= 1 }
                }
            }
        }
        return expired.count
    }

    mutating func purge(finishedBefore cutoff: Timestamp, limit: Int) -> Int {
        let old = jobs.values.filter { job in job.finishedAt.map { $0 < cutoff } ?? false }
        let purged = Set(old.map(\.id).sorted().prefix(limit))
        jobs = jobs.filter { !purged.contains($0.key) }
        let isOld = { (event: Event) in event.cause == .deleted && event.at < cutoff }
        let deletions = Set(events.filter(isOld).prefix(limit).map(\.sequence))
        let gone = events.filter { event in
            deletions.contains(event.sequence) || (event.job.map(purged.contains) ?? false)
        }
        purgedEvents = gone.reduce(purgedEvents) { max($0, $1.sequence) }
        let numbers = Set(gone.map(\.sequence))
        events.removeAll { numbers.contains($0.sequence) }
        return purged.count
    }
}
