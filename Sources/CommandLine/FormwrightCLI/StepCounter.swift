import Synchronization

/// A count of the steps of long work on standard error, shown on terminals only.
final class StepCounter: Sendable {
    private let shown = Mutex("")

    /// Shows a count when its last two digits or its name change.
    func show(_ name: String, _ completed: Int, of total: Int) {
        guard StandardError.isTerminal else { return }
        shown.withLock { shown in
            guard completed % 100 == 0 || completed == total || shown != name else { return }
            shown = name
            StandardError.write("\r\u{1B}[K\(name): \(completed) of \(total)")
        }
    }

    /// Removes the count from the terminal.
    func clear() {
        if StandardError.isTerminal { StandardError.write("\r\u{1B}[K") }
    }
}
