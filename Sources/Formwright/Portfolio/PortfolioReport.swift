package import FailureModel
package import Portfolio
package import PortfolioBook

/// What became of every input of a portfolio, and what to know about its book: the content of `report.json`.
package struct PortfolioReport: Hashable, Sendable, Codable {
    /// The number of inputs.
    package var inputs: Int
    /// The inputs that could not be used.
    package var failures: [InputFailure]
    /// The inputs that are shown nowhere, and why.
    package var leftOut: [Arrangement.LeftOut]
    /// The book.
    package var book: PortfolioBookReport
    /// What a person should know.
    package var warnings: [String]

    /// An input that could not be used.
    package struct InputFailure: Hashable, Sendable, Codable {
        /// The place of the input, from 0.
        package var input: Int
        /// The name of the file; nil for a link or a text.
        package var name: String?
        /// The code of the failure.
        package var code: ErrorCode
        /// What went wrong, as a sentence.
        package var message: String
    }

    private enum CodingKeys: String, CodingKey {
        case inputs, failures, book, warnings
        case leftOut = "left_out"
    }

    init(_ contents: PortfolioContents, _ arrangement: Arrangement, book: PortfolioBookReport, warnings: [String]) {
        inputs = contents.manifest.inputs.count
        failures = contents.manifest.inputs.indices.compactMap { input in
            contents.failure(of: input).map { failure in
                InputFailure(
                    input: input, name: contents.manifest.inputs[input].name, code: failure.code,
                    message: failure.message)
            }
        }
        leftOut = arrangement.leftOut
        self.book = book
        self.warnings = warnings
    }
}
