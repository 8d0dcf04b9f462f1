public import DroppedArchive
public import Foundation
public import Pipeline

/// Takes in what is dropped into the watched folders of a kind.
///
/// There are four ways: a ``FileHandler`` makes a document of each file, a ``CollectionHandler`` adds files to documents that
/// grow, a ``RowHandler`` keeps rows, and a ``TreeHandler`` takes whole folders and archives. A domain lists its handlers;
/// a watcher asks the first that has the kind of a folder.
public protocol DropHandler: Sendable {
    /// The kind of the folders, and of the documents that their drops become.
    var kind: any Kind { get }

    /// Whether results are readable by their owner alone.
    var isPrivate: Bool { get }

    /// Whether the names of files stay out of logs.
    var hidesNames: Bool { get }

    /// What a dropped folder may hold.
    var limits: DroppedLimits { get }

    /// Returns the owner that a rule means by the owner that it names.
    ///
    /// - Throws: `Failure` if there is no such owner.
    func owner(meant owner: OwnerID, of inbox: URL) async throws -> OwnerID

    /// Returns whether a folder in the inbox is a drop, judged by its name alone.
    func takesFolder(named name: String) -> Bool

    /// Matches what is in an inbox: adds what can be claimed now, and notes what has to wait.
    ///
    /// - Throws: an error of the disk.
    func match(_ look: inout Inbox.Look, in inbox: inout Inbox) throws

    /// Processes a claimed drop and delivers its results; all steps can be repeated.
    ///
    /// - Throws: `DropFailure` if its files cannot be used; other errors are retried.
    func process(_ drop: inout Drop, by work: DropWork<Self>) async throws
}

extension DropHandler {
    /// False.
    public var isPrivate: Bool { false }
    /// The same as ``isPrivate``.
    public var hidesNames: Bool { isPrivate }
    /// The usual limits.
    public var limits: DroppedLimits { DroppedLimits() }
    /// Returns the owner that the rule names.
    public func owner(meant owner: OwnerID, of inbox: URL) async throws -> OwnerID { owner }
    /// Returns false.
    public func takesFolder(named name: String) -> Bool { false }
}

extension DropHandler {
    /// Returns what the log says of an error, whose description may contain names of files.
    func text(of error: any Error) -> String {
        guard hidesNames else { return "\(error)" }
        return (error as? FolderFileError)?.summary ?? "\(type(of: error))"
    }
}

extension [any DropHandler] {
    /// Returns the first handler of a kind.
    package func handler(of kind: KindName) -> (any DropHandler)? { first { $0.kind.name == kind } }
}
