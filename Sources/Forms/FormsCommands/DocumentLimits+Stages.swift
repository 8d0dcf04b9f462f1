import FormImport
import FormwrightCLI

extension DocumentLimits {
    /// Returns a handler that reports progress and then calls another handler.
    func reporting(_ handler: @escaping StageProgress.Handler) -> StageProgress.Handler {
        { progress in
            reportProgress()
            handler(progress)
        }
    }
}
