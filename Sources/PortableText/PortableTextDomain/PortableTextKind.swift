package import FailureModel
import Files
package import Foundation
package import Pipeline
import PortableText
import Typesetting

/// The content kind of Portable Text.
///
/// | stage | reads | publishes |
/// |---|---|---|
/// | `parse` | the original | `outline.json`: headings and problems; the facts `blocks` and `headings` |
/// | `typeset` | the original, the inputs `options.json`, `style.yaml` and `types.yaml` | `document.pdf`, `document.html`, `document.txt`, `toc.json`, `report.json`; the fact `pages` |
package struct PortableTextKind: Kind {
    /// The kind's name in `pipeline.yaml` and in documents.
    package static let name: KindName = "portable-text"

    /// The names of the artefacts that the stages read and publish.
    package enum ArtefactName {
        /// The headings and the problems.
        package static let outline = "outline.json"
        /// The typeset document.
        package static let pdf = "document.pdf"
        /// The document as an HTML page.
        package static let html = "document.html"
        /// The document as plain text.
        package static let text = "document.txt"
        /// The headings with their pages.
        package static let tableOfContents = "toc.json"
        /// The number of pages and the problems.
        package static let report = "report.json"
        /// The options of a fill.
        package static let options = "options.json"
        /// The style sheet of a fill.
        package static let style = "style.yaml"
        /// The mapping of types of a fill.
        package static let types = "types.yaml"
    }

    /// The names of the facts that the stages publish.
    package enum FactName {
        /// The number of blocks.
        package static let blocks = "blocks"
        /// The number of headings.
        package static let headings = "headings"
        /// The number of pages of the newest PDF.
        package static let pages = "pages"
    }

    /// The maximum size of a document in bytes.
    package static let sizeLimit = 64 << 20
    /// The media type of documents.
    package static let mediaType = "application/json"

    /// Creates the kind.
    package init() {}

    package var name: KindName { Self.name }
    package var settingsSection: String? { "portableText" }
    package var errors: [ErrorRow] { ErrorRow.portableText + ErrorRow.typesetting }

    package func content(reading settings: SettingsNode?) -> ContentKind {
        let settings = PortableTextSettings(reading: settings)
        return ContentKind(
            name,
            processing: [.init(ParseStage(mode: settings.mode))],
            filling: [.init(TypesetStage(settings: settings), limits: StageLimits(wallTime: .seconds(10 * 60)))])
    }

    package func mediaType(ofHead head: Data, byteCount: Int64, fileName: String) throws -> String {
        guard byteCount > 0 else { throw Failure(.inputEmpty, "\(fileName) is empty.") }
        guard byteCount <= Self.sizeLimit else {
            throw Failure(.inputTooLarge, "\(fileName) is larger than the limit of \(Self.sizeLimit >> 20) MB.")
        }
        let space: [UInt8] = [0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF]
        guard let first = head.first(where: { !space.contains($0) }), [0x5B, 0x7B].contains(first) else {
            throw Failure(.unsupportedType, "\(fileName) is not JSON with a list of blocks or an object.")
        }
        return Self.mediaType
    }

    // MARK: Files

    private static let originalSuffix = ".pt.json"
    private static let styleSuffixes = [".style.yaml", ".style.yml"]

    package func role(of fileName: String) -> FileRole {
        let lower = fileName.lowercased()
        if let suffix = Self.styleSuffixes.first(where: lower.hasSuffix), lower.count > suffix.count {
            return .inputs(stem: String(fileName.dropLast(suffix.count)))
        }
        return .original(stem: Self.stem(of: fileName))
    }

    /// Returns the file name without `.pt.json`, or else without its last suffix.
    package static func stem(of fileName: String) -> String {
        let suffix = fileName.lowercased().hasSuffix(originalSuffix) ? originalSuffix.count : 0
        if suffix > 0, fileName.count > suffix { return String(fileName.dropLast(suffix)) }
        let stem = fileName.split(separator: ".", omittingEmptySubsequences: false).dropLast().joined(separator: ".")
        return stem.isEmpty ? fileName : stem
    }

    package func records(in bytes: Data, fileName: String) throws -> any InputRecords {
        _ = try StyleFile.read(bytes, name: fileName)
        return SingleRecord([
            PipelineClient.Input(name: ArtefactName.style, mediaType: "application/yaml", bytes: bytes)
        ])
    }

    /// None, since a document that is dropped alone is typeset with the default styles.
    package var inputsOfLoneOriginal: [PipelineClient.Input]? { [] }

    package var analysed: [Deliverable] { [Deliverable(ArtefactName.outline, as: "outline.json")] }

    package var filled: [Deliverable] {
        [
            Deliverable(ArtefactName.pdf, as: "pdf"), Deliverable(ArtefactName.html, as: "html"),
            Deliverable(ArtefactName.text, as: "txt"), Deliverable(ArtefactName.tableOfContents, as: "toc.json"),
            Deliverable(ArtefactName.report, as: "report.json"),
        ]
    }

    /// Returns the inputs of a fill.
    ///
    /// - Parameters:
    ///   - options: the rendering options; nil for those of `pipeline.yaml`.
    ///   - style: the style sheet; nil for the default styles.
    ///   - types: the mapping of own types; nil for none.
    /// - Returns: the artefacts to freeze.
    /// - Throws: `EncodingError`, which never happens.
    package static func inputs(
        options: TypesetOptions?, style: Data? = nil, types: Data? = nil
    ) throws -> [PipelineClient.Input] {
        var inputs: [PipelineClient.Input] = []
        if let options {
            inputs.append(
                PipelineClient.Input(
                    name: ArtefactName.options, mediaType: "application/json", bytes: try JSONText.encode(options)))
        }
        if let style {
            inputs.append(
                PipelineClient.Input(name: ArtefactName.style, mediaType: "application/yaml", bytes: style))
        }
        if let types {
            inputs.append(
                PipelineClient.Input(name: ArtefactName.types, mediaType: "application/yaml", bytes: types))
        }
        return inputs
    }
}

/// The settings of Portable Text, from the section `portableText` of `pipeline.yaml`.
struct PortableTextSettings: Sendable {
    /// The treatment of documents with mistakes.
    var mode = PortableTextReader.Mode.strict
    /// The default options of fills.
    var options = TypesetOptions()

    init(reading node: SettingsNode?) {
        let keys =
            node?.mapping(known: ["mode", "toc", "lang", "direction", "hyphenate", "pdfa", "remotePictures"]) ?? [:]
        if let mode = keys["mode"]?.choice(of: PortableTextReader.Mode.self) { self.mode = mode }
        if let toc = keys["toc"]?.choice(of: BooleanWord.self) { options.hasTableOfContents = toc == .true }
        if let hyphenate = keys["hyphenate"]?.choice(of: BooleanWord.self) { options.hyphenates = hyphenate == .true }
        if let pdfa = keys["pdfa"]?.choice(of: BooleanWord.self) { options.isArchival = pdfa == .true }
        if let remote = keys["remotePictures"]?.choice(of: BooleanWord.self) {
            options.hasRemotePictures = remote == .true
        }
        options.language = keys["lang"]?.text()
        options.direction = keys["direction"]?.choice(of: PortableTextDirection.self)
    }
}
