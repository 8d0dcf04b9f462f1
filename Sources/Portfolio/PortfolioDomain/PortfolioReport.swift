package import FailureModel
package import Portfolio
package import PortfolioBook
import Typesetting

/// What became of every input of a portfolio, and what to know about its book: the content of `report.json`.
///
/// Inputs have their names here, unlike in logs and errors: the report is the person's own.
package struct PortfolioReport: Hashable, Sendable, Codable {
    /// The number of inputs.
    package var inputs: Int
    /// The inputs that could not be used.
    package var failures: [InputFailure]
    /// The inputs that are shown nowhere, and why.
    package var leftOut: [LeftOut]
    /// The book.
    package var book: PortfolioBookReport
    /// What a person should know.
    package var warnings: [String]

    /// An input that could not be used.
    package struct InputFailure: Hashable, Sendable, Codable {
        /// The place of the input, from 0.
        package var input: Int
        /// The name as dropped; of a link or a text its title or address.
        package var name: String
        /// The code of the failure.
        package var code: ErrorCode
        /// What went wrong, as a sentence.
        package var message: String
    }

    /// An input that is shown nowhere.
    package struct LeftOut: Hashable, Sendable, Codable {
        /// The place of the input, from 0.
        package var input: Int
        /// The name as dropped; of a link or a text its title or address.
        package var name: String
        /// The code of the reason; see ``Arrangement/LeftOut``.
        package var reason: String
        /// The input that is shown instead.
        package var of: Int?
        /// The name of that one.
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

    /// Creates a report, in which all inputs are named.
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
        self.warnings =
            manifest.captionsWithoutFile.filter { !unused.contains($0.input) }.map { caption in
                "“\(manifest.label(of: caption.input))” is printed as a text: it is named as the caption of "
                    + "“\(caption.file)”, which is not in the folder."
            }
            + book.missingCharacters.map { missing in
                "No installed font has the character \(missing.character) in \(missing.place); “�” stands in its place."
            } + warnings
    }
}
