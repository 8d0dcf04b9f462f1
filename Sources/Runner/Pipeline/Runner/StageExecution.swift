import Synchronization
import Threads

/// An attempt in progress.
///
/// It has a stage on its thread, and a caller that can abandon it.
final class StageExecution: Sendable {
    /// The reasons for abandoning an attempt.
    enum Abandonment: Sendable {
        case timedOut
        case leaseLost
        case shutdown
        /// Another owner gets the worker.
        case yielded
    }

    /// The ways in which an attempt ends.
    enum Ending: Sendable {
        case returned(StageOutcome)
        case threw(any Error)
        case abandoned(Abandonment)
    }

    private struct State {
        var ending: Ending?
        var waiter: CheckedContinuation<Ending, Never>?
        var task: Task<Void, Never>?
        var hasReturned = false
        var isLent = false
    }

    private let state = Mutex(State())
    private let threads: StageThreads

    init(on threads: StageThreads) {
        self.threads = threads
    }

    /// Starts the stage.
    ///
    /// The task is not a child of the caller's task: a child would have to be awaited, and a stage that hangs in a C
    /// library never returns. Its return or ``abandon(_:)`` decides the ending, whichever comes first; the other has no
    /// effect.
    func start(_ stage: any Stage, with context: StageContext) {
        let task = Task(executorPreference: threads) {
            let ending: Ending
            do {
                ending = .returned(try await stage.attempt(context))
            } catch {
                ending = .threw(error)
            }
            self.comeBack(with: ending)
        }
        let isOver = state.withLock { state in
            state.task = task
            return state.ending != nil
        }
        if isOver { task.cancel() }
    }

    /// Waits for the first ending and returns it.
    func ending() async -> Ending {
        await withCheckedContinuation { continuation in
            let ending = state.withLock { state in
                if state.ending == nil { state.waiter = continuation }
                return state.ending
            }
            if let ending { continuation.resume(returning: ending) }
        }
    }

    /// Cancels the stage's task and keeps waiting.
    func cancel() {
        state.withLock { $0.task }?.cancel()
    }

    /// Cancels the stage's task and stops waiting.
    ///
    /// Another thread replaces its thread until the stage returns.
    func abandon(_ why: Abandonment) {
        let isFirst = state.withLock { state in
            let isFirst = state.ending == nil && !state.hasReturned
            if isFirst { state.isLent = true }
            return isFirst
        }
        guard isFirst else { return }
        threads.lend()
        end(with: .abandoned(why))
        cancel()
    }

    private func comeBack(with ending: Ending) {
        let wasLent = state.withLock { state in
            state.hasReturned = true
            return state.isLent
        }
        if wasLent { threads.takeBack() }
        end(with: ending)
    }

    private func end(with ending: Ending) {
        let waiter = state.withLock { state in
            guard state.ending == nil else { return nil as CheckedContinuation<Ending, Never>? }
            state.ending = ending
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume(returning: ending)
    }
}
