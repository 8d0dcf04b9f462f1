public import FailureModel
public import Foundation

/// A kind of content in one value: everything that the settings, the runner, watched folders, the command line and services
/// have to know of it. A program lists its kinds once; see `docs/adding-a-kind.md`.
public protocol Kind: Sendable {
    /// As documents and `pipeline.yaml` name it, such as `form`.
    var name: KindName { get }

    /// The key of the kind's section in `pipeline.yaml`; `nil`, the default, where it has no settings.
    var settingsSection: String? { get }

    /// The stages in their usual order, with the limits that hold unless `pipeline.yaml` declares others.
    ///
    /// - Parameter settings: the kind's section; `nil` where the file has none. What is wrong in it is reported to the node.
    func content(reading settings: SettingsNode?) -> ContentKind

    /// Checks an original before anything is stored, by its first bytes and its size only: everything else is left to the
    /// stages, where a file that upsets a library does no harm.
    ///
    /// - Parameters:
    ///   - head: the first ``KindFiles/headLength`` bytes, or all where there are fewer.
    ///   - byteCount: the size in bytes.
    ///   - fileName: for messages; a type is told from the content.
    /// - Returns: the media type.
    /// - Throws: ``Failure``, such as `input_empty`, `input_too_large` or `unsupported_type`.
    func mediaType(ofHead head: Data, byteCount: Int64, fileName: String) throws -> String

    /// What a file that was dropped into a watched folder is for, by its name alone.
    func role(of fileName: String) -> FileRole

    /// The records that a file of inputs holds, read one by one. None by default: the kind takes no inputs.
    ///
    /// - Throws: ``Failure`` where no record can be read.
    func records(in bytes: Data, fileName: String) throws -> any InputRecords

    /// What is delivered of a document that was given without inputs and is `ready`.
    var analysed: [Deliverable] { get }

    /// What is delivered of a document that is `filled`.
    var filled: [Deliverable] { get }

    /// What is delivered for an artefact: its bytes, the default, or what people should see instead.
    func delivered(_ bytes: Data, of artefact: String, document: Document) throws -> Data

    /// The rows of the kind's error codes for the program's table; none by default.
    var errors: [ErrorRow] { get }
}

extension Kind {
    public var settingsSection: String? { nil }

    public func records(in bytes: Data, fileName: String) throws -> any InputRecords {
        throw Failure(.unsupportedType, "Documents of the kind “\(name)” take no inputs.")
    }

    public func delivered(_ bytes: Data, of artefact: String, document: Document) throws -> Data { bytes }

    public var errors: [ErrorRow] { [] }

    /// The same check for bytes that are in memory.
    public func mediaType(of bytes: Data, fileName: String) throws -> String {
        try mediaType(
            ofHead: bytes.prefix(KindFiles.headLength), byteCount: Int64(bytes.count), fileName: fileName)
    }
}

/// What all kinds agree on about files.
public enum KindFiles {
    /// How many of a file's first bytes its type is told from.
    public static let headLength = 4096
}

/// What a dropped file is for.
public enum FileRole: Sendable, Hashable {
    /// A document to be analysed and filled; results are named by the stem.
    case original(stem: String)
    /// Inputs for the original of this stem, or of this whole name; without one, for the folder's standing original.
    case inputs(stem: String)
}

/// An artefact, and what follows the stem in the name of its file.
public struct Deliverable: Sendable, Hashable {
    /// The artefact's name.
    public var artefact: String
    /// Such as `filled.pdf`.
    public var suffix: String

    /// Delivers `artefact` as `STEM.suffix`.
    public init(_ artefact: String, as suffix: String) {
        self.artefact = artefact
        self.suffix = suffix
    }
}
