public import FailureModel
public import Foundation

/// A kind of content: everything that settings, the runner, watched folders, the command line and services need to know
/// about it.
///
/// A program lists its kinds once; see `docs/inside/adding-a-kind.md`.
public protocol Kind: Sendable {
    /// The name in documents and in `pipeline.yaml`, such as `form`.
    var name: KindName { get }

    /// The key of the kind's section in `pipeline.yaml`; `nil`, the default, if the kind has no settings.
    var settingsSection: String? { get }

    /// Returns the stages in their default order, with the limits that apply unless `pipeline.yaml` sets others.
    ///
    /// - Parameter settings: the kind's section; `nil` if the file has none. Mistakes in it are reported to the node.
    /// - Returns: the kind's name and stages.
    func content(reading settings: SettingsNode?) -> ContentKind

    /// Checks an original before anything is stored, by its first bytes and its size only.
    ///
    /// Everything else is left to the stages, where a file that crashes a library does no harm.
    ///
    /// - Parameters:
    ///   - head: the first ``KindFiles/headLength`` bytes, or all bytes if there are fewer.
    ///   - byteCount: the size in bytes.
    ///   - fileName: used in messages only; the type is detected from the content.
    /// - Returns: the media type.
    /// - Throws: `Failure`, such as `input_empty`, `input_too_large` or `unsupported_type`.
    func mediaType(ofHead head: Data, byteCount: Int64, fileName: String) throws -> String

    /// Returns the role of a file that was dropped into a watched folder, judged by its name alone.
    func role(of fileName: String) -> FileRole

    /// Returns the records of a file of inputs, which are read one by one; by default the kind takes no inputs.
    ///
    /// - Throws: `Failure` if no record can be read.
    func records(in bytes: Data, fileName: String) throws -> any InputRecords

    /// Returns the inputs that a profile adds to every fill of a watched folder; by default the kind takes none.
    ///
    /// Those of a record with the same names take precedence.
    ///
    /// - Parameters:
    ///   - bytes: what is known about the person or organisation that the folder belongs to.
    ///   - fileName: used in messages.
    /// - Returns: the inputs.
    /// - Throws: `Failure` if the profile cannot be read.
    func inputs(ofProfile bytes: Data, fileName: String) throws -> [PipelineClient.Input]

    /// The inputs of the fill of an original that is dropped without any; `nil`, the default, if it is only analysed.
    var inputsOfLoneOriginal: [PipelineClient.Input]? { get }

    /// The artefacts delivered for a document that was dropped without inputs and is `ready`.
    var analysed: [Deliverable] { get }

    /// The artefacts delivered for a document that is `filled`.
    var filled: [Deliverable] { get }

    /// Returns what is delivered for an artefact: its bytes by default, or a form of them meant for people; `nil` if
    /// nothing is delivered for it.
    ///
    /// - Parameters:
    ///   - bytes: the bytes of the artefact.
    ///   - artefact: its name.
    ///   - document: the document that it was made from.
    ///   - inputs: what the store held for the document when the delivery began; see ``ContentKind/storedInputs``.
    /// - Returns: the bytes to deliver.
    /// - Throws: `Failure` if the artefact cannot be delivered.
    func delivered(
        _ bytes: Data, of artefact: String, document: Document, with inputs: [PipelineClient.Input]
    ) throws -> Data?

    /// The kind's error codes as rows of the program's table; none by default.
    var errors: [ErrorRow] { get }
}

extension Kind {
    /// No section.
    public var settingsSection: String? { nil }

    /// Throws `unsupported_type`: the kind takes no inputs.
    public func records(in bytes: Data, fileName: String) throws -> any InputRecords {
        throw Failure(.unsupportedType, "Documents of kind “\(name)” take no inputs.")
    }

    /// Throws `unsupported_type`: the kind takes no profile.
    public func inputs(ofProfile bytes: Data, fileName: String) throws -> [PipelineClient.Input] {
        throw Failure(.unsupportedType, "Documents of kind “\(name)” take no profile.")
    }

    /// None: an original is only analysed.
    public var inputsOfLoneOriginal: [PipelineClient.Input]? { nil }

    /// Returns the bytes unchanged.
    public func delivered(
        _ bytes: Data, of artefact: String, document: Document, with inputs: [PipelineClient.Input]
    ) throws -> Data? { bytes }

    /// No codes.
    public var errors: [ErrorRow] { [] }

    /// Checks an original that is already in memory, and returns its media type.
    public func mediaType(of bytes: Data, fileName: String) throws -> String {
        try mediaType(
            ofHead: bytes.prefix(KindFiles.headLength), byteCount: Int64(bytes.count), fileName: fileName)
    }
}

/// Constants about files that all kinds share.
public enum KindFiles {
    /// The number of bytes at the start of a file from which its type is detected.
    public static let headLength = 4096
}

/// The role of a dropped file.
public enum FileRole: Sendable, Hashable {
    /// A document to analyse and fill; its results are named after the stem.
    case original(stem: String)
    /// Inputs for the original with this stem or this whole name; if there is none, for the folder's standing original.
    case inputs(stem: String)
}

/// An artefact to deliver, and the suffix of its file's name.
public struct Deliverable: Sendable, Hashable {
    /// The artefact's name.
    public var artefact: String
    /// The part of the file's name after the stem, such as `filled.pdf`.
    public var suffix: String
    /// Whether all artefacts whose names begin with ``artefact`` are delivered, with the rest of their names after the suffix.
    public var isSeries: Bool

    /// Creates a deliverable that is written to `STEM.suffix`.
    public init(_ artefact: String, as suffix: String, isSeries: Bool = false) {
        self.artefact = artefact
        self.suffix = suffix
        self.isSeries = isSeries
    }

    /// Returns what is delivered of the artefacts of a document, with the names of the files after the stem.
    public func items(among published: [Artefact]) -> [(artefact: Artefact, suffix: String)] {
        guard isSeries else { return published.last { $0.name == artefact }.map { [($0, suffix)] } ?? [] }
        return published.filter { $0.name.hasPrefix(artefact) }.map {
            ($0, suffix + $0.name.dropFirst(artefact.count))
        }
    }
}
