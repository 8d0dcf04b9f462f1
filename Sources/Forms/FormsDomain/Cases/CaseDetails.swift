package import FailureModel
import PipelineSQL

/// The client or case, tags and notes of a document.
package struct CaseDetails: Sendable, Hashable {
    /// The client or case, one line; empty if none is given.
    package let client: String
    /// The tags, without repetitions, in the order given.
    package let tags: [String]
    /// The notes, which may have several lines.
    package let notes: String

    /// Maximum length of a client in characters.
    package static let clientLimit = 200
    /// Maximum number of tags.
    package static let tagCountLimit = 20
    /// Maximum length of a tag in characters.
    package static let tagLimit = 50
    /// Maximum length of notes in characters.
    package static let notesLimit = 10_000

    /// The details of a document that nobody has given any.
    package static let none = CaseDetails()

    private init() {
        client = ""
        tags = []
        notes = ""
    }

    /// Validates details, without white space around them.
    ///
    /// - Parameters:
    ///   - client: the client or case.
    ///   - tags: the tags; empty ones are left out, as are those that differ only in case or accents from an earlier one.
    ///   - notes: the notes.
    /// - Throws: `Failure`: `invalid_case`.
    package init(client: String, tags: [String], notes: String) throws(Failure) {
        self.client = try TypedText.line(client, "The client", limit: Self.clientLimit, .invalidCase)
        guard tags.count <= 10 * Self.tagCountLimit else { throw Self.tooManyTags }
        var kept: [String] = []
        var keys: Set<String> = []
        for tag in tags {
            let tag = try TypedText.line(tag, "A tag", limit: Self.tagLimit, .invalidCase)
            guard !tag.contains(",") else { throw Failure(.invalidCase, "A tag must not contain a comma.") }
            if !tag.isEmpty, keys.insert(TypedText.key(tag)).inserted { kept.append(tag) }
        }
        guard kept.count <= Self.tagCountLimit else { throw Self.tooManyTags }
        self.tags = kept
        self.notes = try TypedText.lines(notes, "The notes", limit: Self.notesLimit, .invalidCase)
    }

    private static var tooManyTags: Failure {
        Failure(.invalidCase, "A document has at most \(tagCountLimit) tags.")
    }

    /// Restores stored details, which were validated before.
    init(stored client: String, _ tags: [String], _ notes: String) {
        self.client = client
        self.tags = tags
        self.notes = notes
    }

    /// The words for searches.
    var words: Set<String> { SearchWords.words(in: ([client, notes] + tags).joined(separator: "\n")) }
}
