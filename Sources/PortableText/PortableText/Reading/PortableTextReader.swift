import Values
public import Foundation

/// Reads documents from JSON and checks them.
///
/// The JSON is an object with a list `blocks`, a bare list of blocks, or a single block.
public struct PortableTextReader: Sendable {
    /// The treatment of documents with mistakes.
    public enum Mode: String, Hashable, Sendable, CaseIterable {
        /// Throws the first mistake; blocks can be nested one level deep.
        case strict
        /// Keeps everything that can be rendered, and lists all mistakes.
        ///
        /// Refuses only text that is not JSON, cannot be a document, or as a whole exceeds a limit.
        case lenient
    }

    /// The treatment of documents with mistakes.
    public var mode: Mode
    /// The accepted names.
    public var vocabulary: PortableTextVocabulary
    /// The limits.
    public var limits: PortableTextLimits
    /// The mapping of a dataset's own types.
    public var types: PortableTextTypes?

    /// Creates a reader.
    public init(
        mode: Mode = .strict, vocabulary: PortableTextVocabulary = .standard,
        limits: PortableTextLimits = PortableTextLimits(), types: PortableTextTypes? = nil
    ) {
        self.mode = mode
        self.vocabulary = vocabulary
        self.limits = limits
        self.types = types
    }

    /// Reads a document.
    ///
    /// - Parameter json: the text, in UTF-8.
    /// - Returns: the document and its problems in reading order; there are none in strict mode.
    /// - Throws: in strict mode the first problem; in lenient mode only `invalidJSON`, and `malformedStructure` and
    ///   `nestedContentTooDeep` if the JSON as a whole exceeds a limit or cannot be a document.
    public func read(
        _ json: Data
    ) throws(PortableTextError) -> (document: PortableTextDocument, problems: [PortableTextError]) {
        guard json.count <= limits.bytes else {
            throw PortableTextError(.malformedStructure, "The document is larger than \(limits.bytes >> 20) MB.")
        }
        return try read(try Self.value(of: json, limits: limits))
    }

    /// Parses JSON within the limits of documents.
    package static func value(
        of json: Data, limits: PortableTextLimits = PortableTextLimits()
    ) throws(PortableTextError) -> JSONValue {
        switch try JSONReader.read([UInt8](json), into: JSONTreeBuilder(limits: limits)) {
        case .failure(let mistake):
            throw PortableTextError(.invalidJSON, "The document is not valid JSON at line \(mistake.line).")
        case .success(let builder): return builder.tree.root ?? .null
        }
    }

    /// Reads a document from parsed JSON, otherwise like ``read(_:)-(Data)``.
    package func read(
        _ json: JSONValue
    ) throws(PortableTextError) -> (document: PortableTextDocument, problems: [PortableTextError]) {
        var decoder = BlockDecoder(mode: mode, vocabulary: vocabulary, limits: limits)
        let document: PortableTextDocument
        let json = types?.applied(to: json) ?? json
        switch json {
        case .list(let blocks):
            document = PortableTextDocument(blocks: try decoder.blocks(blocks))
        case .object(let object):
            guard let blocks = object["blocks"] else {
                if object["_type"] == nil, object["children"] == nil { return try noBlocks() }
                document = PortableTextDocument(blocks: try decoder.blocks([json]))
                break
            }
            guard case .list(let list) = blocks else {
                throw PortableTextError(.malformedStructure, "\"blocks\" must be a list.")
            }
            document = PortableTextDocument(
                blocks: try decoder.blocks(list), fields: JSONObject(object.members.filter { $0.key != "blocks" }))
        default:
            throw PortableTextError(
                .malformedStructure,
                "The document must be an object with a list \"blocks\", a list of blocks, or a block.")
        }
        return (document, decoder.problems)
    }

    /// Reports an object that is neither a document nor a block.
    ///
    /// Strict mode throws the error; lenient mode returns it with an empty document.
    private func noBlocks() throws(PortableTextError) -> (document: PortableTextDocument, problems: [PortableTextError])
    {
        let problem = PortableTextError(
            .missingRequiredField, "The document has no list \"blocks\", and is not a block, since it has no \"_type\"."
        )
        guard mode == .lenient else { throw problem }
        return (PortableTextDocument(blocks: []), [problem])
    }
}

extension PortableTextDocument {
    /// Reads a document in strict mode.
    ///
    /// - Parameters:
    ///   - json: the text, in UTF-8.
    ///   - vocabulary: the accepted names.
    /// - Throws: the first mistake.
    public init(json: Data, vocabulary: PortableTextVocabulary = .standard) throws(PortableTextError) {
        self = try PortableTextReader(vocabulary: vocabulary).read(json).document
    }
}
