public import Foundation

/// A kind whose documents are made of files that arrive over time, such as the statements of a year.
///
/// Each file is a document of another kind, so that a damaged one fails alone. The document of a collection names the
/// files as its parts (see ``Part``) and never changes: a further file makes a new document, so that an earlier result
/// can be made again.
public protocol CollectionKind: Kind {
    /// The kind of the files.
    var fileKind: any Kind { get }

    /// Returns the name of the collection that a file belongs to, judged by its name alone; `nil` if it belongs to none.
    func collection(of fileName: String) -> String?

    /// Returns which files of a collection another file of it is read with, such as one that explains its columns.
    ///
    /// They become parts of the file's document, so no two files may be companions of each other.
    ///
    /// - Parameters:
    ///   - fileName: the name of the file.
    ///   - fileNames: the names of the collection's files, the oldest first.
    /// - Returns: indices of `fileNames`; none by default.
    func companions(of fileName: String, among fileNames: [String]) -> [Int]

    /// Returns the owner whom a file names for its collection; `nil`, the default, if it names none.
    ///
    /// A watched folder whose own settings name no owner follows it.
    ///
    /// - Parameter file: the document of a file that has been read.
    /// - Returns: the owner.
    func owner(namedBy file: Document) -> OwnerID?

    /// Returns the original of a collection's document.
    ///
    /// - Parameters:
    ///   - name: the name of the collection.
    ///   - files: its files, the oldest first.
    /// - Returns: the same bytes for the same files.
    /// - Throws: an error of encoding.
    func manifest(of name: String, files: [CollectionFile]) throws -> CollectionManifest
}

extension CollectionKind {
    /// None: each file is read alone.
    public func companions(of fileName: String, among fileNames: [String]) -> [Int] { [] }

    /// None.
    public func owner(namedBy file: Document) -> OwnerID? { nil }
}

/// A file of a collection.
public struct CollectionFile: Hashable, Sendable {
    /// The name of the file.
    public let name: String
    /// Its bytes.
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
