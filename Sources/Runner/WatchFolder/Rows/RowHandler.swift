public import Foundation
public import Pipeline

/// Processes files for a domain that stores rows.
///
/// Each file is a separate drop, so that a damaged file fails alone. Files with the same stem belong to one row: the
/// drop added last waits for more of them, and then delivers the results of the row. All methods may be called again
/// with the same arguments after a crash, with the same effect as a single call.
///
/// A ``FailureModel/Failure`` means that a file cannot be used; other errors are retried. Neither messages nor logs
/// contain the content of files.
public protocol RowHandler: DropHandler {
    /// The name of documents, used instead of the names that users give their files.
    var documentName: String { get }

    /// Returns the role of a file, based on its name alone.
    func role(of fileName: String) -> DroppedRole

    /// Checks a file that does not become a document, before any processing.
    ///
    /// - Throws: `Failure`.
    func check(_ bytes: Data, named fileName: String) throws

    /// Adds a file's content to the data of its stem, in one transaction.
    ///
    /// - Parameters:
    ///   - content: a document that is ready, or checked bytes.
    ///   - part: the role of the file.
    ///   - group: the file's group.
    /// - Throws: `Failure` if the content does not fit.
    func add(_ content: DroppedContent, as part: DroppedRole.Part, to group: DropGroup) async throws

    /// Creates or updates the row of a stem once no more files arrive.
    ///
    /// It also produces the results to deliver.
    ///
    /// - Parameters:
    ///   - group: the stem.
    ///   - drop: the drop added last; the results of a drop belong to one document.
    /// - Returns: the results to deliver; `nil` for nothing.
    /// - Throws: `Failure` if the row cannot be made from the known data.
    func results(of group: DropGroup, for drop: UUID) async throws -> DropResults?

    /// Produces the results of an order, once all earlier drops have been processed.
    ///
    /// - Parameters:
    ///   - order: checked bytes.
    ///   - group: the order's group.
    ///   - drop: the order's drop; the results of a drop belong to one document.
    /// - Returns: the results to deliver; `nil` for nothing.
    /// - Throws: `Failure` if the order cannot be carried out.
    func results(ofOrder order: Data, in group: DropGroup, for drop: UUID) async throws -> DropResults?

    /// Removes the results of a drop that are meant for the outbox only.
    ///
    /// Called once the drop has nothing more to deliver.
    func discardResults(of group: DropGroup, for drop: UUID) async throws
}

extension RowHandler {
    /// True.
    public var isPrivate: Bool { true }
    /// Accepts every file.
    public func check(_ bytes: Data, named fileName: String) throws {}
    /// Returns `nil`, so that nothing is delivered.
    public func results(ofOrder order: Data, in group: DropGroup, for drop: UUID) async throws -> DropResults? { nil }
    /// Does nothing, because all results stay in the store.
    public func discardResults(of group: DropGroup, for drop: UUID) async throws {}

    /// Processes a file, and delivers the results of its row.
    public func process(_ drop: inout Drop, by work: DropWork<Self>) async throws { try await work.takeIn(&drop) }
}

/// The role of a file in the folder of a ``RowHandler``.
public struct DroppedRole: Sendable, Hashable {
    /// The stem of result names, which the files of a row share.
    public var stem: String
    /// The part of the file in its row.
    public var part: Part

    /// The part of a file in the row of its stem.
    public enum Part: Sendable, Hashable {
        /// A document that begins a row.
        case original
        /// A further document, which waits in the inbox until the original is known.
        case companion
        /// Data, which waits in the inbox likewise.
        case inputs
        /// An order for something made from many rows; it belongs to no row.
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
    /// The bytes of the file, with its name.
    case bytes(Data, named: String)
}

/// The files of one stem in one folder.
public struct DropGroup: Sendable, Hashable {
    /// The owner of the folder's documents.
    public let owner: OwnerID
    /// The stem.
    public let stem: String
    /// A digest of the owner, folder and stem.
    public let key: String

    /// Creates the group of a stem in a folder.
    package init(owner: OwnerID, folder: String, stem: String) {
        self.owner = owner
        self.stem = stem
        key = ContentID(of: Data("\(owner.text)\n\(folder)\n\(stem)".utf8)).hex
    }
}

/// The results of a ``RowHandler`` for the outbox.
public struct DropResults: Sendable {
    /// The document with the artefacts to deliver.
    public let document: Document
    /// The artefacts to deliver.
    public let deliverables: [Deliverable]
    /// The key of the results, which replace earlier ones with the same key.
    public let key: String
    /// Creates results.
    public init(of document: Document, _ deliverables: [Deliverable], key: String) {
        self.document = document
        self.deliverables = deliverables
        self.key = key
    }
}
