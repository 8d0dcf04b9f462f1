import CoreMetrics
import Foundation
import Logging
import Pipeline

/// A thread of the parent's that starts one child process at a time, gives it orders, watches over it and buries it.
///
/// The thread blocks in `poll` and nowhere else, away from Swift's cooperative pool. It lives as long as the pool: the
/// system kills a child (`PR_SET_PDEATHSIG`) when the *thread* that started it ends.
final class Attendant: Sendable {
    let bell: Bell
    private let desk: Desk

    init(at desk: Desk, _ bell: Bell) {
        self.desk = desk
        self.bell = bell
    }

    func start() {
        let thread = Thread { self.serve() }
        thread.name = "stage-attendant"
        thread.stackSize = 512 << 10
        thread.start()
    }

    private func serve() {
        var process: StageProcess?
        while true {
            switch desk.assignment(for: self) {
            case .order(let order):
                order.take(bell)
                process = perform(order, by: process)
            case .wait: process = idle(with: process)
            case .leave:
                if let process { dismiss(process, .shutdown) }
                desk.leave(self)
                return
            }
        }
    }

    // MARK: With nothing to do

    /// Waits for the bell. A process that dies meanwhile is found out now rather than by the next order.
    private func idle(with process: StageProcess?) -> StageProcess? {
        if let process {
            guard process.news(within: nil, hearing: bell).isGone else { return process }
            bury(process, .lost)
            return nil
        }
        guard desk.isWarm else {
            bell.wait(atMost: nil)
            return nil
        }
        let delay = desk.launches.delay(at: SuspendingClock().now)
        if delay > .zero {
            bell.wait(atMost: delay)
            return nil
        }
        return try? launch()
    }

    // MARK: With an order in hand

    private enum Ending {
        case answered
        case died
        /// The stage was not begun, so another process may do it.
        case unbegun
    }

    /// Answers the process, where it lives on.
    private func perform(_ order: Order, by warm: StageProcess?) -> StageProcess? {
        var warm = warm
        var failure = IsolatedStageError.unavailable("it ended before the stage began")
        for _ in 0..<3 where !order.isOver {
            do {
                let process = try warm ?? launchInTurn(for: order)
                warm = nil
                switch attend(order, by: process) {
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
        order.end(with: .failure(desk.isStopped ? CancellationError() : failure))
        return warm
    }

    private func attend(_ order: Order, by process: StageProcess) -> Ending {
        let clock = SuspendingClock()
        process.begin(order)
        var watch = Watch(order.limits, desk.settings, from: clock.now, cpuTime: process.cpuTime ?? .zero)
        var note: CrashNote?
        while true {
            let news = process.news(within: watch.interval, hearing: bell)
            let now = clock.now
            for vital in news.vitals {
                watch.hear(vital, at: now)
                switch vital {
                case .crashed(let last): note = last
                case .progressed(let progress): order.progress(progress)
                case .ready, .started, .alive, .quiet: break
                }
            }
            if let message = news.messages.first {
                guard let answer = try? JSONDecoder().decode(StageAnswer.self, from: message) else {
                    return kill(process, .crashed, order, IsolatedStageError.talkedNonsense)
                }
                order.end(with: answer.result)
                return .answered
            }
            if news.isBroken { return kill(process, .crashed, order, IsolatedStageError.talkedNonsense) }
            if news.isGone { return mourn(process, order, note, hasStarted: watch.hasStarted) }
            if order.isCancelled || desk.isStopped { return kill(process, .cancelled, order, CancellationError()) }
            if let verdict = watch.look(at: now, cpuTime: process.cpuTime) {
                if verdict == .silent && !watch.hasStarted {
                    process.kill()
                    bury(process, .hung)
                    return .unbegun
                }
                let (reason, error) = verdict.told(order.limits, desk.settings)
                return kill(process, reason, order, error)
            }
        }
    }

    /// Whoever waits goes on before the process is dead: one that waits for a lost disk cannot die at once.
    private func kill(
        _ process: StageProcess, _ reason: PoolMetrics.Reason, _ order: Order, _ error: any Error
    ) -> Ending {
        process.kill()
        order.end(with: .failure(error))
        bury(process, reason, order)
        return .died
    }

    /// It died by itself.
    private func mourn(
        _ process: StageProcess, _ order: Order, _ note: CrashNote?, hasStarted: Bool
    ) -> Ending {
        let status = process.reap()
        let death = Death(
            status: status, note: note, limits: order.limits, wasMemoryShort: process.wasMemoryShort)
        log(process, hasStarted ? death.cause.reason : .lost, order)
        guard hasStarted else { return .unbegun }
        order.end(with: .failure(death.cause.error))
        return .died
    }

    // MARK: The life of a process

    /// Not before the pool may start one, and not at all for an order that is over meanwhile.
    private func launchInTurn(for order: Order) throws -> StageProcess {
        while !order.isOver && !desk.isStopped {
            let delay = desk.launches.delay(at: SuspendingClock().now)
            if delay == .zero { return try launch() }
            bell.wait(atMost: delay)
        }
        throw CancellationError()
    }

    /// Starts a process and waits until it takes requests. Throws ``IsolatedStageError``.
    private func launch() throws -> StageProcess {
        do {
            let process = try StageProcess(desk.command, in: desk.scratch())
            desk.metrics.started.increment()
            try welcome(process)
            desk.launches.succeeded()
            return process
        } catch {
            desk.launches.failed(at: SuspendingClock().now)
            let reason = (error as? LaunchError).map { String(cString: strerror($0.errorNumber)) }
            throw error as? IsolatedStageError ?? .unavailable(reason ?? "it cannot be spoken to")
        }
    }

    private func welcome(_ process: StageProcess) throws {
        let clock = SuspendingClock()
        let deadline = clock.now + desk.settings.startTime
        process.send(try Frames.frame(HostOrders(heartbeat: desk.settings.heartbeat)))
        while true {
            let news = process.news(within: deadline - clock.now, hearing: bell)
            if news.vitals.contains(.ready) { return }
            if news.isGone {
                let status = process.reap()
                log(process, .stillborn)
                throw IsolatedStageError.unavailable(status.sentence)
            }
            if clock.now >= deadline || desk.isStopped {
                process.kill()
                bury(process, .stillborn)
                throw IsolatedStageError.unavailable("it was not ready within \(desk.settings.startTime.text)")
            }
        }
    }

    /// Answers the process, unless it has done enough or holds too much.
    private func keep(_ process: StageProcess) -> StageProcess? {
        if process.stages < desk.settings.stagesPerProcess && process.resident <= desk.settings.residentMark {
            return process
        }
        dismiss(process, .retired)
        return nil
    }

    private func dismiss(_ process: StageProcess, _ reason: PoolMetrics.Reason) {
        process.hangUp()
        bury(process, reason)
    }

    private func bury(_ process: StageProcess, _ reason: PoolMetrics.Reason, _ order: Order? = nil) {
        _ = process.reap()
        log(process, reason, order)
    }

    private func log(_ process: StageProcess, _ reason: PoolMetrics.Reason, _ order: Order? = nil) {
        desk.metrics.ended(reason)
        let isUsual = reason == .retired || reason == .shutdown
        desk.logger.log(
            level: isUsual ? .debug : .notice, "stage process ended",
            metadata: [
                "pid": "\(process.pid)", "reason": "\(reason.rawValue)", "stages": "\(process.stages)",
                "document_id": "\(order.map { "\($0.job.document)" } ?? "")",
                "job_id": "\(order.map { "\($0.job.id)" } ?? "")", "stage": "\(order.map { "\($0.job.stage)" } ?? "")",
            ])
        // For whoever looks for a fault in a library. Never above this level: a library may quote what a person filled in.
        desk.logger.debug(
            "last words of a stage process",
            metadata: [
                "pid": "\(process.pid)", "output": "\(String(decoding: process.lastWords, as: UTF8.self))",
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
    fileprivate func told(
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
        case .exited(let code): "it ended with status \(code)"
        case .killed(let signal): "it was killed by \(signalName(signal))"
        }
    }
}
