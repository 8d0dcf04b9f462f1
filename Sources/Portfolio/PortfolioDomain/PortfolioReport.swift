package import FailureModel
package import Portfolio
package import PortfolioBook
import Typesetting

/// The report on a portfolio: the content of `report.json`.
///
/// It covers all inputs and the book. Unlike logs and errors, it names the inputs, because it belongs to the person.
package struct PortfolioReport: Hashable, Sendable, Codable {
    /// The number of inputs.
    package var inputs: Int
    /// The unusable inputs.
    package var failures: [InputFailure]
    /// The inputs that are not shown, with reasons.
    package var leftOut: [LeftOut]
    /// The report on the book.
    package var book: PortfolioBookReport
    /// Warnings for a person.
    package var warnings: [String]

    /// An unusable input.
    package struct InputFailure: Hashable, Sendable, Codable {
        /// The position of the input, from 0.
        package var input: Int
        /// The dropped name, or the title or address of a link or text.
        package var name: String
        /// The code of the failure.
        package var code: ErrorCode
        /// The failure as a sentence.
        package var message: String
    }

    /// An input that is not shown.
    package struct LeftOut: Hashable, Sendable, Codable {
        /// The position of the input, from 0.
        package var input: Int
        /// The dropped name, or the title or address of a link or text.
        package var name: String
        /// The reason code; see ``Arrangement/LeftOut``.
        package var reason: String
        /// The input shown in its place.
        package var of: Int?
        /// The name of the input shown in its place.
        package var ofName: String?

        private enum CodingKeys: String, CodingKey {
            case input, name, reason, of
            case ofName = "of_name"
        }
    }

    private enum CodingKeys: String, CodingKey {
        case inputs, failures, book, warnings
        case leftOut = "left_out"
    }

    /// Creates a report with the names of all inputs.
    package init(
        _ contents: PortfolioContents, _ arrangement: Arrangement, book: PortfolioBookReport, warnings: [String]
    ) {
        let manifest = contents.manifest
        inputs = manifest.inputs.count
        failures = manifest.inputs.indices.compactMap { input in
            contents.failure(of: input).map { failure in
                InputFailure(
                    input: input, name: manifest.label(of: input), code: failure.code, message: failure.message)
            }
        }
        leftOut = arrangement.leftOut.map { entry in
            LeftOut(
                input: entry.input, name: manifest.label(of: entry.input), reason: entry.reason, of: entry.of,
                ofName: entry.of.map(manifest.label))
        }
        self.book = book
        for index in book.pictures.indices {
            self.book.pictures[index].name = manifest.label(of: book.pictures[index].input)
        }
        for index in book.warnings.indices {
            self.book.warnings[index].name = manifest.label(of: book.warnings[index].input)
        }
        let unused = Set(failures.map(\.input) + leftOut.map(\.input))
        let category = PortfolioCategory.misspelt(manifest.category).map {
            "The category “\(manifest.category)” has no words and weights; "
                + "perhaps “\($0.rawValue)” is meant."
        }
        self.warnings =
            [category].compactMap(\.self)
            + manifest.captionsWithoutFile.filter { !unused.contains($0.input) }.map { caption in
                "“\(manifest.label(of: caption.input))” is printed as a text: it is named as the caption of "
                    + "“\(caption.file)”, which is not in the folder."
            }
            + manifest.privateTexts.filter { contents.type(of: $0) == .text && !unused.contains($0) }.map { input in
                "“\(manifest.label(of: input))” is printed as a text; remove it, or name it in “omit”, if it is not "
                    + "meant for readers."
            }
            + book.missingCharacters.map { missing in
                "No installed font has the character \(missing.character) in \(missing.place); “�” stands in its place."
            } + warnings
    }
}
