package import FailureModel
package import Tesseract

extension Failure {
    /// Converts an error that prevents OCR from starting.
    ///
    /// It is `nil` if a page is at fault.
    package init?(notStarting error: RecogniserError) {
        switch error.code {
        case .libraryMissing: self.init(.toolMissing, "\(error.detail).")
        case .languageMissing:
            self.init(.languageMissing, "Text recognition has \(error.detail).", underlying: "\(error)")
        case .failed: return nil
        }
    }
}
