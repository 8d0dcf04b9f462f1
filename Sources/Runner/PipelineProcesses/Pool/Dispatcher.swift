import CoreMetrics
import Logging
import Synchronization

/// The queue of runs for the supervisors.
final class Dispatcher: Sendable {
    /// The next action of a supervisor.
    enum Assignment {
        case run(StageRun)
        case wait
        case leave
    }

    private struct State {
        var waiting: [StageRun] = []
        /// The idle supervisors, used from the end.
        ///
        /// The last one to become idle has the warmest process.
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

    /// Whether every supervisor keeps a process running even without work.
    var isWarm: Bool { state.withLock { $0.isWarm && !$0.isStopped } }

    /// Enqueues a run, and wakes an idle supervisor or adds one.
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

    /// Starts the maximum number of processes, and replaces those that end.
    func warmUp() {
        let idle = state.withLock { state in
            state.isWarm = true
            while addSupervisor(&state) {}
            return state.idle
        }
        for supervisor in idle { supervisor.bell.ring() }
    }

    /// Adds a supervisor unless the pool is full.
    ///
    /// If the system has no descriptor left for another one, the existing supervisors do the work; without any, the
    /// waiting runs fail.
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

    /// Returns the next assignment of a supervisor that has no run.
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

    /// Returns the folder for the pool's temporary files, which lasts as long as its supervisors.
    ///
    /// - Throws: ``LaunchError``.
    func scratch() throws -> ScratchFolder {
        try state.withLock { state in
            if let scratch = state.scratch { return scratch }
            let scratch = try ScratchFolder(in: settings.scratch)
            state.scratch = scratch
            return scratch
        }
    }

    /// Cancels all runs, and makes the supervisors exit with their processes.
    func stop() {
        let (runs, supervisors) = state.withLock { state in
            state.isStopped = true
            defer { state.waiting = [] }
            return (state.waiting, state.supervisors)
        }
        for run in runs { run.end(with: .failure(CancellationError())) }
        for supervisor in supervisors { supervisor.bell.ring() }
    }

    /// Waits until the last supervisor has exited.
    func empty() async {
        await withCheckedContinuation { continuation in
            let isEmpty = state.withLock { state in
                if !state.supervisors.isEmpty { state.leaving.append(continuation) }
                return state.supervisors.isEmpty
            }
            if isEmpty { continuation.resume() }
        }
    }

    /// Removes a supervisor that is about to exit.
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
