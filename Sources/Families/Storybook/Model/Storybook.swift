package import Families

/// A book of children's artworks with their stories, as it is printed.
package struct Storybook: Sendable {
    /// What stands on the cover, and in the PDF's metadata.
    package var title: String
    /// The children's names, in the order of the cover.
    package var names: [String]
    /// Words that stand alone on the page behind the cover.
    package var dedication: String?
    /// The ID of the artwork on the cover; nil for the one with the most reactions.
    package var cover: String?
    /// The artworks, the oldest first.
    package let artworks: [StorybookArtwork]
    /// How the book is made.
    package var options: BookOptions

    /// Creates a book; artworks of one day stay in the order given.
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

    /// The artwork on the cover: the one that is named, else the first of those with the most reactions.
    var coverArtwork: StorybookArtwork? {
        if let cover, let named = artworks.first(where: { $0.id == cover }) { return named }
        return artworks.max {
            $0.reactionCount < $1.reactionCount || ($0.reactionCount == $1.reactionCount && $0.date > $1.date)
        }
    }

    /// The number of names that a cover has room for.
    private static let mostNames = 8

    /// The names as a cover says them: "Ada", "Ada & Alan", "Ada, Alan & Grace"; of many, the first and "& 12 more".
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

/// An artwork with everything that the family said about it.
package struct StorybookArtwork: Sendable {
    /// The ID, by which the report names the artwork.
    package var id: String
    /// The child.
    package var child: Child
    /// The title.
    package var title: String
    /// What the child told about it; nil or empty for an artwork without a story.
    package var story: String?
    /// The day on which it was made.
    package var date: BookDate
    /// The artwork itself.
    package var picture: BookPicture
    /// A photo of the moment.
    package var moment: BookPicture?
    /// How often each reaction was given; a kind that is missing was not.
    package var reactions: [ReactionKind: Int]
    /// The comments, the oldest first.
    package var comments: [Comment]

    /// Who made an artwork.
    package struct Child: Hashable, Sendable {
        /// The name.
        package var name: String
        /// The letter in the circle; nil for the first of the name.
        package var initial: String?
        /// The colour as `#RRGGBB`.
        package var color: String
        /// The day of the birth as `2026-01-31`; nil if the family did not say.
        package var birthDate: String?

        /// Creates a child.
        package init(name: String, initial: String? = nil, color: String, birthDate: String? = nil) {
            self.name = name
            self.initial = initial
            self.color = color
            self.birthDate = birthDate
        }
    }

    /// What somebody in the family wrote.
    package struct Comment: Hashable, Sendable {
        /// The name of the writer in the family.
        package var nickname: String
        /// The day.
        package var date: BookDate
        /// The words.
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
        // One that was made of a story may have its line feeds.
        self.title = title.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        self.story = story
        self.date = date
        self.picture = picture
        self.moment = moment
        self.reactions = reactions
        self.comments = comments
    }

    /// The story without white space at its ends; nil without one.
    var trimmedStory: String? {
        guard let story else { return nil }
        let text = StoryText.trimmed(story)
        return text.isEmpty ? nil : String(text)
    }

    /// What the picture shows, for those who cannot see it: title and story.
    var alternativeText: String { trimmedStory.map { "\(title). \($0)" } ?? title }

    /// The number of reactions of all kinds.
    var reactionCount: Int { reactions.values.reduce(0, +) }

    /// The child's age on the day of the artwork, in words.
    var age: String? { child.birthDate.flatMap { ChildAge(born: $0, on: date.text)?.inWords } }
}
