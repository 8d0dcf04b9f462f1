/// The response to a request for a portfolio.
public struct PortfolioResponse: Decodable, Sendable, Hashable {
    /// The numbers of inputs and results.
    public struct ProcessingSummary: Decodable, Sendable, Hashable {
        /// The number of inputs.
        public var totalInputs: Int
        /// The number of inputs that could be used.
        public var processed: Int
        /// The number of inputs that could not be used.
        public var failed: Int
        /// The number of sections.
        public var sectionsGenerated: Int
        /// The number of blocks.
        public var blocksGenerated: Int

        private enum CodingKeys: String, CodingKey {
            case processed, failed
            case totalInputs = "total_inputs"
            case sectionsGenerated = "sections_generated"
            case blocksGenerated = "blocks_generated"
        }
    }

    /// An input that could not be used.
    public struct InputFailure: Decodable, Sendable, Hashable {
        /// The place of the input in the request, from 0.
        public var index: Int
        /// The stable code.
        public var code: String
        /// The message, in one sentence.
        public var message: String
    }

    /// An input that could be used but is not shown.
    public struct LeftOut: Decodable, Sendable, Hashable {
        /// The place of the input in the request, from 0.
        public var index: Int
        /// The reason, such as `near_duplicate`.
        public var reason: String
        /// The place of the input that is shown instead.
        public var of: Int?
    }

    /// The portfolio.
    public var portfolio: Portfolio
    /// The numbers of inputs and results.
    public var processingSummary: ProcessingSummary
    /// The inputs that could not be used.
    public var failures: [InputFailure]
    /// The inputs that are not shown.
    public var leftOut: [LeftOut]

    private enum CodingKeys: String, CodingKey {
        case portfolio, failures
        case processingSummary = "processing_summary"
        case leftOut = "left_out"
    }
}
