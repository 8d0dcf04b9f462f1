/// A document that another one is made of, such as a file of a collection.
///
/// Parts are named when the whole enters the catalogue, and stay the same. The whole's stages begin when all of its
/// parts have come to rest, whether they succeeded or not.
public struct Part: Hashable, Sendable, Codable {
    /// The part's id.
    public let id: DocumentID
    /// The document in its current state; `nil` once it has been deleted, which counts as failed.
    public let document: Document?
    /// What has been published for it, oldest first.
    public let published: [PublishedArtefact]

    /// Creates a part.
    public init(id: DocumentID, document: Document?, published: [PublishedArtefact]) {
        self.id = id
        self.document = document
        self.published = published
    }

    /// Returns the artefact with this name that was published last, or `nil`.
    public func artefact(_ name: String, from stage: StageName? = nil) -> Artefact? {
        published.last { $0.artefact.name == name && (stage == nil || $0.stage == stage) }?.artefact
    }

    /// The largest number of parts of a document.
    public static let maximumCount = 10_000
}
