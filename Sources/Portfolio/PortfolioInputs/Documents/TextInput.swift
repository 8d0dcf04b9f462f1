import FailureModel
import FormImport
import Foundation
import Portfolio

/// Reads a text file.
enum TextInput {
    /// The maximum size of a text in bytes.
    ///
    /// Each character may consist of several Unicode scalars of up to four bytes.
    private static let sizeLimit = PortfolioLimits.text * 16

    /// Returns the text with normalised line feeds.
    ///
    /// - Throws: `Failure`: `damaged_document` unless the text is in UTF-8, `text_too_long`, `input_empty`.
    static func text(_ bytes: Data) throws(Failure) -> String {
        let body = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes
        guard body.count <= sizeLimit else { throw tooLong() }
        guard !body.contains(0), let text = String(validating: body, as: UTF8.self) else {
            throw Failure(.damagedDocument, "The text is not in UTF-8.", hint: "Save it in UTF-8.")
        }
        let lines = text.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
        guard lines.count <= PortfolioLimits.text else { throw tooLong() }
        guard lines.contains(where: { !$0.isWhitespace }) else { throw Failure(.inputEmpty, "The text is empty.") }
        return lines
    }

    private static func tooLong() -> Failure {
        Failure(.textTooLong, "The text has more than \(PortfolioLimits.text) characters.")
    }
}
