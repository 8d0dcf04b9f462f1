import Foundation
import Pipeline
import Synchronization

/// An attempt in the pool.
///
/// It ends exactly once: with an answer, the death of its process, or cancellation.
final class StageRun: Sendable {
    private struct State {
        var result: Result<StageOutcome, any Error>?
        var waiter: CheckedContinuation<StageOutcome, any Error>?
        /// The bell of its supervisor, rung on cancellation.
        var bell: Bell?
        var isCancelled = false
    }

    /// The encoded request.
    let frame: Data
    let limits: StageLimits
    let job: Job
    /// The function to call for every completed part of the stage's work.
    let progress: @Sendable (JobProgress?) -> Void
    private let state = Mutex(State())

    /// Creates a run.
    ///
    /// - Throws: an error if the request cannot be encoded.
    init(_ request: StageRequest, progress: @escaping @Sendable (JobProgress?) -> Void) throws {
        frame = try Frames.frame(request)
        limits = request.limits
        job = request.job
        self.progress = progress
    }

    var isCancelled: Bool { state.withLock { $0.isCancelled } }

    /// Whether the run has a result.
    var isOver: Bool { state.withLock { $0.result != nil } }

    /// Waits for the result.
    func outcome() async throws -> StageOutcome {
        try await withCheckedThrowingContinuation { continuation in
            let result = state.withLock { state in
                if state.result == nil { state.waiter = continuation }
                return state.result
            }
            if let result { continuation.resume(with: result) }
        }
    }

    /// Assigns the run to the supervisor with this bell.
    func take(_ bell: Bell) {
        state.withLock { $0.bell = bell }
    }

    /// Ends the run at once and notifies the supervisor, which stops the stage.
    func cancel() {
        let bell = state.withLock { state in
            state.isCancelled = true
            return state.bell
        }
        end(with: .failure(CancellationError()))
        bell?.ring()
    }

    /// Sets the result and resumes the waiting task.
    ///
    /// Later calls have no effect.
    func end(with result: Result<StageOutcome, any Error>) {
        let waiter = state.withLock { state in
            guard state.result == nil else { return nil as CheckedContinuation<StageOutcome, any Error>? }
            state.result = result
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume(with: result)
    }
}
