import Logging
import Synchronization

/// Renews the leases of this runner's jobs, and abandons lost or overdue ones.
final class LeaseKeeper: Sendable {
    private struct Held {
        let job: OwnerShares.Running
        let execution: StageExecution
        let deadline: Timestamp
        /// Whether the stage has ended and its settlement is being written.
        ///
        /// The store itself reports a lost lease then.
        var isSettling = false
    }

    private struct State {
        var held: [Lease: Held] = [:]
        /// Whether ``abandonAll()`` was called, so that later jobs are abandoned, too.
        var isClosed = false
    }

    private let state = Mutex(State())
    private let store: any Store
    private let clock: any PipelineClock
    private let lease: Duration
    private let logger: Logger

    init(store: any Store, clock: any PipelineClock, lease: Duration, logger: Logger) {
        self.store = store
        self.clock = clock
        self.lease = lease
        self.logger = logger
    }

    var isIdle: Bool { state.withLock { $0.held.isEmpty } }

    /// Renews a lease until it is released, and abandons the execution at `deadline`.
    func hold(_ job: OwnerShares.Running, for execution: StageExecution, until deadline: Timestamp) {
        let isClosed = state.withLock { state in
            state.held[job.lease] = Held(job: job, execution: execution, deadline: deadline)
            return state.isClosed
        }
        if isClosed { execution.abandon(.shutdown) }
    }

    /// The jobs with running stages.
    var running: [OwnerShares.Running] { state.withLock { $0.held.values.filter { !$0.isSettling }.map(\.job) } }

    /// Stops a stage so that its job is released.
    func giveBack(_ lease: Lease) {
        state.withLock { $0.held[lease] }?.execution.abandon(.yielded)
    }

    /// Keeps the lease alive while the settlement is written to the store.
    func settle(_ lease: Lease) {
        state.withLock { $0.held[lease]?.isSettling = true }
    }

    func letGo(of lease: Lease) {
        state.withLock { _ = $0.held.removeValue(forKey: lease) }
    }

    /// Renews all leases three times per lease period, until cancelled.
    func run() async {
        while (try? await clock.sleep(for: lease / 3)) != nil {
            await renew()
        }
    }

    private func renew() async {
        let held = state.withLock { $0.held }
        if held.isEmpty { return }
        let now = clock.now
        for execution in held.values where now >= execution.deadline { execution.execution.abandon(.timedOut) }
        do {
            let lost = try await store.renew(Array(held.keys), until: now + lease, at: now)
            let awaited = state.withLock { state in lost.filter { state.held[$0]?.isSettling == false } }
            for lease in awaited {
                logger.warning("lease lost", metadata: ["job_id": "\(lease.job)"])
                held[lease]?.execution.abandon(.leaseLost)
            }
        } catch {
            // The leases remain valid while the store is unavailable. If that lasts too long, other workers take the
            // jobs over.
            logger.error("failed to renew leases", metadata: ["error": "\(error)"])
        }
    }

    /// Cancels the task of every stage.
    func cancelAll() {
        for held in state.withLock({ $0.held }).values { held.execution.cancel() }
    }

    /// Stops waiting for every stage.
    func abandonAll() {
        let held = state.withLock { state in
            state.isClosed = true
            return state.held
        }
        for held in held.values { held.execution.abandon(.shutdown) }
    }
}
