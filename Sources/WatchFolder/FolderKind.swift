public import Foundation
public import Pipeline

/// What a watched folder has to know about a kind of content.
public protocol FolderKind: Sendable {
    /// As pipeline.yaml names it.
    var name: KindName { get }

    /// What a file is for, by its name alone.
    func role(of fileName: String) -> DropRole

    /// The media type of an original; throws what is wrong with it, before anything is stored.
    func mediaType(of bytes: Data, fileName: String) throws -> String

    /// The records that a file of inputs holds, read one by one.
    func records(in bytes: Data, fileName: String) throws -> any DropRecords

    /// What goes to the outbox when a document was dropped without inputs and is `ready`.
    var analysed: [Deliverable] { get }

    /// What goes to the outbox when a document is `filled`.
    var filled: [Deliverable] { get }

    /// What goes to the outbox for an artefact: its bytes, or what people should see instead.
    func delivered(_ bytes: Data, of artefact: String, document: Document) throws -> Data
}

extension FolderKind {
    public func delivered(_ bytes: Data, of artefact: String, document: Document) throws -> Data { bytes }
}

/// What a dropped file is for.
public enum DropRole: Sendable, Hashable {
    /// Something to be analysed and filled; results are named by the stem.
    case original(stem: String)
    /// Inputs for the original of this stem, or of this whole name. Those that also stand alone may be for a standing form.
    case inputs(stem: String)
}

/// An artefact, and what stands behind the stem in the name of its file.
public struct Deliverable: Sendable, Hashable {
    public var artefact: String
    public var suffix: String

    public init(_ artefact: String, as suffix: String) {
        self.artefact = artefact
        self.suffix = suffix
    }
}

/// The records of a file of inputs.
public protocol DropRecords: Sendable {
    /// Whether results carry the record's number.
    var areNumbered: Bool { get }
    /// The next record; nil at the end.
    mutating func next() throws -> DropRecord?
}

/// What one fill begins with, or what is wrong with it.
public struct DropRecord: Sendable {
    /// From 1.
    public var number: Int
    /// Where it begins in its file, from 1; nil where the file is the record.
    public var line: Int?
    public var inputs: Result<[PipelineClient.Input], DropFailure>

    public init(number: Int, line: Int?, inputs: Result<[PipelineClient.Input], DropFailure>) {
        self.number = number
        self.line = line
        self.inputs = inputs
    }
}

/// Why nothing could be made of a file or a record; what is written to its `.error.json`. Holds no value.
public struct DropFailure: Error, Sendable, Hashable, Codable {
    /// Stable, in snake case.
    public var code: String
    /// One sentence that a person can act on.
    public var message: String
    /// The stage that failed, and in which attempt; nil where no stage was reached.
    public var stage: String?
    public var attempt: Int?
    /// The document in the store, where there is one.
    public var document: UUID?
    /// Of a record: where it begins in its file.
    public var line: Int?

    public init(
        code: String, message: String, stage: String? = nil, attempt: Int? = nil, document: UUID? = nil,
        line: Int? = nil
    ) {
        self.code = code
        self.message = message
        self.stage = stage
        self.attempt = attempt
        self.document = document
        self.line = line
    }

    /// A document that failed.
    init(_ failure: DocumentFailure, of document: DocumentID) {
        self.init(
            code: failure.code, message: failure.message, stage: failure.stage.text, attempt: failure.attempt,
            document: document.uuid)
    }

    /// What a check of the kind's own threw.
    init(_ error: any Error) {
        switch error {
        case let error as DropFailure: self = error
        case let error as any StageError:
            self.init(code: error.failure.code, message: error.failure.message)
        default:
            let failure = Failure.unexpected(error)
            self.init(code: failure.code, message: failure.message)
        }
    }
}
