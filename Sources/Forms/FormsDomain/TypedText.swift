import FailureModel
import Foundation

/// The rules for texts that people type about forms and cases.
enum TypedText {
    /// Returns one line without white space around it.
    ///
    /// - Parameters:
    ///   - text: the text.
    ///   - subject: names it in messages, such as “The client”.
    ///   - limit: the maximum length in characters.
    ///   - code: the code of a refusal.
    /// - Returns: the line.
    /// - Throws: `Failure` with the code.
    static func line(_ text: String, _ subject: String, limit: Int, _ code: ErrorCode) throws(Failure) -> String {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        try checkLength(text, subject, limit: limit, code)
        guard !text.unicodeScalars.contains(where: { isRefused($0) }) else {
            throw Failure(code, "\(subject) must be one line without control characters.")
        }
        return text
    }

    /// Returns lines without white space around them, with one kind of line break.
    static func lines(_ text: String, _ subject: String, limit: Int, _ code: ErrorCode) throws(Failure) -> String {
        let text = text.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
            .trimmingCharacters(in: .whitespacesAndNewlines)
        try checkLength(text, subject, limit: limit, code)
        guard !text.unicodeScalars.contains(where: { isRefused($0) && $0 != "\n" && $0 != "\t" }) else {
            throw Failure(code, "\(subject) must not contain control characters.")
        }
        return text
    }

    /// Returns a text for comparisons and sorting: without case, accents and width.
    static func key(_ text: String) -> String {
        text.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
    }

    private static func checkLength(
        _ text: String, _ subject: String, limit: Int, _ code: ErrorCode
    ) throws(Failure) {
        guard text.count <= limit, text.utf8.count <= 4 * limit else {
            throw Failure(code, "\(subject) can have at most \(limit) characters.")
        }
    }

    /// Returns whether a character is a control.
    ///
    /// Those of the writing direction could make a name look like another.
    private static func isRefused(_ scalar: Unicode.Scalar) -> Bool {
        let refused: Set<Unicode.GeneralCategory> = [.control, .lineSeparator, .paragraphSeparator]
        return refused.contains(scalar.properties.generalCategory) || scalar.properties.isBidiControl
    }
}
