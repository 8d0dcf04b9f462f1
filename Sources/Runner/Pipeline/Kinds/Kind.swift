public import FailureModel
public import Foundation

/// A kind of content.
///
/// It has everything that settings, the runner, watched folders, the command line and services need to know about it. A
/// program lists its kinds once; see `docs/inside/adding-a-kind.md`.
public protocol Kind: Sendable {
    /// The name in documents and in `pipeline.yaml`, such as `form`.
    var name: KindName { get }

    /// The key of the kind's section in `pipeline.yaml`; `nil`, the default, without settings.
    var settingsSection: String? { get }

    /// Returns the stages in default order, with limits that `pipeline.yaml` can override.
    ///
    /// - Parameter settings: the kind's section; `nil` if the file has none. Errors in it are reported to the node.
    /// - Returns: the kind's name and stages.
    func content(reading settings: SettingsNode?) -> ContentKind

    /// Checks an original before anything is stored, by its first bytes and size only.
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

    /// Returns the role of a file in a watched folder, judged by its name alone.
    func role(of fileName: String) -> FileRole

    /// Returns the records of a file of inputs, read one by one.
    ///
    /// By default the kind takes no inputs.
    ///
    /// - Throws: `Failure` if no record can be read.
    func records(in bytes: Data, fileName: String) throws -> any InputRecords

    /// Returns the records of a file of inputs, read with its companion.
    ///
    /// By default there is no companion.
    ///
    /// - Throws: `Failure` if no record can be read.
    func records(in inputs: DroppedInputs) throws -> any InputRecords

    /// Returns the name of the companion of inputs with this stem.
    ///
    /// By default it is nil: the kind has no companions.
    func companionName(ofStem stem: String) -> String?

    /// Returns a reason not to use a drop's inputs, before the first record is filled.
    ///
    /// By default there is no objection.
    ///
    /// - Parameters:
    ///   - inputs: the inputs.
    ///   - document: the analysed original.
    ///   - client: the store.
    /// - Returns: the reason; nil if there is none.
    /// - Throws: `Failure` if the inputs or their companion cannot be read.
    func objection(
        to inputs: DroppedInputs, on document: Document, in client: PipelineClient
    ) async throws -> InputObjection?

    /// Returns the inputs that a profile adds to every fill in a watched folder.
    ///
    /// Inputs of a record take precedence over those with the same names. By default the kind takes no profile.
    ///
    /// - Parameters:
    ///   - bytes: data about the person or organisation that the folder belongs to.
    ///   - fileName: used in messages.
    /// - Returns: the inputs.
    /// - Throws: `Failure` if the profile cannot be read.
    func inputs(ofProfile bytes: Data, fileName: String) throws -> [PipelineClient.Input]

    /// The inputs for an original dropped without any; `nil`, the default, to only analyse it.
    var inputsOfLoneOriginal: [PipelineClient.Input]? { get }

    /// The artefacts to deliver for a `ready` document that was dropped without inputs.
    var analysed: [Deliverable] { get }

    /// The artefacts to deliver for a `filled` document.
    var filled: [Deliverable] { get }

    /// Returns the bytes to deliver for an artefact, or `nil` to deliver nothing.
    ///
    /// By default these are its own bytes; a kind may return a form of them meant for people.
    ///
    /// - Parameters:
    ///   - bytes: the bytes of the artefact.
    ///   - artefact: its name.
    ///   - document: the document that it was made from.
    ///   - inputs: the stored inputs of the document when the delivery began; see ``ContentKind/storedInputs``.
    /// - Returns: the bytes to deliver.
    /// - Throws: `Failure` if the artefact cannot be delivered.
    func delivered(
        _ bytes: Data, of artefact: String, document: Document, with inputs: [PipelineClient.Input]
    ) throws -> Data?

    /// The kind's error codes as rows of the program's table; empty by default.
    var errors: [ErrorRow] { get }
}

extension Kind {
    /// No section.
    public var settingsSection: String? { nil }

    /// Throws `unsupported_type`: the kind takes no inputs.
    public func records(in bytes: Data, fileName: String) throws -> any InputRecords {
        throw Failure(.unsupportedType, "Documents of kind “\(name)” take no inputs.")
    }

    /// Returns the records without regard to a companion.
    public func records(in inputs: DroppedInputs) throws -> any InputRecords {
        try records(in: inputs.bytes, fileName: inputs.fileName)
    }

    /// None.
    public func companionName(ofStem stem: String) -> String? { nil }

    /// None.
    public func objection(
        to inputs: DroppedInputs, on document: Document, in client: PipelineClient
    ) async throws -> InputObjection? { nil }

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

    /// Checks an original in memory and returns its media type.
    public func mediaType(of bytes: Data, fileName: String) throws -> String {
        try mediaType(
            ofHead: bytes.prefix(KindFiles.headLength), byteCount: Int64(bytes.count), fileName: fileName)
    }
}

/// Constants about files that all kinds share.
public enum KindFiles {
    /// The number of bytes at the start of a file for detecting its type.
    public static let headLength = 4096
}

/// The role of a dropped file.
public enum FileRole: Sendable, Hashable {
    /// A document to analyse and fill; results are named after the stem.
    case original(stem: String)
    /// Inputs for the original with this stem or whole name.
    ///
    /// Without such an original, they are for the folder's standing original.
    case inputs(stem: String)
    /// A file about the inputs with this stem, which stays in the folder; see ``Kind/companionName(ofStem:)``.
    case companion(stem: String)
}

/// An artefact to deliver, with the suffix of its file name.
public struct Deliverable: Sendable, Hashable {
    /// The artefact's name.
    public var artefact: String
    /// The part of the file name after the stem, such as `filled.pdf`.
    public var suffix: String
    /// Whether all artefacts with names that begin with ``artefact`` are delivered.
    ///
    /// The rest of each name follows the suffix.
    public var isSeries: Bool

    /// Creates a deliverable that is written to `STEM.suffix`.
    public init(_ artefact: String, as suffix: String, isSeries: Bool = false) {
        self.artefact = artefact
        self.suffix = suffix
        self.isSeries = isSeries
    }

    /// Returns the artefacts to deliver with their suffixes.
    public func items(among published: [Artefact]) -> [(artefact: Artefact, suffix: String)] {
        guard isSeries else { return published.last { $0.name == artefact }.map { [($0, suffix)] } ?? [] }
        return published.filter { $0.name.hasPrefix(artefact) }.map {
            ($0, suffix + $0.name.dropFirst(artefact.count))
        }
    }
}
