package import FailureModel
import Foundation

/// The name and edition of a shared form.
package struct SharedFormTitle: Sendable, Hashable {
    /// The name, such as "Application for benefits"; not empty.
    package let name: String
    /// The edition, such as "01/2026"; empty if it does not matter.
    package let edition: String

    /// Maximum length of a name in characters.
    package static let nameLimit = 200
    /// Maximum length of an edition in characters.
    package static let editionLimit = 50

    /// Validates a name and an edition, without white space around them.
    ///
    /// - Throws: `Failure`: `invalid_form_title`.
    package init(name: String, edition: String = "") throws(Failure) {
        self.name = try Self.checked(name, "name", limit: Self.nameLimit)
        self.edition = try Self.checked(edition, "edition", limit: Self.editionLimit)
        guard self.name.contains(where: { $0.isLetter || $0.isNumber }) else {
            throw Failure(.invalidFormTitle, "The name of a shared form needs a letter or a number.")
        }
    }

    /// The name for sorting and searching: without case, accents and width.
    var key: String { Self.key(name) }

    /// Returns a text for comparisons with ``key``.
    static func key(_ text: String) -> String {
        text.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
    }

    private static func checked(_ text: String, _ part: String, limit: Int) throws(Failure) -> String {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard text.count <= limit, text.utf8.count <= 4 * limit else {
            throw Failure(.invalidFormTitle, "The \(part) of a shared form has at most \(limit) characters.")
        }
        // Controls of the writing direction could make a name look like another.
        let refused: Set<Unicode.GeneralCategory> = [.control, .lineSeparator, .paragraphSeparator]
        guard
            !text.unicodeScalars.contains(where: {
                refused.contains($0.properties.generalCategory) || $0.properties.isBidiControl
            })
        else {
            throw Failure(
                .invalidFormTitle, "The \(part) of a shared form must be one line without control characters.")
        }
        return text
    }
}
