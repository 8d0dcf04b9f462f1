package import FailureModel
import Synchronization
import Tesseract

/// The languages that text recognition knows on the machine.
package enum InstalledLanguages {
    /// Languages that have been found; looking costs as much as reading a paragraph.
    private static let known = Mutex<Set<String>>([])

    /// Checks that scans in a language can be read; blocks.
    ///
    /// - Parameter language: tesseract's names joined by `+`.
    /// - Throws: `language_missing`, `tool_missing`.
    package static func check(_ language: String) throws(Failure) {
        if known.withLock({ $0.contains(language) }) { return }
        do throws(RecogniserError) {
            _ = try Recogniser(language: language)
        } catch {
            throw Failure(notStarting: error)
                ?? Failure(.internalError, "Text recognition cannot be started.", underlying: "\(error)")
        }
        _ = known.withLock { $0.insert(language) }
    }
}
