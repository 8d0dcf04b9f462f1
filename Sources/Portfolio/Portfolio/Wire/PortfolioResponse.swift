/// The response to a portfolio request, and the content of `portfolio.json`.
package struct PortfolioResponse: Hashable, Sendable, Codable {
    package var success: Bool
    package var portfolio: AppPortfolio
    package var processingSummary: ProcessingSummary
    /// The unusable inputs.
    ///
    /// Clients of the first version do not know this key.
    package var failures: [InputFailure]
    /// The usable inputs that are not shown.
    ///
    /// Clients of the first version do not know this key.
    package var leftOut: [LeftOut]
    /// The version of the scorer that ranked the inputs; `nil` before versions were recorded.
    ///
    /// Clients of the first version do not know this key.
    package var scorer: PictureQuality.Version?

    /// The numbers of inputs, sections and blocks.
    package struct ProcessingSummary: Hashable, Sendable, Codable {
        package var totalInputs: Int
        package var processed: Int
        package var failed: Int
        package var sectionsGenerated: Int
        package var blocksGenerated: Int

        private enum CodingKeys: String, CodingKey {
            case totalInputs = "total_inputs"
            case processed, failed
            case sectionsGenerated = "sections_generated"
            case blocksGenerated = "blocks_generated"
        }

        /// Creates a summary.
        package init(totalInputs: Int, failed: Int, sectionsGenerated: Int, blocksGenerated: Int) {
            self.totalInputs = totalInputs
            processed = totalInputs - failed
            self.failed = failed
            self.sectionsGenerated = sectionsGenerated
            self.blocksGenerated = blocksGenerated
        }
    }

    /// An unusable input; the index counts from 0.
    package struct InputFailure: Hashable, Sendable, Codable {
        package var index: Int
        package var code: String
        package var message: String

        /// Creates an entry.
        package init(index: Int, code: String, message: String) {
            self.index = index
            self.code = code
            self.message = message
        }
    }

    /// An input that is not shown, with a reason code; indices count from 0.
    package struct LeftOut: Hashable, Sendable, Codable {
        package var index: Int
        package var reason: String
        /// The input shown in its place.
        package var of: Int?

        /// Creates an entry.
        package init(index: Int, reason: String, of: Int? = nil) {
            self.index = index
            self.reason = reason
            self.of = of
        }
    }

    private enum CodingKeys: String, CodingKey {
        case success, portfolio
        case processingSummary = "processing_summary"
        case failures
        case leftOut = "left_out"
        case scorer = "scorer_version"
    }

    /// Creates a successful response.
    package init(
        portfolio: AppPortfolio, processingSummary: ProcessingSummary, failures: [InputFailure] = [],
        leftOut: [LeftOut] = [], scorer: PictureQuality.Version? = nil
    ) {
        success = true
        self.portfolio = portfolio
        self.processingSummary = processingSummary
        self.failures = failures
        self.leftOut = leftOut
        self.scorer = scorer
    }
}
