public import DroppedArchive
import Files
public import Foundation
public import Pipeline

/// Processes drops in the watched folders of a kind.
///
/// There are four variants: a ``FileHandler`` creates a document from each file, a ``CollectionHandler`` adds files to
/// growing documents, a ``RowHandler`` maintains rows, and a ``TreeHandler`` takes in whole folders and archives. A
/// domain lists its handlers; a watcher uses the first one with the kind of a folder.
public protocol DropHandler: Sendable {
    /// The kind of the folders, and of the documents made from their drops.
    var kind: any Kind { get }

    /// Whether results are readable by their owner only.
    var isPrivate: Bool { get }

    /// Whether file names stay out of logs.
    var hidesNames: Bool { get }

    /// The limits on a dropped folder.
    var limits: DroppedLimits { get }

    /// Returns the owner that a rule's owner name stands for.
    ///
    /// - Throws: `Failure` if there is no such owner.
    func owner(meant owner: OwnerID, of inbox: URL) async throws -> OwnerID

    /// Returns the facts of documents that are copies of a known original.
    ///
    /// - Parameters:
    ///   - name: the name of the known original.
    ///   - owner: the owner of the documents.
    /// - Returns: the facts, or nil if the kind has no known originals.
    /// - Throws: `Failure` if there is none of that name.
    func facts(ofCopiesOf name: String, owner: OwnerID) async throws -> [String: String]?

    /// Returns whether a folder in the inbox is a drop, judged by its name alone.
    func takesFolder(named name: String) -> Bool

    /// Matches the contents of an inbox.
    ///
    /// This adds what can be claimed now, and notes what has to wait.
    ///
    /// - Throws: a disk error.
    func match(_ look: inout Inbox.Look, in inbox: inout Inbox) throws

    /// Processes a claimed drop and delivers its results.
    ///
    /// All steps can be repeated.
    ///
    /// - Throws: `DropFailure` if its files cannot be used; other errors are retried.
    func process(_ drop: inout Drop, by work: DropWork<Self>) async throws
}

extension DropHandler {
    /// False.
    public var isPrivate: Bool { false }
    /// The same as ``isPrivate``.
    public var hidesNames: Bool { isPrivate }
    /// The default limits.
    public var limits: DroppedLimits { DroppedLimits() }
    /// Returns the owner that the rule names.
    public func owner(meant owner: OwnerID, of inbox: URL) async throws -> OwnerID { owner }
    /// Returns nil.
    public func facts(ofCopiesOf name: String, owner: OwnerID) async throws -> [String: String]? { nil }
    /// Returns false.
    public func takesFolder(named name: String) -> Bool { false }
}

extension DropHandler {
    /// Returns the log text of an error.
    ///
    /// It omits the error's description if that may contain file names to hide.
    func text(of error: any Error) -> String {
        guard hidesNames else { return "\(error)" }
        return (error as? SystemCallError)?.summary ?? "\(type(of: error))"
    }
}

extension [any DropHandler] {
    /// Returns the first handler of a kind.
    package func handler(of kind: KindName) -> (any DropHandler)? { first { $0.kind.name == kind } }
}
