import CoreMetrics
import Logging
import Synchronization

/// Where orders wait and attendants look for them.
final class Desk: Sendable {
    /// What an attendant is to do next.
    enum Assignment {
        case order(Order)
        case wait
        case leave
    }

    private struct State {
        var waiting: [Order] = []
        /// The one that was idle last comes first: its process is the warmest.
        var idle: [Attendant] = []
        var present: [Attendant] = []
        var isWarm = false
        var isStopped = false
        var leaving: [CheckedContinuation<Void, Never>] = []
        var scratch: ScratchFolder?
    }

    let command: StageCommand
    let settings: StagePoolSettings
    let logger: Logger
    let metrics: PoolMetrics
    let launches = Launches()
    private let state = Mutex(State())

    init(command: StageCommand, settings: StagePoolSettings, logger: Logger, metrics: PoolMetrics) {
        self.command = command
        self.settings = settings
        self.logger = logger
        self.metrics = metrics
    }

    var isStopped: Bool { state.withLock { $0.isStopped } }

    /// Whether every attendant is to have a process, also while there is nothing to do.
    var isWarm: Bool { state.withLock { $0.isWarm && !$0.isStopped } }

    /// Hands in an order; some attendant takes it as soon as there is one without work.
    func submit(_ order: Order) {
        let idle = state.withLock { state -> Attendant? in
            guard !state.isStopped else {
                order.end(with: .failure(CancellationError()))
                return nil
            }
            state.waiting.append(order)
            if let idle = state.idle.popLast() { return idle }
            addAttendant(&state)
            return nil
        }
        idle?.bell.ring()
    }

    /// Starts as many processes as the pool may have, and keeps their number.
    func warmUp() {
        let idle = state.withLock { state in
            state.isWarm = true
            while addAttendant(&state) {}
            return state.idle
        }
        for attendant in idle { attendant.bell.ring() }
    }

    /// Where the system has no descriptor for one more, those present do the work; without any the order waits in vain and
    /// is answered so.
    @discardableResult
    private func addAttendant(_ state: inout State) -> Bool {
        guard !state.isStopped, state.present.count < settings.size else { return false }
        guard let bell = Bell() else {
            if state.present.isEmpty {
                for order in state.waiting {
                    order.end(with: .failure(IsolatedStageError.unavailable("the system has no more file descriptors")))
                }
                state.waiting = []
            }
            return false
        }
        let attendant = Attendant(at: self, bell)
        state.present.append(attendant)
        attendant.start()
        return true
    }

    /// Asked by an attendant whenever it has nothing in hand.
    func assignment(for attendant: Attendant) -> Assignment {
        state.withLock { state in
            if state.isStopped { return .leave }
            if !state.waiting.isEmpty {
                state.idle.removeAll { $0 === attendant }
                return .order(state.waiting.removeFirst())
            }
            if !state.idle.contains(where: { $0 === attendant }) { state.idle.append(attendant) }
            return .wait
        }
    }

    /// Temporary files of the pool, for as long as it has attendants. Throws ``LaunchError``.
    func scratch() throws -> ScratchFolder {
        try state.withLock { state in
            if let scratch = state.scratch { return scratch }
            let scratch = try ScratchFolder(in: settings.scratch)
            state.scratch = scratch
            return scratch
        }
    }

    /// Ends everything: orders are cancelled, attendants leave with their processes.
    func stop() {
        let (orders, attendants) = state.withLock { state in
            state.isStopped = true
            defer { state.waiting = [] }
            return (state.waiting, state.present)
        }
        for order in orders { order.end(with: .failure(CancellationError())) }
        for attendant in attendants { attendant.bell.ring() }
    }

    /// Returns when the last attendant has left.
    func empty() async {
        await withCheckedContinuation { continuation in
            let isEmpty = state.withLock { state in
                if !state.present.isEmpty { state.leaving.append(continuation) }
                return state.present.isEmpty
            }
            if isEmpty { continuation.resume() }
        }
    }

    /// The attendant's last word.
    func leave(_ attendant: Attendant) {
        let waiters = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            state.present.removeAll { $0 === attendant }
            state.idle.removeAll { $0 === attendant }
            guard state.present.isEmpty else { return [] }
            state.scratch = nil
            defer { state.leaving = [] }
            return state.leaving
        }
        for waiter in waiters { waiter.resume() }
    }
}
