/// A result of a stage or an input of a fill.
///
/// It is a name for stored bytes.
public struct Artefact: Hashable, Sendable, Codable {
    /// The name, unique within the stage and fill that published it, such as `fields.json`.
    public let name: String
    /// The media type of the bytes, such as `application/json`.
    public let mediaType: String
    /// The name of the bytes in the artefact store.
    public let content: ContentID
    /// The size in bytes.
    public let byteCount: Int64

    /// Creates an artefact for bytes that are already stored.
    public init(name: String, mediaType: String, content: ContentID, byteCount: Int64) {
        self.name = name
        self.mediaType = mediaType
        self.content = content
        self.byteCount = byteCount
    }
}

/// A published artefact with its document, fill and stage.
public struct PublishedArtefact: Hashable, Sendable, Codable {
    /// The document that the artefact belongs to.
    public let document: DocumentID
    /// The fill that it belongs to: 0 for the analysis, n for the n-th fill.
    public let fill: Int
    /// The stage that published it; ``StageName/inputs`` for the inputs of a fill.
    public let stage: StageName
    /// The artefact itself.
    public let artefact: Artefact
    /// The time of publication.
    public let publishedAt: Timestamp

    /// Creates a published artefact.
    public init(
        document: DocumentID, fill: Int, stage: StageName, artefact: Artefact, publishedAt: Timestamp
    ) {
        self.document = document
        self.fill = fill
        self.stage = stage
        self.artefact = artefact
        self.publishedAt = publishedAt
    }
}

extension StageName {
    /// The reserved stage name for the frozen inputs of a fill.
    public static let inputs: StageName = "inputs"
}
