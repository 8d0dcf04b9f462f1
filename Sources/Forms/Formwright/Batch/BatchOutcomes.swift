import FailureModel
import Foundation
import Synchronization

/// Counts the outcomes of one run of a batch and passes them to its handler.
final class BatchOutcomes: Sendable {
    private struct State {
        var summary = BatchSummary()
        var bytesRead = 0
        var failure: Failure?
    }

    private let state = Mutex(State())
    private let isStrict: Bool
    private let handler: Batch.Handler
    private let start = ContinuousClock.now

    init(isStrict: Bool, handler: @escaping Batch.Handler) {
        self.isStrict = isStrict
        self.handler = handler
    }

    /// Counts a row and calls the handler.
    ///
    /// - Parameters:
    ///   - result: the outcome of the row.
    ///   - bytesRead: the position in the file of rows.
    ///   - end: the time when the row was completed, not including a later flush to disk.
    /// - Throws: the row's failure if the batch is strict.
    func deliver(
        _ result: BatchResult, bytesRead: Int, at end: ContinuousClock.Instant = .now
    ) throws(Failure) {
        let progress = state.withLock { state in
            state.summary.count(result.outcome)
            state.summary.duration = max(state.summary.duration, end - start)
            state.bytesRead = max(state.bytesRead, bytesRead)
            return BatchProgress(summary: state.summary, bytesRead: state.bytesRead)
        }
        handler(result, progress)
        if isStrict, case .failed(let error) = result.outcome {
            throw Failure(
                error.code, "Line \(result.line): \(error.message)", at: error.location, underlying: error.underlying)
        }
    }

    /// Records a failure that ends the batch; only the first one counts.
    func fail(_ failure: Failure) {
        state.withLock { if $0.failure == nil { $0.failure = failure } }
    }

    /// The failure that ended the batch, or nil.
    var failure: Failure? { state.withLock { $0.failure } }

    /// The current figures, with the time from the start to the last row.
    var summary: BatchSummary { state.withLock { $0.summary } }

    /// The figures with the time until now, for output finished after the last row.
    var finalSummary: BatchSummary {
        state.withLock { state in
            state.summary.duration = .now - start
            return state.summary
        }
    }
}
