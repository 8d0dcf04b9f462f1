import FailureModel
public import CoreMetrics
import Foundation
public import Logging
public import ServiceLifecycle
import Synchronization
import Threads

/// A service that runs the stages of claimed jobs and publishes their results.
///
/// Stages run on the runner's own threads. Any number of runners, in one process or many, may share a store. On
/// graceful shutdown a runner stops claiming, lets its stages run for ``RunnerSettings/drain``, then cancels them and
/// releases their jobs, which does not count as an attempt. It returns within the drain and two seconds. Cancelling its
/// task does the same without the drain.
///
/// A result is published only if all its bytes are stored. If some were removed with a deleted document that had the
/// same ones, the stage is tried again.
public final class Runner: Service {
    private let name: String
    private let kinds: KindTable
    private let store: any Store
    private let artefacts: any ArtefactStore
    private let settings: RunnerSettings
    private let dependencies: Dependencies
    private let logger: Logger
    private let slots: Slots
    private let progress: ProgressKeeper
    private let metrics: RunnerMetrics
    private let isStopping = Atomic(false)
    /// The error that stopped the runner, if any.
    private let failure = Mutex<(any Error)?>(nil)

    /// Creates a runner.
    ///
    /// - Parameters:
    ///   - name: the runner's name for people who inspect the store, such as a host name and a process ID.
    ///   - kinds: the kinds with the stages to run.
    ///   - stages: the stages to claim; `nil` for all.
    ///   - store: the store of the jobs.
    ///   - artefacts: the store of the bytes that stages read and write.
    ///   - settings: numbers and times, such as workers and leases.
    ///   - dependencies: the clock and the sources of IDs and random numbers.
    ///   - logger: receives a line for every ended attempt and for trouble with the store.
    ///   - metricsFactory: creates `pipeline_attempts` (by kind, stage and ending), `pipeline_stage_duration` (by kind
    ///     and stage), `pipeline_leases_expired` and `pipeline_claim_errors`.
    public init(
        name: String, kinds: KindTable, stages: Set<StageAddress>? = nil, store: any Store,
        artefacts: any ArtefactStore,
        settings: RunnerSettings = RunnerSettings(), dependencies: Dependencies = Dependencies(), logger: Logger,
        metricsFactory: any MetricsFactory = MetricsSystem.factory
    ) {
        self.name = name
        self.kinds = kinds
        self.store = store
        self.artefacts = artefacts
        self.settings = settings
        self.dependencies = dependencies
        self.logger = logger
        let addresses = kinds.addresses.filter { stages?.contains($0) ?? true }
        slots = Slots(
            workers: settings.workers, ownerShare: settings.ownerShare,
            limits: addresses.map { ($0, kinds[$0]?.limits.concurrency ?? 0) })
        progress = ProgressKeeper(store: store, clock: dependencies.clock, logger: logger)
        metrics = RunnerMetrics(addresses, in: metricsFactory)
    }

    /// Runs until graceful shutdown or cancellation, and settles or releases every job.
    ///
    /// If the store is temporarily unavailable, the runner tries again at every poll.
    ///
    /// - Throws: ``StoreError/unavailable(_:)`` if the store is unavailable for longer than
    ///   ``RunnerSettings/patience``, or was deleted; an error of the store with the code `store_damaged` at once.
    public func run() async throws {
        let threads = StageThreads(limit: settings.workers)
        let keeper = LeaseKeeper(
            store: store, clock: dependencies.clock, lease: settings.lease, logger: logger)
        await withTaskCancellationOrGracefulShutdownHandler {
            await withTaskGroup(of: Void.self) { loops in
                // These loops continue while the runner drains, and are cancelled after that.
                loops.addTask { await keeper.run() }
                loops.addTask { await self.progress.run() }
                loops.addTask { await self.poll(keeper) }
                await self.work(on: threads, keeper)
                loops.cancelAll()
            }
        } onCancelOrGracefulShutdown: {
            self.isStopping.store(true, ordering: .releasing)
            self.store.doorbell.ring()
        }
        threads.stop()
        if let failure = failure.withLock({ $0 }) { throw failure }
    }

    private func giveUp(_ error: any Error) {
        failure.withLock {
            $0 = error is StoreError || StoreTrouble.isFinal(error) ? error : StoreError.unavailable("\(error)")
        }
        isStopping.store(true, ordering: .releasing)
        store.doorbell.ring()
    }

    private var shouldStop: Bool { isStopping.load(ordering: .acquiring) || Task.isCancelled }

    /// Claims jobs for all free slots, again at every ring, and drains at the end.
    private func work(on threads: StageThreads, _ keeper: LeaseKeeper) async {
        await withDiscardingTaskGroup { jobs in
            var trouble = StoreTrouble()
            while true {
                let rings = store.doorbell.rings
                if shouldStop { break }
                for claim in await claim(&trouble) {
                    slots.take(claim.job.address)
                    jobs.addTask { await self.perform(claim, on: threads, keeper) }
                }
                await store.doorbell.wait(beyond: rings)
            }
            await drain(keeper)
        }
    }

    private func claim(_ trouble: inout StoreTrouble) async -> [Claim] {
        let now = dependencies.clock.now
        guard let request = slots.request(worker: name, leaseUntil: now + settings.lease) else { return [] }
        do {
            let claims = try await store.claim(request, at: now)
            trouble.end()
            return claims
        } catch {
            metrics.claimErrors.increment()
            if trouble.isNews(error, at: now) { logger.error("failed to claim jobs", metadata: ["error": "\(error)"]) }
            if StoreTrouble.isFinal(error) || trouble.duration(at: now) > settings.patience { giveUp(error) }
            return []
        }
    }

    /// Polls for jobs of other processes, expired leases and waiting owners.
    private func poll(_ keeper: LeaseKeeper) async {
        var trouble = StoreTrouble()
        var shares = OwnerShares(share: settings.ownerShare)
        repeat {
            do {
                let expired = try await store.expireLeases(at: dependencies.clock.now)
                try await offPool { [artefacts] in try artefacts.checkPresence() }
                try await makeRoom(keeper, &shares)
                trouble.end()
                if expired > 0 {
                    metrics.expired.increment(by: expired)
                    logger.warning("released jobs with expired leases", metadata: ["jobs": "\(expired)"])
                }
            } catch is CancellationError {
                return
            } catch let error as StoreError {
                // The store was deleted and will not come back.
                return giveUp(error)
            } catch {
                if trouble.isNews(error, at: dependencies.clock.now) {
                    logger.error("failed to release expired leases", metadata: ["error": "\(error)"])
                }
                if StoreTrouble.isFinal(error) { return giveUp(error) }
            }
            store.doorbell.ring()
        } while (try? await dependencies.clock.sleep(for: settings.poll)) != nil
    }

    /// Gives back a job beyond an owner's share if another owner has waited too long.
    private func makeRoom(_ keeper: LeaseKeeper, _ shares: inout OwnerShares) async throws {
        let running = keeper.running
        guard !shouldStop, shares.isExceeded(by: running) else { return }
        let waiting = try await store.waitingOwners(for: slots.addresses)
        guard let lease = shares.surplus(among: running, waiting: waiting, slots, at: dependencies.clock.now) else {
            return
        }
        logger.info("gave a job back, since another owner waits", metadata: ["job_id": "\(lease.job)"])
        keeper.giveBack(lease)
    }

    private func drain(_ keeper: LeaseKeeper) async {
        await store.doorbell.wait(until: { keeper.isIdle }, atMost: settings.drain, by: dependencies.clock)
        keeper.cancelAll()
        await store.doorbell.wait(until: { keeper.isIdle }, atMost: .seconds(1), by: dependencies.clock)
        keeper.abandonAll()
    }

    private func perform(_ claim: Claim, on threads: StageThreads, _ keeper: LeaseKeeper) async {
        let execution = StageExecution(on: threads)
        let began = dependencies.clock.now
        let limits = kinds[claim.job.address]?.limits ?? StageLimits()
        let running = OwnerShares.Running(
            lease: claim.lease, owner: claim.document.owner, address: claim.job.address, began: began)
        keeper.hold(running, for: execution, until: began + limits.wallTime)
        defer {
            keeper.letGo(of: claim.lease)
            // The drain waits for the last job.
            if shouldStop { store.doorbell.ring() }
        }

        let attempted: Settlement
        if shouldStop {
            attempted = .release
        } else {
            attempted = await attempt(claim, limits: limits, by: execution)
        }
        progress.forget(claim.lease)
        keeper.settle(claim.lease)
        // This precedes the store's update, so that the next stage starts while this one's result is flushed to disk.
        slots.giveBack(claim.job.address)
        store.doorbell.ring()
        let (ending, settlement) = await settle(claim, as: attempted)
        let duration = dependencies.clock.now - began
        metrics.record(ending, of: claim.job.address, after: duration)
        report(claim, ending, settlement, duration)
    }

    private func attempt(_ claim: Claim, limits: StageLimits, by execution: StageExecution) async -> Settlement {
        guard let planned = kinds[claim.job.address] else { return .release }
        var request: Data?
        if let stored = planned.request {
            do {
                request = try await stored(claim.document, claim.published, store, artefacts)
            } catch {
                return Settlement(
                    .threw(error), of: claim.job, limits: limits, isStopping: shouldStop, isPatient: isPatient(claim))
            }
            guard request != nil else { return .complete(.nothing(for: planned.stage, of: claim.document)) }
        }
        let context = StageContext(
            document: claim.document, job: claim.job, published: claim.published, parts: claim.parts,
            artefacts: artefacts, limits: limits, request: request,
            progress: { [progress] latest in
                if let latest { progress.note(latest, of: claim.lease) }
            })
        execution.start(planned.stage, with: context)
        let ending = await execution.ending()
        return Settlement(
            ending, of: claim.job, limits: limits, isStopping: shouldStop, isPatient: isPatient(claim))
    }

    private func isPatient(_ claim: Claim) -> Bool {
        dependencies.clock.now < claim.job.createdAt + settings.patience
    }

    /// Writes the settlement, with retries while the store is unavailable.
    ///
    /// It retries as long as the lease may still be valid. The returned settlement differs from the given one if bytes
    /// of the result were removed.
    private func settle(_ claim: Claim, as attempted: Settlement) async -> (RunnerMetrics.Ending, Settlement) {
        var settlement = attempted
        var trouble = StoreTrouble()
        while true {
            do {
                try await publish(settlement, of: claim)
                return (settlement.ending, settlement)
            } catch is StoreError {
                await discard(settlement, of: claim)
                return (.leaseLost, settlement)
            } catch let error as RemovedResult {
                settlement = Settlement.retry(claim.job, error.failure, after: nil)
            } catch {
                let now = dependencies.clock.now
                if trouble.isNews(error, at: now) {
                    logger.error("failed to settle job", metadata: ["job_id": "\(claim.job.id)", "error": "\(error)"])
                }
                if StoreTrouble.isFinal(error) || trouble.duration(at: now) > settings.patience { giveUp(error) }
                // A stopping runner does not wait for the store: the lease expires, and the job is run again.
                guard !shouldStop, (try? await dependencies.clock.sleep(for: settings.poll)) != nil else {
                    return (.unpublished, settlement)
                }
            }
        }
    }

    /// Removes the bytes of a result if its document was deleted meanwhile.
    private func discard(_ settlement: Settlement, of claim: Claim) async {
        guard case .complete(let result) = settlement else { return }
        do {
            _ = try await store.document(claim.document.id, in: .all)
        } catch StoreError.documentUnknown {
            let now = dependencies.clock.now
            let bytes = result.artefacts.map { ($0.content, now) }
            // Best effort: the rest is left to the garbage collection.
            try? await store.discard(Dictionary(bytes) { first, _ in first }, from: artefacts)
        } catch {
            // Another worker has the job, or the store is unavailable.
        }
    }

    /// Makes exactly one move for each settlement.
    private func publish(_ settlement: Settlement, of claim: Claim) async throws {
        let now = dependencies.clock.now
        let lease = claim.lease
        switch settlement {
        case .complete(let result):
            let state: DocumentState = claim.job.fill > 0 ? .filling : .processing
            // What the stage decides counts for the next ones.
            var document = claim.document
            document.facts.merge(result.facts) { $1 }
            guard let route = kinds.route(of: document, through: state, after: claim.job.stage) else {
                return try await store.release(lease, at: now)
            }
            let check: @Sendable () throws -> Void = { [artefacts] in
                guard try result.artefacts.allSatisfy({ try artefacts.contains($0.content) }) else {
                    throw RemovedResult()
                }
            }
            if artefacts.restoresRemoved {
                // Asking another machine takes too long for a transaction.
                try await offPool(check)
                try await store.complete(lease, with: result, then: route, at: now)
            } else {
                try await store.complete(lease, with: result, then: route, at: now, checking: check)
            }
        case .retry(let failure, let delay):
            let wait =
                delay
                ?? settings.backoff.delay(afterAttempt: claim.job.attempt, random: dependencies.random())
            try await store.retry(lease, because: failure, due: now + wait, at: now)
        case .snooze(let delay): try await store.snooze(lease, because: nil, until: now + delay, at: now)
        case .awaitMachine(let failure):
            let wait = settings.backoff.delay(afterAttempt: Int(lease.fence), random: dependencies.random())
            try await store.snooze(lease, because: failure, until: now + min(wait, .seconds(60)), at: now)
        case .cancel(let failure): try await store.cancel(lease, because: failure, at: now)
        case .fail(let failure): try await store.fail(lease, because: failure, at: now)
        case .release: try await store.release(lease, at: now)
        case .drop: throw StoreError.leaseLost(lease.job)
        }
    }

    private func report(
        _ claim: Claim, _ ending: RunnerMetrics.Ending, _ settlement: Settlement, _ duration: Duration
    ) {
        let level: Logger.Level =
            switch ending {
            case .snoozed where settlement.failure != nil: .warning
            case .done, .snoozed, .released, .cancelled: .debug
            case .retried, .leaseLost: .notice
            case .dead, .unpublished: .warning
            }
        logger.log(
            level: level, "attempt ended",
            metadata: [
                "document_id": "\(claim.document.id)", "job_id": "\(claim.job.id)", "kind": "\(claim.job.kind)",
                "stage": "\(claim.job.stage)", "attempt": "\(claim.job.attempt)", "ending": "\(ending.rawValue)",
                "duration_ms": "\(duration.wholeMilliseconds)", "code": "\(settlement.failure?.code.rawValue ?? "")",
            ])
    }
}

extension StageResult {
    /// Creates the result of a stage without anything to do.
    ///
    /// It takes back what the stage decided for the document earlier.
    fileprivate static func nothing(for stage: any Stage, of document: Document) -> StageResult {
        let fact = stage.decidingFact.flatMap { document.facts[$0] == nil ? nil : $0 }
        return StageResult(facts: fact.map { [$0: ""] } ?? [:])
    }
}

/// The error for a result with bytes removed before its publication.
private struct RemovedResult: Error {
    let failure = Failure(.artefactMissing, "The bytes of the result were removed before it was published.")
}
