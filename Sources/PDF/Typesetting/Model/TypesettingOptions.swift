/// What is known about a document besides its content.
package struct DocumentInfo: Hashable, Sendable {
    package var title: String?
    package var author: String?
    package var subject: String?
    package var keywords: String?
    /// The language of text whose runs name none, as a BCP 47 tag such as `en` or `de-AT`.
    package var language: String?

    package init(
        title: String? = nil, author: String? = nil, subject: String? = nil, keywords: String? = nil,
        language: String? = nil
    ) {
        self.title = title
        self.author = author
        self.subject = subject
        self.keywords = keywords
        self.language = language
    }
}

/// How a document is written, and what it may be at most.
package struct TypesettingOptions: Hashable, Sendable {
    /// Whether the PDF carries its structure, so that screen readers can read it.
    ///
    /// It takes memory for each element.
    package var isTagged: Bool
    package var maximumPages: Int
    /// The largest number of pixels of one picture, by its header, before it is decoded.
    package var maximumPixels: Int
    /// The deepest nesting of containers.
    package var maximumDepth: Int
    /// Whether the PDF says that its colours are those of sRGB, with a profile (`OutputIntent`).
    package var statesColors: Bool
    /// Whether all objects but streams are compressed together, which makes the file smaller.
    ///
    /// It takes memory for each element.
    package var packsObjects: Bool

    package init(
        isTagged: Bool = true, maximumPages: Int = 20_000, maximumPixels: Int = 100_000_000, maximumDepth: Int = 1_000,
        statesColors: Bool = false, packsObjects: Bool = false
    ) {
        self.isTagged = isTagged
        self.maximumPages = maximumPages
        self.maximumPixels = maximumPixels
        self.maximumDepth = maximumDepth
        self.statesColors = statesColors
        self.packsObjects = packsObjects
    }
}
