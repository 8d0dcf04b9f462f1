import Foundation
import Pipeline
import Synchronization

/// An attempt on its way through the pool. Ends exactly once: by an answer, by a death, or because nobody wants it any more.
final class StageRun: Sendable {
    private struct State {
        var result: Result<StageOutcome, any Error>?
        var waiter: CheckedContinuation<StageOutcome, any Error>?
        /// Who has it in hand, to be told when it is not wanted any more.
        var bell: Bell?
        var isCancelled = false
    }

    /// The request as it is sent.
    let frame: Data
    let limits: StageLimits
    let job: Job
    /// Told of every part of the stage's work that is done.
    let progress: @Sendable (JobProgress?) -> Void
    private let state = Mutex(State())

    /// Throws where the request cannot be encoded.
    init(_ request: StageRequest, progress: @escaping @Sendable (JobProgress?) -> Void) throws {
        frame = try Frames.frame(request)
        limits = request.limits
        job = request.job
        self.progress = progress
    }

    var isCancelled: Bool { state.withLock { $0.isCancelled } }

    /// Whether it has its ending already.
    var isOver: Bool { state.withLock { $0.result != nil } }

    /// Waits for the ending.
    func outcome() async throws -> StageOutcome {
        try await withCheckedThrowingContinuation { continuation in
            let result = state.withLock { state in
                if state.result == nil { state.waiter = continuation }
                return state.result
            }
            if let result { continuation.resume(with: result) }
        }
    }

    /// Somebody takes it in hand.
    func take(_ bell: Bell) {
        state.withLock { $0.bell = bell }
    }

    /// The waiting task goes on at once; whoever has it in hand hears of it and stops.
    func cancel() {
        let bell = state.withLock { state in
            state.isCancelled = true
            return state.bell
        }
        end(with: .failure(CancellationError()))
        bell?.ring()
    }

    /// The first ending counts.
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
