package import FailureModel
package import Pipeline
import SQL

extension SQLStore {
    // MARK: Moves of documents

    package func add(_ document: NewDocument, at now: Timestamp) async throws -> Document {
        try await move(.adding) { try $0.add(document, at: $0.clock.now(now)) }
    }

    package func begin(
        _ document: DocumentID, in scope: OwnerScope, along route: Route, inputs: [Artefact], at now: Timestamp
    ) async throws -> Document {
        try await move(.adding) {
            try $0.begin(document, in: scope, along: route, inputs: inputs, at: $0.clock.now(now))
        }
    }

    package func resume(_ document: DocumentID, in scope: OwnerScope, along route: Route, at now: Timestamp)
        async throws
        -> Document
    {
        try await move(.adding) { try $0.resume(document, in: scope, along: route, at: $0.clock.now(now)) }
    }

    package func cancel(_ document: DocumentID, in scope: OwnerScope, at now: Timestamp) async throws -> Document {
        try await move { try $0.cancel(document, in: scope, at: $0.clock.now(now)) }
    }

    package func delete(_ document: DocumentID, in scope: OwnerScope, at now: Timestamp) async throws {
        try await move { try $0.delete(document, in: scope, at: $0.clock.now(now)) }
    }

    // MARK: Moves of jobs

    package func claim(_ request: ClaimRequest, at now: Timestamp) async throws -> [Claim] {
        try await move(.claiming) { [turns] tables in
            try tables.claim(request, by: turns, at: now)
        }
    }

    package func renew(_ leases: [Lease], until deadline: Timestamp, at now: Timestamp) async throws -> [Lease] {
        try await change { try $0.renew(leases, until: $0.clock.moment(deadline, at: now)) }
    }

    package func report(_ progress: [Lease: JobProgress], at now: Timestamp) async throws {
        try await move(.reporting) { try $0.report(progress, at: $0.clock.now(now)) }
    }

    package func complete(
        _ lease: Lease, with result: StageResult, then route: Route, at now: Timestamp,
        checking check: @escaping @Sendable () throws -> Void
    ) async throws {
        try await move(.adding) { tables in
            try check()
            try tables.complete(lease, with: result, then: route, at: now)
        }
    }

    package func retry(_ lease: Lease, because failure: Failure, due: Timestamp, at now: Timestamp) async throws {
        try await postpone(lease, cause: .retried, failure, due, at: now)
    }

    package func snooze(
        _ lease: Lease, because failure: Failure?, until due: Timestamp, at now: Timestamp
    ) async throws {
        try await postpone(lease, cause: .snoozed, failure, due, at: now)
    }

    private func postpone(
        _ lease: Lease, cause: Event.Cause, _ failure: Failure?, _ due: Timestamp, at now: Timestamp
    ) async throws {
        try await move { try $0.postpone(lease, cause: cause, failure: failure, due: due, at: now) }
    }

    package func release(_ lease: Lease, at now: Timestamp) async throws {
        try await move { try $0.release(lease, at: now) }
    }

    package func cancel(_ lease: Lease, because failure: Failure, at now: Timestamp) async throws {
        try await move { try $0.end(lease, as: .cancelled, because: failure, at: now) }
    }

    package func fail(_ lease: Lease, because failure: Failure, at now: Timestamp) async throws {
        try await move { try $0.end(lease, as: .dead, because: failure, at: now) }
    }

    package func expireLeases(at now: Timestamp) async throws -> Int {
        // First check without the write lock: this is called often and rarely finds anything.
        let (isIdle, isBehind) = try await look(asksTime: true) { [file] tables in
            try file?.checkPresence()
            let now = try tables.clock.now(now)
            let oldest = try tables.oldestPendingEvent()
            return (try tables.expired(at: now).isEmpty, oldest.map { $0 < now - Self.feedDelay } ?? false)
        }
        // Readers of the feed do this themselves. Every runner does it too, so that the feed never falls far behind
        // without a reader, but late, since many events take less time than the same number in turn.
        if isBehind { try await numberEvents() }
        if isIdle { return 0 }
        return try await move(.repeatable) { try $0.expireLeases(at: $0.clock.now(now)) }
    }

    /// How far the feed may fall behind without a reader.
    private static var feedDelay: Duration { .seconds(60) }

    package func purge(finishedBefore cutoff: Timestamp, limit: Int) async throws -> Int {
        if file == nil { try await numberEvents() }
        return try await change { try $0.purge(finishedBefore: cutoff, limit: limit) }
    }

    package func holding(
        _ contents: [ContentID], _ remove: @escaping @Sendable (Set<ContentID>) throws -> Int
    ) async throws -> Int {
        try await change(MoveTraits(isDurable: false, isAlone: true)) { tables in
            if tables.isShared {
                try tables.db.execute(
                    "SELECT pg_advisory_xact_lock(\(AdvisoryLock.space), \(AdvisoryLock.contents))")
            }
            let garbage = Set(contents).subtracting(try tables.referenced(among: contents))
            return garbage.isEmpty ? 0 : try remove(garbage)
        }
    }
}
