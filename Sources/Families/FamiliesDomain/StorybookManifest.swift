package import Pipeline
package import Storybook

/// The original of a storybook's document.
///
/// It has the content and pictures at the time of the order.
///
/// Rows have the columns of the family's tables. Columns that a book does not print are optional and ignored. The
/// pictures are the parts of the document, referenced by ID.
///
/// ```json
/// {"title": "Summer", "names": ["Ada"], "cover": "…", "options": {"paper": "A4", "bleed": 3},
///  "artworks": [
///    {"id": "…", "title": "Sun", "story": "…", "created_date": "2025-06-01",
///     "child": {"name": "Ada", "initial": "A", "color": "#E91E63", "birth_date": "2021-02-10"},
///     "picture": {"document": "…", "content": "…"}, "moment": null,
///     "reactions": [{"emoji_type": "heart", "count": 2}],
///     "comments": [{"user_nickname": "Grandma", "created_at": "2025-06-02T18:00:00Z", "text": "…"}]}]}
/// ```
package struct StorybookManifest: Hashable, Sendable, Codable {
    /// The title.
    package var title: String
    /// The children's names in cover order.
    package var names: [String]
    /// The dedication.
    package var dedication: String?
    /// The ID of the artwork on the cover.
    package var cover: String?
    /// The settings of the book.
    package var options: BookOptions
    /// The artworks, in any order.
    package var artworks: [Artwork]

    /// Creates a manifest.
    package init(
        title: String, names: [String], dedication: String? = nil, cover: String? = nil,
        options: BookOptions = BookOptions(), artworks: [Artwork]
    ) {
        self.title = title
        self.names = names
        self.dedication = dedication
        self.cover = cover
        self.options = options
        self.artworks = artworks
    }

    /// A picture, which is a part of the document.
    package struct Picture: Hashable, Sendable, Codable {
        /// The ID of the document of kind `artwork`.
        package var document: DocumentID
        /// The SHA-256 of its upload, for recognising the ordered picture.
        package var content: ContentID

        /// Creates a reference to a document.
        package init(document: DocumentID, content: ContentID) {
            self.document = document
            self.content = content
        }
    }

    /// The row of an artwork with its dependent rows.
    package struct Artwork: Hashable, Sendable, Codable {
        package var id: String
        package var title: String
        package var story: String?
        package var createdDate: String
        package var child: Child
        package var picture: Picture
        package var moment: Picture?
        package var reactions: [Reaction]?
        package var comments: [Comment]?

        private enum CodingKeys: String, CodingKey {
            case id, title, story, child, picture, moment, reactions, comments
            case createdDate = "created_date"
        }

        /// Creates the row of an artwork.
        package init(
            id: String, title: String, story: String? = nil, createdDate: String, child: Child, picture: Picture,
            moment: Picture? = nil, reactions: [Reaction] = [], comments: [Comment] = []
        ) {
            self.id = id
            self.title = title
            self.story = story
            self.createdDate = createdDate
            self.child = child
            self.picture = picture
            self.moment = moment
            self.reactions = reactions
            self.comments = comments
        }
    }

    /// The row of a child.
    package struct Child: Hashable, Sendable, Codable {
        package var name: String
        package var initial: String?
        package var color: String
        package var birthDate: String?

        private enum CodingKeys: String, CodingKey {
            case name, initial, color
            case birthDate = "birth_date"
        }

        /// Creates the row of a child.
        package init(name: String, initial: String? = nil, color: String, birthDate: String? = nil) {
            self.name = name
            self.initial = initial
            self.color = color
            self.birthDate = birthDate
        }
    }

    /// A row of `get_artwork_reaction_counts`.
    package struct Reaction: Hashable, Sendable, Codable {
        package var emojiType: String
        package var count: Int

        private enum CodingKeys: String, CodingKey {
            case count
            case emojiType = "emoji_type"
        }

        /// Creates the count of a reaction kind.
        package init(emojiType: String, count: Int) {
            self.emojiType = emojiType
            self.count = count
        }
    }

    /// The row of a comment.
    package struct Comment: Hashable, Sendable, Codable {
        package var userNickname: String
        package var createdAt: String
        package var text: String

        private enum CodingKeys: String, CodingKey {
            case text
            case userNickname = "user_nickname"
            case createdAt = "created_at"
        }

        /// Creates the row of a comment.
        package init(userNickname: String, createdAt: String, text: String) {
            self.userNickname = userNickname
            self.createdAt = createdAt
            self.text = text
        }
    }

    /// The distinct documents of all pictures, in the order of the document's parts.
    package var parts: [DocumentID] {
        var known: Set<DocumentID> = []
        return artworks.flatMap { [$0.picture.document] + ($0.moment.map { [$0.document] } ?? []) }
            .filter { known.insert($0).inserted }
    }
}
