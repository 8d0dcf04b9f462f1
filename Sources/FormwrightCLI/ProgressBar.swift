import Forms
import Synchronization

/// A progress bar on standard error if that is a terminal, and nothing otherwise.
final class ProgressBar: Sendable {
    private let isShown = StandardError.isTerminal
    private let drawn = Mutex(false)
    private static let width = 30

    /// Draws the bar; can be called from any thread.
    var handler: StageProgress.Handler {
        { [self] progress in
            // A single page is done before a bar could be read.
            guard isShown, progress.total > 1 else { return }
            let filled = Self.width * progress.completed / progress.total
            let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: Self.width - filled)
            drawn.withLock { drawn in
                drawn = true
                let line = "\r\(progress.stage.rawValue) \(bar) \(progress.completed)/\(progress.total)"
                StandardError.write(line)
            }
        }
    }

    /// Removes the bar from the terminal.
    func clear() {
        drawn.withLock { drawn in
            if drawn { StandardError.write("\r\u{1B}[K") }
            drawn = false
        }
    }
}
