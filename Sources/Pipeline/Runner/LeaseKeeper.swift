import Logging
import Synchronization

/// Renews the leases of everything this runner holds, and gives up what is lost or takes too long.
final class LeaseKeeper: Sendable {
    private struct Held {
        let execution: StageExecution
        let deadline: Timestamp
        /// The stage has ended; whether its lease was lost, the store says when it is told so.
        var isSettling = false
    }

    private struct State {
        var held: [Lease: Held] = [:]
        /// Set by ``abandonAll()``, so that what is held later is given up as well.
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

    /// Keeps a lease until it is let go of; gives the execution up at `deadline`.
    func hold(_ lease: Lease, for execution: StageExecution, until deadline: Timestamp) {
        let isClosed = state.withLock { state in
            state.held[lease] = Held(execution: execution, deadline: deadline)
            return state.isClosed
        }
        if isClosed { execution.abandon(.shutdown) }
    }

    /// Keeps the lease alive, while the store is told of the stage's end.
    func settle(_ lease: Lease) {
        state.withLock { $0.held[lease]?.isSettling = true }
    }

    func letGo(of lease: Lease) {
        state.withLock { _ = $0.held.removeValue(forKey: lease) }
    }

    /// Renews three times a lease, until cancelled.
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
            // The leases go on while the store is away; where it stays away too long, others take the jobs over.
            logger.error("leases not renewed", metadata: ["error": "\(error)"])
        }
    }

    /// Asks every stage to stop.
    func cancelAll() {
        for held in state.withLock({ $0.held }).values { held.execution.cancel() }
    }

    /// Waits for no stage any longer.
    func abandonAll() {
        let held = state.withLock { state in
            state.isClosed = true
            return state.held
        }
        for held in held.values { held.execution.abandon(.shutdown) }
    }
}
