import FormImport
import FormwrightCLI

extension ProgressBar {
    /// Draws the bar; can be called from any thread.
    var handler: StageProgress.Handler {
        { [self] in show($0.stage.rawValue, $0.completed, of: $0.total) }
    }
}
