package import FailureModel
import Synchronization
import Tesseract

/// The languages installed for text recognition.
package enum InstalledLanguages {
    /// The languages found so far.
    ///
    /// A search takes as long as the recognition of a paragraph.
    private static let known = Mutex<Set<String>>([])

    /// Checks that scans in a language can be recognised; blocks.
    ///
    /// - Parameter language: tesseract's language names joined by `+`.
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
