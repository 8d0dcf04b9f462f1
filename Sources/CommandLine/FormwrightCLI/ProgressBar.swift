import Synchronization

/// A progress bar on standard error, shown on terminals only.
package final class ProgressBar: Sendable {
    package init() {}

    private let isShown = StandardError.isTerminal
    private let drawn = Mutex(false)
    private static let width = 30

    /// Draws the bar of a step, from any thread.
    package func show(_ step: String, _ completed: Int, of total: Int) {
        // A single page is done before a bar could be read.
        guard isShown, total > 1 else { return }
        let filled = Self.width * completed / total
        let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: Self.width - filled)
        drawn.withLock { drawn in
            drawn = true
            // The bar of an earlier step may be longer.
            StandardError.write("\r\u{1B}[K\(step) \(bar) \(completed)/\(total)")
        }
    }

    /// Removes the bar from the terminal.
    package func clear() {
        drawn.withLock { drawn in
            if drawn { StandardError.write("\r\u{1B}[K") }
            drawn = false
        }
    }
}
