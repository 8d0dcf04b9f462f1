public import Foundation

/// A kind of document made of files that arrive over time, such as statements.
///
/// Each file is a document of another kind, so that a damaged file fails alone. The document of a collection names the
/// files as its parts (see ``Part``) and never changes: a further file creates a new document, so that earlier results
/// stay reproducible.
public protocol CollectionKind: Kind {
    /// The kind of the files.
    var fileKind: any Kind { get }

    /// Returns the name of a file's collection, based on its name alone; `nil` without one.
    func collection(of fileName: String) -> String?

    /// Returns the files needed to read a file, such as one that explains its columns.
    ///
    /// They become parts of the file's document, so no two files may be companions of each other.
    ///
    /// - Parameters:
    ///   - fileName: the name of the file.
    ///   - fileNames: the names of the collection's files, oldest first.
    /// - Returns: indices of `fileNames`; empty by default.
    func companions(of fileName: String, among fileNames: [String]) -> [Int]

    /// Returns the owner that a file names for its collection; `nil`, the default, without one.
    ///
    /// A watched folder without an owner in its settings uses it.
    ///
    /// - Parameter file: the document of a file that has been read.
    /// - Returns: the owner.
    func owner(namedBy file: Document) -> OwnerID?

    /// Returns the original of a collection's document.
    ///
    /// - Parameters:
    ///   - name: the name of the collection.
    ///   - files: its files, oldest first.
    /// - Returns: the same bytes for the same files.
    /// - Throws: an encoding error.
    func manifest(of name: String, files: [CollectionFile]) throws -> CollectionManifest
}

extension CollectionKind {
    /// Returns an empty array, so that each file is read alone.
    public func companions(of fileName: String, among fileNames: [String]) -> [Int] { [] }

    /// Returns `nil`.
    public func owner(namedBy file: Document) -> OwnerID? { nil }
}

/// A file of a collection.
public struct CollectionFile: Hashable, Sendable {
    /// The name of the file.
    public let name: String
    /// The bytes of the file.
    public let content: ContentID

    /// Creates a file.
    public init(name: String, content: ContentID) {
        self.name = name
        self.content = content
    }
}

/// The original of a collection's document.
public struct CollectionManifest: Hashable, Sendable {
    /// The bytes, which name the files.
    public let bytes: Data
    /// The name of the document.
    public let fileName: String
    /// The media type of the bytes.
    public let mediaType: String

    /// Creates a manifest.
    public init(bytes: Data, fileName: String, mediaType: String) {
        self.bytes = bytes
        self.fileName = fileName
        self.mediaType = mediaType
    }
}
