/// A component of another document, such as a file of a collection.
///
/// Parts are named when the whole enters the catalogue, and never change. The whole's stages begin once all of its
/// parts have settled, successfully or not.
public struct Part: Hashable, Sendable, Codable {
    /// The ID of the part's document.
    public let id: DocumentID
    /// The document in its current state; `nil` if deleted.
    ///
    /// A deleted part counts as failed.
    public let document: Document?
    /// The published artefacts of the document, oldest first.
    public let published: [PublishedArtefact]

    /// Creates a part.
    public init(id: DocumentID, document: Document?, published: [PublishedArtefact]) {
        self.id = id
        self.document = document
        self.published = published
    }

    /// Returns the artefact with this name that was published last.
    public func artefact(_ name: String, from stage: StageName? = nil) -> Artefact? {
        published.last { $0.artefact.name == name && (stage == nil || $0.stage == stage) }?.artefact
    }

    /// Maximum number of parts of a document.
    public static let maximumCount = 10_000
}
