import Cairo
package import FailureModel
import Synchronization
import Tesseract

/// The fonts and languages of the machine, without which forms cannot be filled or read.
package enum InstalledData {
    /// Languages that have been found; looking costs as much as reading a paragraph.
    private static let knownLanguages = Mutex<Set<String>>([])

    /// Checks that there are fonts; blocks.
    ///
    /// - Throws: `missing_glyph`.
    package static func checkFonts() throws(Failure) {
        guard InstalledFonts.count > 0 else { throw Failure(.missingGlyph, "No fonts are installed.") }
    }

    /// Checks that scans in a language can be read; blocks.
    ///
    /// - Parameter language: tesseract's names joined by `+`.
    /// - Throws: `language_missing`, `tool_missing`.
    package static func checkLanguage(_ language: String) throws(Failure) {
        if knownLanguages.withLock({ $0.contains(language) }) { return }
        do throws(RecogniserError) {
            _ = try Recogniser(language: language)
        } catch {
            throw Failure(notStarting: error)
                ?? Failure(.internalError, "Text recognition cannot be started.", underlying: "\(error)")
        }
        _ = knownLanguages.withLock { $0.insert(language) }
    }
}
