import Forms
import Synchronization

/// A bar on a terminal's standard error; nothing on a pipe or in a file.
final class ProgressBar: Sendable {
    private let isShown = StandardError.isTerminal
    private let drawn = Mutex(false)
    private static let width = 30

    /// Draws the bar; may be called from any thread.
    var handler: StageProgress.Handler {
        { [self] progress in
            // A single page is done before a bar can be read.
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

    /// Takes the bar off the terminal.
    func clear() {
        drawn.withLock { drawn in
            if drawn { StandardError.write("\r\u{1B}[K") }
            drawn = false
        }
    }
}
