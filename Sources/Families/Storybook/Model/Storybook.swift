package import Families

/// A printable book of children's artworks with their stories.
package struct Storybook: Sendable {
    /// The title on the cover and in the PDF's metadata.
    package var title: String
    /// The children's names in cover order.
    package var names: [String]
    /// The dedication, on a page of its own after the cover.
    package var dedication: String?
    /// The ID of the cover artwork; `nil` for the one with the most reactions.
    package var cover: String?
    /// The artworks, oldest first.
    package let artworks: [StorybookArtwork]
    /// The settings of the book.
    package var options: BookOptions

    /// Creates a book; artworks of the same day keep the given order.
    package init(
        title: String, names: [String], dedication: String? = nil, cover: String? = nil, artworks: [StorybookArtwork],
        options: BookOptions = BookOptions()
    ) {
        self.title = title
        self.names = names
        self.dedication = dedication
        self.cover = cover
        self.artworks = artworks.enumerated().sorted { ($0.element.date, $0.offset) < ($1.element.date, $1.offset) }
            .map(\.element)
        self.options = options
    }

    /// The named cover artwork, or else the first one with the most reactions.
    var coverArtwork: StorybookArtwork? {
        if let cover, let named = artworks.first(where: { $0.id == cover }) { return named }
        return artworks.max {
            $0.reactionCount < $1.reactionCount || ($0.reactionCount == $1.reactionCount && $0.date > $1.date)
        }
    }

    /// The maximum number of names on a cover.
    private static let mostNames = 8

    /// The names as on a cover, such as "Ada, Alan & Grace".
    ///
    /// For many names, it is the first ones and "& 12 more".
    var joinedNames: String {
        var names = names
        if names.count > Self.mostNames {
            names = names.prefix(Self.mostNames - 1) + ["\(names.count - Self.mostNames + 1) more"]
        }
        guard let last = names.last, names.count > 1 else { return names.first ?? "" }
        return names.dropLast().joined(separator: ", ") + " & " + last
    }

    /// The years of the artworks: "2025", or "2024 – 2025".
    var years: String {
        guard let first = artworks.first?.date.year, let last = artworks.last?.date.year else { return "" }
        return first == last ? "\(first)" : "\(first) – \(last)"
    }
}

/// An artwork with the family's contributions.
package struct StorybookArtwork: Sendable {
    /// The ID, also used in the report.
    package var id: String
    /// The child.
    package var child: Child
    /// The title.
    package var title: String
    /// The child's story; `nil` or empty for an artwork without one.
    package var story: String?
    /// The creation date.
    package var date: BookDate
    /// The artwork itself.
    package var picture: BookPicture
    /// A photo of the moment.
    package var moment: BookPicture?
    /// The number of reactions by kind; kinds without any are missing.
    package var reactions: [ReactionKind: Int]
    /// The comments, oldest first.
    package var comments: [Comment]

    /// The child who made an artwork.
    package struct Child: Hashable, Sendable {
        /// The name.
        package var name: String
        /// The letter in the circle; `nil` for the first letter of the name.
        package var initial: String?
        /// The colour as `#RRGGBB`.
        package var color: String
        /// The date of birth as `2026-01-31`; `nil` if unknown.
        package var birthDate: String?

        /// Creates a child.
        package init(name: String, initial: String? = nil, color: String, birthDate: String? = nil) {
            self.name = name
            self.initial = initial
            self.color = color
            self.birthDate = birthDate
        }
    }

    /// A comment by a family member.
    package struct Comment: Hashable, Sendable {
        /// The nickname of the writer.
        package var nickname: String
        /// The date.
        package var date: BookDate
        /// The text.
        package var text: String

        /// Creates a comment.
        package init(nickname: String, date: BookDate, text: String) {
            self.nickname = nickname
            self.date = date
            self.text = text
        }
    }

    /// Creates an artwork.
    package init(
        id: String, child: Child, title: String, story: String? = nil, date: BookDate, picture: BookPicture,
        moment: BookPicture? = nil, reactions: [ReactionKind: Int] = [:], comments: [Comment] = []
    ) {
        self.id = id
        self.child = child
        // A title taken from a story may contain its line feeds.
        self.title = title.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        self.story = story
        self.date = date
        self.picture = picture
        self.moment = moment
        self.reactions = reactions
        self.comments = comments
    }

    /// The story without white space at both ends, if any.
    var trimmedStory: String? {
        guard let story else { return nil }
        let text = StoryText.trimmed(story)
        return text.isEmpty ? nil : String(text)
    }

    /// The alternative text of the picture: title and story.
    var alternativeText: String { trimmedStory.map { "\(title). \($0)" } ?? title }

    /// The total number of reactions.
    var reactionCount: Int { reactions.values.reduce(0, +) }

    /// The child's age on the day of the artwork, in words.
    var age: String? { child.birthDate.flatMap { ChildAge(born: $0, on: date.text)?.inWords } }
}
