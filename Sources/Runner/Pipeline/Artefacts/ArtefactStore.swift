public import FailureModel
import Files
public import Foundation
import LibCrypto

/// A content-addressed store: bytes are named by their SHA-256.
///
/// Equal bytes are stored once, and stored bytes survive a power cut. The store does not know which bytes are still
/// needed; the catalogue decides that, see ``collectGarbage(olderThan:keeping:)``.
///
/// Every method except ``collectGarbage(olderThan:keeping:)`` blocks: call it on a thread that may block.
public protocol ArtefactStore: Sendable {
    /// The location for other processes, such as a child that runs a stage.
    var locator: ArtefactLocator { get }

    /// The secret that a process needs beside the locator.
    ///
    /// It is `nil` by default. It is passed through a descriptor only, and never stored or logged.
    var credentials: Data? { get }

    /// Whether removed bytes are brought back if they are missed.
    ///
    /// It is false by default. If so, they can be brought back for some minutes. Bytes are then removed without holding
    /// the catalogue: ``remove(_:)`` and ``collectGarbage(olderThan:keeping:)`` keep what it refers to in spite of moves
    /// made meanwhile, and a check that bytes exist holds for some minutes.
    var restoresRemoved: Bool { get }

    /// Stores bytes durably and returns their name.
    ///
    /// If it throws, nothing is visible.
    func put(_ bytes: Data) throws -> ContentID

    /// Starts an upload of bytes that arrive in pieces and never fill the memory.
    func upload() throws -> any ArtefactUpload

    /// Returns the bytes with this name after checking their hash.
    ///
    /// - Throws: an error of the store if it has no such bytes, or ``DamagedArtefact`` if they no longer match their
    ///   name.
    func read(_ content: ContentID) throws -> Data

    /// Returns the bytes in a range of offsets, truncated at the end.
    ///
    /// The hash is not checked, since that takes all bytes.
    ///
    /// - Throws: an error of the store if it has no bytes with this name.
    func read(_ content: ContentID, in range: Range<Int64>) throws -> Data

    /// Returns whether all stored bytes still match their name, whatever a cache has.
    ///
    /// - Throws: an error of the store if it has no bytes with this name.
    func isIntact(_ content: ContentID) throws -> Bool

    /// Throws ``StoreError/unavailable(_:)`` if the store was deleted after it was opened.
    func checkPresence() throws

    /// Returns the size in bytes; `nil` if the store has no bytes with this name.
    func byteCount(of content: ContentID) throws -> Int64?

    /// Removes old bytes that `keeping` does not return, and returns their number.
    ///
    /// Bytes are old if they were last put more than `age` ago. This protects bytes put by a stage or an upload to
    /// which the catalogue does not refer yet.
    func collectGarbage(
        olderThan age: Duration, keeping: ([ContentID]) async throws -> Set<ContentID>
    ) async throws -> Int

    /// Throws if the store does not answer.
    ///
    /// It takes a few seconds at most. The default does nothing, as for a folder.
    func checkReachable() throws

    /// Removes this machine's copies of bytes that `keeping` does not return.
    ///
    /// The default does nothing, as for a store without copies.
    func collectCached(keeping: ([ContentID]) async throws -> Set<ContentID>) async throws

    /// Removes bytes at once and returns their number.
    ///
    /// Bytes that were put again after the given times are kept. The default removes none, and leaves them to the
    /// garbage collection.
    func remove(_ contents: [ContentID: Timestamp]) throws -> Int
}

extension ArtefactStore {
    /// No secret.
    public var credentials: Data? { nil }

    /// False.
    public var restoresRemoved: Bool { false }

    /// Reads the bytes in pieces and compares their hash.
    public func isIntact(_ content: ContentID) throws -> Bool {
        var hash = SHA256()
        var offset: Int64 = 0
        while true {
            let piece = try read(content, in: offset..<offset + 4 << 20)
            if piece.isEmpty { return ContentID(hex: Hexadecimal.text(hash.finalize())) == content }
            hash.update(data: piece)
            offset += Int64(piece.count)
        }
    }

    /// Does nothing.
    public func checkReachable() throws {}

    /// Does nothing.
    public func collectCached(keeping: ([ContentID]) async throws -> Set<ContentID>) async throws {}

    /// Removes nothing.
    public func remove(_ contents: [ContentID: Timestamp]) throws -> Int { 0 }

    /// Returns whether the store has bytes with this name.
    public func contains(_ content: ContentID) throws -> Bool {
        try byteCount(of: content) != nil
    }
}

/// An upload in progress, which receives bytes piece by piece.
///
/// Nothing is visible before ``commit()``. An upload is used by one caller at a time, from any thread that may block.
/// It ends with ``commit()``, with ``discard()``, when either of them or ``append(_:)`` throws, or when its last
/// reference is released; after that every call throws ``UploadClosedError``.
public protocol ArtefactUpload: AnyObject, Sendable {
    /// Appends bytes.
    func append(_ piece: Data) throws

    /// Stores the appended bytes durably under their name.
    func commit() throws -> StoredBytes

    /// Discards the appended bytes.
    func discard()
}

/// The result of a committed upload.
public struct StoredBytes: Hashable, Sendable {
    /// The name of the bytes.
    public let content: ContentID
    /// The size in bytes.
    public let byteCount: Int64

    /// Creates the description of stored bytes.
    public init(content: ContentID, byteCount: Int64) {
        self.content = content
        self.byteCount = byteCount
    }
}

/// The error of an upload that was already committed or discarded, or that has failed.
public struct UploadClosedError: Error, Hashable {
    /// Creates the error.
    public init() {}
}

/// The location of an artefact store, from which another process can open it.
public struct ArtefactLocator: Hashable, Sendable, Codable {
    /// The kind of store, such as `folder`.
    public let scheme: String
    /// The data for finding this kind of store, such as a path.
    public let address: String

    /// Creates a locator.
    public init(scheme: String, address: String) {
        self.scheme = scheme
        self.address = address
    }
}

/// The error for a locator with an unknown scheme.
public struct UnknownArtefactStore: Error, Hashable, CustomStringConvertible {
    /// The locator that could not be opened.
    public let locator: ArtefactLocator

    /// Creates the error for a locator.
    public init(locator: ArtefactLocator) {
        self.locator = locator
    }

    /// A sentence that names the unknown scheme.
    public var description: String { "No artefact store of kind “\(locator.scheme)” is known." }
}

/// The error for stored bytes changed by the disk or another program.
public struct DamagedArtefact: StageError, Hashable {
    /// The name under which the bytes were put.
    public let content: ContentID

    /// Creates the error for a name.
    public init(content: ContentID) {
        self.content = content
    }

    /// The failure `artefact_damaged`.
    public var failure: Failure {
        Failure(.artefactDamaged, "The stored bytes \(content) were changed on disk.")
    }

    /// False: reading the bytes again gives the same result.
    public var isTransient: Bool { false }
}
