import FailureModel
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
