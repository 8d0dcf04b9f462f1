package import FailureModel
package import Foundation
package import Pipeline

/// The reason why a file or record was not processed, written to `.error.json`.
package struct DropFailure: FailureConvertible, Sendable, Hashable {
    /// The code and message; for a record, its line is the location.
    package var failure: Failure
    /// The failed stage; `nil` if no stage was reached.
    package var stage: StageName?
    /// The failed attempt, from 1; `nil` if no stage was reached.
    package var attempt: Int?
    /// The document in the store, if any.
    package var document: UUID?
    /// The first line of the record in its file, from 1.
    package var line: Int?

    /// Creates a failure from before a document existed.
    package init(_ code: ErrorCode, _ message: String) {
        failure = Failure(code, message)
    }

    /// Creates a failure from a failed document.
    init(_ failed: DocumentFailure, of document: DocumentID) {
        failure = failed.failure
        stage = failed.stage
        attempt = failed.attempt
        self.document = document.uuid
    }

    /// Creates a failure from an error thrown by one of the kind's checks.
    init(_ error: any Error) {
        if let error = error as? DropFailure {
            self = error
        } else {
            failure = Failure(error)
            line = failure.line
        }
    }
}

/// Encodes the failure's keys on the same level as those of the document.
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
