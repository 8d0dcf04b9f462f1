/// The metadata of a document.
package struct DocumentInfo: Hashable, Sendable {
    package var title: String?
    package var author: String?
    package var subject: String?
    package var keywords: String?
    /// The default language of text as a BCP 47 tag, such as `en` or `de-AT`.
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

/// The output options and limits of a document.
package struct TypesettingOptions: Hashable, Sendable {
    /// Whether the PDF is tagged with its structure for screen readers.
    ///
    /// This takes memory for each element.
    package var isTagged: Bool
    package var maximumPages: Int
    /// The maximum number of pixels of a picture, from its header before decoding.
    package var maximumPixels: Int
    /// The maximum nesting depth of containers.
    package var maximumDepth: Int
    /// Whether the PDF declares its colours as sRGB with a profile (`OutputIntent`).
    package var statesColors: Bool
    /// Whether the PDF states PDF/A-2u (ISO 19005-2) for archives, if its content allows it.
    package var isArchival: Bool
    /// Whether all objects except streams are compressed together for a smaller file.
    ///
    /// This takes memory for each element.
    package var packsObjects: Bool

    package init(
        isTagged: Bool = true, maximumPages: Int = 20_000, maximumPixels: Int = 100_000_000, maximumDepth: Int = 1_000,
        statesColors: Bool = false, isArchival: Bool = false, packsObjects: Bool = false
    ) {
        self.isTagged = isTagged
        self.maximumPages = maximumPages
        self.maximumPixels = maximumPixels
        self.maximumDepth = maximumDepth
        self.statesColors = statesColors
        self.isArchival = isArchival
        self.packsObjects = packsObjects
    }
}
