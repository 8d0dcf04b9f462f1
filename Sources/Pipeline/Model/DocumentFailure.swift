public import FailureModel

/// What a document's `failed` state remembers: where it stopped, and why.
public struct DocumentFailure: Hashable, Sendable {
    /// The stage that failed; retry resumes here.
    public let stage: StageName
    /// The state the document was in: processing or filling.
    public let during: DocumentState
    /// Why.
    public let failure: Failure
    /// The attempt that failed, from 1; 0 where the job was cancelled before its first.
    public let attempt: Int

    /// What a store remembers of a failed job.
    public init(stage: StageName, during: DocumentState, failure: Failure, attempt: Int) {
        self.stage = stage
        self.during = during
        self.failure = failure
        self.attempt = attempt
    }

    /// See ``Failure/code``.
    public var code: ErrorCode { failure.code }
    /// See ``Failure/message``.
    public var message: String { failure.message }
}

/// The failure's keys stand beside those of the stage.
extension DocumentFailure: Codable {
    private enum CodingKeys: String, CodingKey {
        case stage, during, attempt
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        stage = try container.decode(StageName.self, forKey: .stage)
        during = try container.decode(DocumentState.self, forKey: .during)
        attempt = try container.decode(Int.self, forKey: .attempt)
        failure = try Failure(from: decoder)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(stage, forKey: .stage)
        try container.encode(during, forKey: .during)
        try container.encode(attempt, forKey: .attempt)
        try failure.encode(to: encoder)
    }
}
