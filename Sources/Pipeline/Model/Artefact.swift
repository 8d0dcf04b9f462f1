/// A result of a stage, or an input of a fill: a name for stored bytes.
public struct Artefact: Hashable, Sendable, Codable {
    /// Unique within the stage and fill that published it, such as `fields.json`.
    public let name: String
    /// The media type of the bytes, such as `application/json`.
    public let mediaType: String
    /// The bytes.
    public let content: ContentID
    /// The number of the bytes.
    public let byteCount: Int64

    public init(name: String, mediaType: String, content: ContentID, byteCount: Int64) {
        self.name = name
        self.mediaType = mediaType
        self.content = content
        self.byteCount = byteCount
    }
}

/// An artefact with the document, fill and stage that it belongs to.
public struct PublishedArtefact: Hashable, Sendable, Codable {
    /// Whose result it is.
    public let document: DocumentID
    /// 0 for the analysis, n for the n-th fill.
    public let fill: Int
    /// Which stage published it; ``StageName/inputs`` for what a fill began with.
    public let stage: StageName
    /// Its name and bytes.
    public let artefact: Artefact
    /// When it became visible.
    public let publishedAt: Timestamp

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
    /// The name that a fill's frozen inputs are published under; no stage may take it.
    public static let inputs: StageName = "inputs"
}
