import FormwrightCLI
import FailureModel
import FormFilling
import Formwright
import Foundation
import Synchronization

/// Shows the progress of a batch on standard error.
///
/// It prints bad rows, notes and, on a terminal, a status line.
final class BatchDisplay: Sendable {
    /// The size of the file of rows; nil if unknown.
    private let totalBytes: Int?
    /// Whether rows are checked and not filled.
    private let isCheck: Bool
    private let isTerminal = StandardError.isTerminal

    private struct State {
        var lastDrawn = ContinuousClock.now
        var isDrawn = false
        var shownErrors = 0
        var shownNotes: Set<String> = []
    }

    private let state = Mutex(State())

    /// Maximum number of bad rows to print; the report lists them all.
    private static let errorLimit = 100
    /// Maximum number of distinct notes about calculations, which most rows share.
    private static let noteLimit = 10

    init(totalBytes: Int?, isCheck: Bool) {
        self.totalBytes = totalBytes
        self.isCheck = isCheck
    }

    /// Prints a bad row or a new note, and updates the status line.
    ///
    /// The line is shown only on a terminal and redrawn at most every 200 ms. The method can be called from any thread.
    func show(_ result: BatchResult, _ progress: BatchProgress) {
        state.withLock { state in
            if case .failed(let error) = result.outcome {
                state.shownErrors += 1
                if state.shownErrors <= Self.errorLimit {
                    clear(&state)
                    StandardError.print("formwright: line \(result.line): \(error.message)")
                } else if state.shownErrors == Self.errorLimit + 1 {
                    clear(&state)
                    StandardError.print("formwright: further bad rows are not shown; --report lists them all.")
                }
            }
            if case .filled(_, let warnings) = result.outcome {
                for note in warnings
                where FillReport.isCalculationNote(note) && state.shownNotes.count < Self.noteLimit
                    && state.shownNotes.insert(note).inserted
                {
                    clear(&state)
                    StandardError.print("formwright: note: \(note)")
                }
            }
            guard isTerminal, .now - state.lastDrawn > .milliseconds(200) else { return }
            state.lastDrawn = .now
            state.isDrawn = true
            StandardError.write("\r\u{1B}[K\(line(progress.summary))\(timeLeft(progress))")
        }
    }

    /// Removes the status line from the terminal.
    func clear() { state.withLock { clear(&$0) } }

    private func clear(_ state: inout State) {
        if state.isDrawn { StandardError.write("\r\u{1B}[K") }
        state.isDrawn = false
    }

    private func timeLeft(_ progress: BatchProgress) -> String {
        guard let totalBytes, progress.bytesRead > 0, progress.summary.filled > 0 else { return "" }
        let share = Double(progress.bytesRead) / Double(max(1, totalBytes))
        let seconds = Int((progress.summary.duration / .seconds(1)) * max(0, 1 - share) / share)
        return ", \(seconds / 60):\(seconds % 60 < 10 ? "0" : "")\(seconds % 60) left"
    }

    /// Returns the figures, such as `1000 rows: 998 filled, 2 failed, 812 a second`.
    ///
    /// Those of a check are `1000 rows: 998 can be filled, 2 cannot, 812 a second`.
    func line(_ summary: BatchSummary) -> String {
        var parts = ["\(summary.filled) \(isCheck ? "can be filled" : "filled")"]
        if summary.filledBefore > 0 { parts.append("\(summary.filledBefore) filled before") }
        if summary.failed > 0 { parts.append("\(summary.failed) \(isCheck ? "cannot" : "failed")") }
        if summary.filled > 0 { parts.append("\(Int(summary.rate.rounded())) a second") }
        return "\(summary.rows.counted("row")): \(parts.joined(separator: ", "))"
    }
}
