import CoreMetrics
import Foundation
import Logging
import Pipeline

/// A thread of the parent that supervises one child process at a time.
///
/// It starts the child, sends it runs, monitors it and reaps it. The thread blocks only in `poll`, outside Swift's
/// cooperative pool. It lives as long as the pool, because the system kills a child (`PR_SET_PDEATHSIG`) when the
/// *thread* that started it ends.
final class ProcessSupervisor: Sendable {
    let bell: Bell
    private let dispatcher: Dispatcher

    init(at dispatcher: Dispatcher, _ bell: Bell) {
        self.dispatcher = dispatcher
        self.bell = bell
    }

    func start() {
        let thread = Thread { self.serve() }
        thread.name = "supervisor"
        thread.stackSize = 512 << 10
        thread.start()
    }

    private func serve() {
        var process: StageProcess?
        while true {
            switch dispatcher.assignment(for: self) {
            case .run(let run):
                run.take(bell)
                process = perform(run, by: process)
            case .wait: process = idle(with: process)
            case .leave:
                if let process { dismiss(process, .shutdown) }
                dispatcher.leave(self)
                return
            }
        }
    }

    // MARK: Idle

    /// Waits for the bell, and returns the process if it is still alive.
    ///
    /// The death of an idle process is detected here rather than by the next run.
    private func idle(with process: StageProcess?) -> StageProcess? {
        if let process {
            guard process.news(within: nil, hearing: bell).isGone else { return process }
            reap(process, .lost)
            return nil
        }
        guard dispatcher.isWarm else {
            bell.wait(atMost: nil)
            return nil
        }
        let delay = dispatcher.backoff.delay(at: SuspendingClock().now)
        if delay > .zero {
            bell.wait(atMost: delay)
            return nil
        }
        return try? launch()
    }

    // MARK: Running a stage

    private enum Ending {
        case answered
        case died
        /// The stage was not started, so that another process may run it.
        case unbegun
    }

    /// Runs a stage and returns the process if it is still alive.
    private func perform(_ run: StageRun, by warm: StageProcess?) -> StageProcess? {
        var warm = warm
        var failure = IsolatedStageError.unavailable("it exited before the stage started")
        for _ in 0..<3 where !run.isOver {
            do {
                let process = try warm ?? launchInTurn(for: run)
                warm = nil
                switch supervise(run, by: process) {
                case .answered: return keep(process)
                case .died: return nil
                case .unbegun: continue
                }
            } catch let error as IsolatedStageError {
                failure = error
            } catch {
                break
            }
        }
        run.end(with: .failure(dispatcher.isStopped ? CancellationError() : failure))
        return warm
    }

    private func supervise(_ run: StageRun, by process: StageProcess) -> Ending {
        let clock = SuspendingClock()
        process.begin(run)
        var watch = Watch(run.limits, dispatcher.settings, from: clock.now, cpuTime: process.cpuTime ?? .zero)
        var note: CrashNote?
        var cancelledAt: SuspendingClock.Instant?
        while true {
            let news = process.news(within: watch.interval, hearing: bell)
            let now = clock.now
            for signal in news.signals {
                watch.hear(signal, at: now)
                switch signal {
                case .crashed(let last): note = last
                case .progressed(let progress): run.progress(progress)
                case .ready, .started, .alive, .quiet: break
                }
            }
            if let message = news.messages.first {
                guard let answer = try? JSONDecoder().decode(StageAnswer.self, from: message) else {
                    return kill(process, .crashed, run, IsolatedStageError.protocolError)
                }
                run.end(with: answer.result)
                return .answered
            }
            if news.isBroken { return kill(process, .crashed, run, IsolatedStageError.protocolError) }
            if news.isGone { return reportDeath(process, run, note, hasStarted: watch.hasStarted) }
            if run.isCancelled, cancelledAt == nil { cancelledAt = now }
            let isDue = cancelledAt.map { now - $0 >= dispatcher.settings.leniency } ?? false
            if isDue || dispatcher.isStopped { return kill(process, .cancelled, run, CancellationError()) }
            if let verdict = watch.look(at: now, cpuTime: process.cpuTime) {
                if verdict == .silent && !watch.hasStarted {
                    process.kill()
                    reap(process, .hung)
                    return .unbegun
                }
                let (reason, error) = verdict.explained(run.limits, dispatcher.settings)
                return kill(process, reason, run, error)
            }
        }
    }

    /// Kills the process, and ends the run before the process has exited.
    ///
    /// A process waiting for an unreachable disk cannot exit immediately.
    private func kill(
        _ process: StageProcess, _ reason: PoolMetrics.Reason, _ run: StageRun, _ error: any Error
    ) -> Ending {
        process.kill()
        run.end(with: .failure(error))
        reap(process, reason, run)
        return .died
    }

    /// Handles the exit of a process not killed by the pool.
    private func reportDeath(
        _ process: StageProcess, _ run: StageRun, _ note: CrashNote?, hasStarted: Bool
    ) -> Ending {
        let status = process.reap()
        let diagnosis = ExitDiagnosis(
            status: status, note: note, limits: run.limits, wasMemoryShort: process.wasMemoryShort)
        log(process, hasStarted ? diagnosis.cause.reason : .lost, run)
        guard hasStarted else { return .unbegun }
        run.end(with: .failure(diagnosis.cause.error))
        return .died
    }

    // MARK: Process life cycle

    /// Starts a process after the launch delay.
    ///
    /// - Throws: `CancellationError` if the run ends or the pool stops meanwhile.
    private func launchInTurn(for run: StageRun) throws -> StageProcess {
        while !run.isOver && !dispatcher.isStopped {
            let delay = dispatcher.backoff.delay(at: SuspendingClock().now)
            if delay == .zero { return try launch() }
            bell.wait(atMost: delay)
        }
        throw CancellationError()
    }

    /// Starts a process and waits until it accepts requests.
    ///
    /// - Throws: ``IsolatedStageError``.
    private func launch() throws -> StageProcess {
        do {
            let process = try StageProcess(dispatcher.command, in: dispatcher.scratch())
            dispatcher.metrics.started.increment()
            try awaitReady(process)
            dispatcher.backoff.succeeded()
            return process
        } catch {
            dispatcher.backoff.failed(at: SuspendingClock().now)
            let reason = (error as? LaunchError).map { String(cString: strerror($0.errorNumber)) }
            throw error as? IsolatedStageError ?? .unavailable(reason ?? "communication with it failed")
        }
    }

    private func awaitReady(_ process: StageProcess) throws {
        let clock = SuspendingClock()
        let deadline = clock.now + dispatcher.settings.startTime
        let settings = HostSettings(heartbeat: dispatcher.settings.heartbeat, niceness: dispatcher.settings.niceness)
        process.send(try Frames.frame(settings))
        while true {
            let news = process.news(within: deadline - clock.now, hearing: bell)
            if news.signals.contains(.ready) { return }
            if news.isGone {
                let status = process.reap()
                log(process, .failedToStart)
                throw IsolatedStageError.unavailable(status.sentence)
            }
            if clock.now >= deadline || dispatcher.isStopped {
                process.kill()
                reap(process, .failedToStart)
                throw IsolatedStageError.unavailable("it was not ready within \(dispatcher.settings.startTime.text)")
            }
        }
    }

    /// Returns the process, or `nil` after retiring it.
    ///
    /// It is retired if it has run its number of stages, or holds too much memory or too many files.
    private func keep(_ process: StageProcess) -> StageProcess? {
        let settings = dispatcher.settings
        if process.stages < settings.stagesPerProcess, process.resident <= settings.residentMark,
            process.openFiles <= settings.openFilesMark
        {
            return process
        }
        dismiss(process, .retired)
        return nil
    }

    private func dismiss(_ process: StageProcess, _ reason: PoolMetrics.Reason) {
        process.hangUp()
        reap(process, reason)
    }

    private func reap(_ process: StageProcess, _ reason: PoolMetrics.Reason, _ run: StageRun? = nil) {
        _ = process.reap()
        log(process, reason, run)
    }

    private func log(_ process: StageProcess, _ reason: PoolMetrics.Reason, _ run: StageRun? = nil) {
        dispatcher.metrics.ended(reason)
        let isUsual = reason == .retired || reason == .shutdown
        dispatcher.logger.log(
            level: isUsual ? .debug : .notice, "stage process ended",
            metadata: [
                "pid": "\(process.pid)", "reason": "\(reason.rawValue)", "stages": "\(process.stages)",
                "document_id": "\(run.map { "\($0.job.document)" } ?? "")",
                "job_id": "\(run.map { "\($0.job.id)" } ?? "")", "stage": "\(run.map { "\($0.job.stage)" } ?? "")",
            ])
        // This is for diagnosing faults in a library. It is never logged above this level, because a library may quote
        // personal data.
        dispatcher.logger.debug(
            "output of a stage process",
            metadata: [
                "pid": "\(process.pid)", "output": "\(String(decoding: process.outputTail, as: UTF8.self))",
            ])
    }
}

extension StageAnswer {
    fileprivate var result: Result<StageOutcome, any Error> {
        switch self {
        case .outcome(let outcome): .success(outcome)
        case .failed(let error): .failure(error)
        }
    }
}

extension Watch.Verdict {
    fileprivate func explained(
        _ limits: StageLimits, _ settings: StagePoolSettings
    ) -> (PoolMetrics.Reason, IsolatedStageError) {
        switch self {
        case .timedOut: (.timedOut, .timedOut(limits.wallTime))
        case .cpuExceeded: (.cpuExceeded, .cpuExceeded(limits.cpuTime))
        case .silent: (.hung, .silent(for: settings.silence))
        case .stalled: (.hung, .stalled(for: limits.stall))
        }
    }
}

extension WaitStatus {
    fileprivate var sentence: String {
        switch self {
        case .exited(let code): "it exited with status \(code)"
        case .killed(let signal): "it was killed by \(signalName(signal))"
        }
    }
}
