public import Foundation
public import Pipeline

/// Takes in files for a domain that keeps rows.
///
/// Each file is a drop of its own, so that a damaged one fails alone. Files with one stem belong to one row: the drop
/// that was added last to a stem waits for more of them, and then delivers what the domain makes of the row. All
/// methods may be called again with the same arguments after a crash, and then have the same effect as once.
///
/// A ``FailureModel/Failure`` means that a file cannot be used; other errors are retried. Neither messages nor logs
/// contain what is in the files.
public protocol RowHandler: DropHandler {
    /// The name of documents: those that people give to their files stay theirs.
    var documentName: String { get }

    /// Returns the role of a file, judged by its name alone.
    func role(of fileName: String) -> DroppedRole

    /// Checks a file that does not become a document, before anything is done with it.
    ///
    /// - Throws: `Failure`.
    func check(_ bytes: Data, named fileName: String) throws

    /// Adds the content of a file to what is known of its stem, in one transaction.
    ///
    /// - Parameters:
    ///   - content: a document that is ready, or bytes that have been checked.
    ///   - part: the role of the file.
    ///   - group: where it belongs.
    /// - Throws: `Failure` if it does not fit.
    func add(_ content: DroppedContent, as part: DroppedRole.Part, to group: DropGroup) async throws

    /// Makes or changes the row of a stem, to which nothing has been added for a while, and makes what is delivered of
    /// it.
    ///
    /// - Parameters:
    ///   - group: the stem.
    ///   - drop: the drop that was added last; the results of one drop are those of one document.
    /// - Returns: what to deliver; `nil` for nothing.
    /// - Throws: `Failure` if the row cannot be made of what is known.
    func results(of group: DropGroup, for drop: UUID) async throws -> DropResults?

    /// Makes what is delivered for an order, once everything that was dropped before it has been taken in.
    ///
    /// - Parameters:
    ///   - order: bytes that have been checked.
    ///   - group: where it belongs.
    ///   - drop: its drop; the results of one drop are those of one document.
    /// - Returns: what to deliver; `nil` for nothing.
    /// - Throws: `Failure` if it cannot be carried out.
    func results(ofOrder order: Data, in group: DropGroup, for drop: UUID) async throws -> DropResults?

    /// Removes what was made for a drop and is meant for the outbox only; called when the drop has nothing to deliver any
    /// more.
    func discardResults(of group: DropGroup, for drop: UUID) async throws
}

extension RowHandler {
    /// True.
    public var isPrivate: Bool { true }
    /// Accepts every file.
    public func check(_ bytes: Data, named fileName: String) throws {}
    /// Delivers nothing.
    public func results(ofOrder order: Data, in group: DropGroup, for drop: UUID) async throws -> DropResults? { nil }
    /// Does nothing: all that is delivered stays in the store.
    public func discardResults(of group: DropGroup, for drop: UUID) async throws {}

    /// Takes in a file, and delivers what the domain makes of its row.
    public func process(_ drop: inout Drop, by work: DropWork<Self>) async throws { try await work.takeIn(&drop) }
}

/// What a file in the folder of a ``RowHandler`` is for.
public struct DroppedRole: Sendable, Hashable {
    /// The stem of results, which the files of one row have in common.
    public var stem: String
    /// What the file is.
    public var part: Part

    /// What a file is to the row of its stem.
    public enum Part: Sendable, Hashable {
        /// A document, which begins a row.
        case original
        /// Another document; it waits in the inbox until the original is known.
        case companion
        /// Data; waits in the inbox as well.
        case inputs
        /// An order of something that is made of many rows; no part of a row.
        case order
    }

    /// Creates a role.
    public init(_ part: Part, stem: String) {
        self.part = part
        self.stem = stem
    }
}

/// The content of a dropped file.
public enum DroppedContent: Sendable {
    /// A document that is ready.
    case document(Document)
    /// The bytes of the file, and its name.
    case bytes(Data, named: String)
}

/// The files of one stem in one folder.
public struct DropGroup: Sendable, Hashable {
    /// The owner of the folder's documents.
    public let owner: OwnerID
    /// The stem.
    public let stem: String
    /// The same for the same owner, folder and stem; it does not contain them.
    public let key: String

    /// Creates the group of a stem in a folder.
    package init(owner: OwnerID, folder: String, stem: String) {
        self.owner = owner
        self.stem = stem
        key = ContentID(of: Data("\(owner.text)\n\(folder)\n\(stem)".utf8)).hex
    }
}

/// What a ``RowHandler`` has made for the outbox.
public struct DropResults: Sendable {
    /// The document that it was made from, whose artefacts are delivered.
    public let document: Document
    /// The artefacts.
    public let deliverables: [Deliverable]
    /// Identifies what the results are of: they replace those that were delivered with the same key.
    public let key: String
    /// Creates results.
    public init(of document: Document, _ deliverables: [Deliverable], key: String) {
        self.document = document
        self.deliverables = deliverables
        self.key = key
    }
}
