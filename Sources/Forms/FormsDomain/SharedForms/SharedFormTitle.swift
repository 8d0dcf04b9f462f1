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
        self.name = try TypedText.line(
            name, "The name of a shared form", limit: Self.nameLimit, .invalidFormTitle)
        self.edition = try TypedText.line(
            edition, "The edition of a shared form", limit: Self.editionLimit, .invalidFormTitle)
        guard self.name.contains(where: { $0.isLetter || $0.isNumber }) else {
            throw Failure(.invalidFormTitle, "The name of a shared form needs a letter or a number.")
        }
    }

    /// The name for sorting and searching: without case, accents and width.
    var key: String { TypedText.key(name) }
}
