public import FailureModel
public import Foundation

/// Bytes under what they are, their SHA-256. Equal bytes are stored once, and what was put survives a power cut. Whether
/// bytes are *wanted* is the catalogue's to say; see ``collectGarbage(olderThan:keeping:)``.
///
/// Every method but ``collectGarbage(olderThan:keeping:)`` blocks: call it on a thread that may block.
public protocol ArtefactStore: Sendable {
    /// How another process finds this store, such as a child that runs a stage.
    var locator: ArtefactLocator { get }

    /// Stores bytes durably and answers their name. Where it throws, nothing is visible.
    func put(_ bytes: Data) throws -> ContentID

    /// Begins to store bytes that come in pieces and are never whole in memory.
    func upload() throws -> any ArtefactUpload

    /// The bytes of this name, which are compared with it. Throws where there are none.
    func read(_ content: ContentID) throws -> Data

    /// The bytes in a range of offsets; fewer, or none, where the range lies beyond the end. Not compared with the name,
    /// which takes all of them. Throws where there are none of this name.
    func read(_ content: ContentID, in range: Range<Int64>) throws -> Data

    /// Throws ``StoreError/unavailable(_:)`` where the store was deleted since it was opened.
    func checkPresence() throws

    /// The size in bytes; `nil` where there are none of this name.
    func byteCount(of content: ContentID) throws -> Int64?

    /// Removes the bytes that were last put more than `age` ago and that `keeping` does not ask for. Answers how many.
    ///
    /// The age protects what a stage or an upload has put and the catalogue has not yet heard of.
    func collectGarbage(
        olderThan age: Duration, keeping: ([ContentID]) async throws -> Set<ContentID>
    ) async throws -> Int
}

extension ArtefactStore {
    /// Whether there are bytes of this name.
    public func contains(_ content: ContentID) throws -> Bool {
        try byteCount(of: content) != nil
    }
}

/// Bytes on their way into a store, piece after piece. Nothing is visible before ``commit()``.
///
/// Used by one at a time, from any thread that may block. It ends with ``commit()``, with ``discard()``, with an error of either
/// or of ``append(_:)``, or with its last user; afterwards it throws ``UploadIsOver``.
public protocol ArtefactUpload: AnyObject, Sendable {
    /// Adds bytes at the end.
    func append(_ piece: Data) throws

    /// Stores what was appended durably under its name.
    func commit() throws -> StoredBytes

    /// Forgets what was appended.
    func discard()
}

/// What an upload has stored.
public struct StoredBytes: Hashable, Sendable {
    /// Their name.
    public let content: ContentID
    /// The size in bytes.
    public let byteCount: Int64

    public init(content: ContentID, byteCount: Int64) {
        self.content = content
        self.byteCount = byteCount
    }
}

/// The upload was committed, discarded or has failed before.
public struct UploadIsOver: Error, Hashable {
    public init() {}
}

/// Where an artefact store is, so that another process can open it.
public struct ArtefactLocator: Hashable, Sendable, Codable {
    /// The kind of the store, such as `folder`.
    public let scheme: String
    /// What the kind of store needs to find it, such as a path.
    public let address: String

    public init(scheme: String, address: String) {
        self.scheme = scheme
        self.address = address
    }
}

/// A locator of a kind that nobody here opens.
public struct UnknownArtefactStore: Error, Hashable, CustomStringConvertible {
    /// What was to be opened.
    public let locator: ArtefactLocator

    public init(locator: ArtefactLocator) {
        self.locator = locator
    }

    public var description: String { "No artefact store of the kind “\(locator.scheme)” is known." }
}

/// The bytes on disk are not those that were put: the disk or somebody else changed them.
public struct DamagedArtefact: StageError, Hashable {
    /// The name of the bytes that were put.
    public let content: ContentID

    public var failure: Failure {
        Failure(.artefactDamaged, "The stored bytes \(content) were changed on disk.")
    }

    public var isTransient: Bool { false }
}
