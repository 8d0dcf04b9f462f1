package import FailureModel
package import Foundation
package import Pipeline

/// Why nothing could be made of a file or a record; what is written to its `.error.json`.
package struct DropFailure: FailureConvertible, Sendable, Hashable {
    /// Code and sentence. The location of a record's failure is its line.
    package var failure: Failure
    /// The stage that failed, and in which attempt; nil where no stage was reached.
    package var stage: StageName?
    /// From 1; nil where no stage was reached.
    package var attempt: Int?
    /// The document in the store, where there is one.
    package var document: UUID?
    /// Where the record begins in its file, from 1.
    package var line: Int?

    /// A failure before any document was there.
    package init(_ code: ErrorCode, _ message: String) {
        failure = Failure(code, message)
    }

    /// A document that failed.
    init(_ failed: DocumentFailure, of document: DocumentID) {
        failure = failed.failure
        stage = failed.stage
        attempt = failed.attempt
        self.document = document.uuid
    }

    /// What a check of the kind threw.
    init(_ error: any Error) {
        if let error = error as? DropFailure {
            self = error
        } else {
            failure = Failure(error)
            line = failure.line
        }
    }
}

/// The failure's keys stand beside those of the document.
extension DropFailure: Codable {
    private enum CodingKeys: String, CodingKey {
        case stage, attempt, document, line
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        stage = try container.decodeIfPresent(StageName.self, forKey: .stage)
        attempt = try container.decodeIfPresent(Int.self, forKey: .attempt)
        document = try container.decodeIfPresent(UUID.self, forKey: .document)
        line = try container.decodeIfPresent(Int.self, forKey: .line)
        failure = try Failure(from: decoder)
    }

    package func encode(to encoder: any Encoder) throws {
        try failure.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(stage, forKey: .stage)
        try container.encodeIfPresent(attempt, forKey: .attempt)
        try container.encodeIfPresent(document, forKey: .document)
        try container.encodeIfPresent(line, forKey: .line)
    }
}
