public import FailureModel

/// The stage and the reason of a document's failure.
public struct DocumentFailure: Hashable, Sendable {
    /// The failed stage, where a retry resumes.
    public let stage: StageName
    /// The state in which the document failed: `processing` or `filling`.
    public let during: DocumentState
    /// The reason.
    public let failure: Failure
    /// The failed attempt, from 1; 0 if the job was cancelled before its first attempt.
    public let attempt: Int

    /// Creates the record of a failed job.
    public init(stage: StageName, during: DocumentState, failure: Failure, attempt: Int) {
        self.stage = stage
        self.during = during
        self.failure = failure
        self.attempt = attempt
    }

    /// The code of the failure; see `Failure.code`.
    public var code: ErrorCode { failure.code }
    /// The message of the failure; see `Failure.message`.
    public var message: String { failure.message }
}

/// Encodes the keys of the failure and those of the stage in one object.
extension DocumentFailure: Codable {
    private enum CodingKeys: String, CodingKey {
        case stage, during, attempt
    }

    /// Decodes the stage, the state, the attempt and the failure from one object.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        stage = try container.decode(StageName.self, forKey: .stage)
        during = try container.decode(DocumentState.self, forKey: .during)
        attempt = try container.decode(Int.self, forKey: .attempt)
        failure = try Failure(from: decoder)
    }

    /// Encodes the stage, the state, the attempt and the failure as one object.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(stage, forKey: .stage)
        try container.encode(during, forKey: .during)
        try container.encode(attempt, forKey: .attempt)
        try failure.encode(to: encoder)
    }
}
