import CoreMetrics
import Logging
import Synchronization

/// Where runs wait and supervisors look for them.
final class Dispatcher: Sendable {
    /// What a supervisor is to do next.
    enum Assignment {
        case run(StageRun)
        case wait
        case leave
    }

    private struct State {
        var waiting: [StageRun] = []
        /// The one that was idle last comes first: its process is the warmest.
        var idle: [ProcessSupervisor] = []
        var supervisors: [ProcessSupervisor] = []
        var isWarm = false
        var isStopped = false
        var leaving: [CheckedContinuation<Void, Never>] = []
        var scratch: ScratchFolder?
    }

    let command: StageCommand
    let settings: StagePoolSettings
    let logger: Logger
    let metrics: PoolMetrics
    let backoff = LaunchBackoff()
    private let state = Mutex(State())

    init(command: StageCommand, settings: StagePoolSettings, logger: Logger, metrics: PoolMetrics) {
        self.command = command
        self.settings = settings
        self.logger = logger
        self.metrics = metrics
    }

    var isStopped: Bool { state.withLock { $0.isStopped } }

    /// Whether every supervisor is to have a process, also while there is nothing to do.
    var isWarm: Bool { state.withLock { $0.isWarm && !$0.isStopped } }

    /// Hands in a run; some supervisor takes it as soon as there is one without work.
    func submit(_ run: StageRun) {
        let idle = state.withLock { state -> ProcessSupervisor? in
            guard !state.isStopped else {
                run.end(with: .failure(CancellationError()))
                return nil
            }
            state.waiting.append(run)
            if let idle = state.idle.popLast() { return idle }
            addSupervisor(&state)
            return nil
        }
        idle?.bell.ring()
    }

    /// Starts as many processes as the pool may have, and keeps their number.
    func warmUp() {
        let idle = state.withLock { state in
            state.isWarm = true
            while addSupervisor(&state) {}
            return state.idle
        }
        for supervisor in idle { supervisor.bell.ring() }
    }

    /// Where the system has no descriptor for one more, those present do the work; without any the run waits in vain and
    /// is answered so.
    @discardableResult
    private func addSupervisor(_ state: inout State) -> Bool {
        guard !state.isStopped, state.supervisors.count < settings.size else { return false }
        guard let bell = Bell() else {
            if state.supervisors.isEmpty {
                for run in state.waiting {
                    run.end(with: .failure(IsolatedStageError.unavailable("the system has no more file descriptors")))
                }
                state.waiting = []
            }
            return false
        }
        let supervisor = ProcessSupervisor(at: self, bell)
        state.supervisors.append(supervisor)
        supervisor.start()
        return true
    }

    /// Asked by a supervisor whenever it has nothing in hand.
    func assignment(for supervisor: ProcessSupervisor) -> Assignment {
        state.withLock { state in
            if state.isStopped { return .leave }
            if !state.waiting.isEmpty {
                state.idle.removeAll { $0 === supervisor }
                return .run(state.waiting.removeFirst())
            }
            if !state.idle.contains(where: { $0 === supervisor }) { state.idle.append(supervisor) }
            return .wait
        }
    }

    /// Temporary files of the pool, for as long as it has supervisors. Throws ``LaunchError``.
    func scratch() throws -> ScratchFolder {
        try state.withLock { state in
            if let scratch = state.scratch { return scratch }
            let scratch = try ScratchFolder(in: settings.scratch)
            state.scratch = scratch
            return scratch
        }
    }

    /// Ends everything: runs are cancelled, supervisors leave with their processes.
    func stop() {
        let (runs, supervisors) = state.withLock { state in
            state.isStopped = true
            defer { state.waiting = [] }
            return (state.waiting, state.supervisors)
        }
        for run in runs { run.end(with: .failure(CancellationError())) }
        for supervisor in supervisors { supervisor.bell.ring() }
    }

    /// Returns when the last supervisor has left.
    func empty() async {
        await withCheckedContinuation { continuation in
            let isEmpty = state.withLock { state in
                if !state.supervisors.isEmpty { state.leaving.append(continuation) }
                return state.supervisors.isEmpty
            }
            if isEmpty { continuation.resume() }
        }
    }

    /// The supervisor's last word.
    func leave(_ supervisor: ProcessSupervisor) {
        let waiters = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            state.supervisors.removeAll { $0 === supervisor }
            state.idle.removeAll { $0 === supervisor }
            guard state.supervisors.isEmpty else { return [] }
            state.scratch = nil
            defer { state.leaving = [] }
            return state.leaving
        }
        for waiter in waiters { waiter.resume() }
    }
}
