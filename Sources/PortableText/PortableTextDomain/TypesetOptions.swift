package import PortableText
package import PortableTextPDF

/// The rendering options of a Portable Text document, common to all formats.
package struct TypesetOptions: Hashable, Sendable, Codable {
    /// The title.
    package var title: String?
    /// The language as a BCP 47 tag.
    package var language: String?
    /// The direction.
    ///
    /// If nil, pages run from left to right, and paragraphs in the direction of their first letter.
    package var direction: PortableTextDirection?
    /// Whether a table of contents precedes the text.
    package var hasTableOfContents: Bool
    /// Whether words are broken by the patterns of the language.
    package var hyphenates: Bool

    /// Whether the PDF is PDF/A-2u, for archives.
    package var isArchival: Bool
    /// Whether the HTML shows pictures by https, which the reader's browser fetches.
    package var hasRemotePictures: Bool

    private enum CodingKeys: String, CodingKey {
        case title, direction
        case language = "lang"
        case hasTableOfContents = "toc"
        case hyphenates = "hyphenate"
        case isArchival = "pdfa"
        case hasRemotePictures = "remotePictures"
    }

    /// Creates options.
    package init(
        title: String? = nil, language: String? = nil, direction: PortableTextDirection? = nil,
        hasTableOfContents: Bool = false, hyphenates: Bool = false, isArchival: Bool = false,
        hasRemotePictures: Bool = false
    ) {
        self.title = title
        self.language = language
        self.direction = direction
        self.hasTableOfContents = hasTableOfContents
        self.hyphenates = hyphenates
        self.isArchival = isArchival
        self.hasRemotePictures = hasRemotePictures
    }

    /// Maximum length of a title, in characters.
    package static let longestTitle = 1_000

    /// Validates the title and the language.
    ///
    /// - Returns: a sentence about the mistake that names the option; nil if both are valid.
    package func mistake(named name: (String) -> String) -> String? {
        if let title, title.count > Self.longestTitle {
            return "\(name("title")) takes a text of at most \(Self.longestTitle) characters."
        }
        let isTag = language.map { tag in
            !tag.isEmpty && tag.utf8.count <= 100
                && tag.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
        }
        if isTag == false { return "\(name("lang")) takes a language tag such as en or de-AT." }
        return hyphenates && language == nil ? "\(name("hyphenate")) needs a language; add \(name("lang"))." : nil
    }

    /// Decodes options, all of them optional.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        title = try container.decodeIfPresent(String.self, forKey: .title)
        language = try container.decodeIfPresent(String.self, forKey: .language)
        direction = try container.decodeIfPresent(PortableTextDirection.self, forKey: .direction)
        hasTableOfContents = try container.decodeIfPresent(Bool.self, forKey: .hasTableOfContents) ?? false
        hyphenates = try container.decodeIfPresent(Bool.self, forKey: .hyphenates) ?? false
        isArchival = try container.decodeIfPresent(Bool.self, forKey: .isArchival) ?? false
        hasRemotePictures = try container.decodeIfPresent(Bool.self, forKey: .hasRemotePictures) ?? false
    }

    /// Returns the renderer of the PDF.
    package func pdf(_ styles: PortableTextStyleSheet, pictures: PictureSource) -> PDFRenderer {
        PDFRenderer(
            pictures: pictures, styles: styles, title: title, language: language, direction: direction,
            hasTableOfContents: hasTableOfContents, hyphenates: hyphenates, isArchival: isArchival)
    }

    /// Returns the renderer of the HTML page.
    package func page(_ styles: PortableTextStyleSheet, pictures: PictureSource) -> HTMLPage {
        HTMLPage(
            renderer: HTMLRenderer(pictures: pictures.checked, hasRemotePictures: hasRemotePictures), styles: styles,
            title: title, language: language,
            direction: direction, hasTableOfContents: hasTableOfContents, hyphenates: hyphenates)
    }

    /// Returns the plain text, after the table of contents if requested.
    package func text(of document: PortableTextDocument) -> String {
        let items = hasTableOfContents ? document.tableOfContents : []
        let top = items.map(\.level).min() ?? 1
        let contents = items.map { String(repeating: "  ", count: $0.level - top) + $0.text + "\n" }.joined()
        let title = ContentsTitle.title(in: language).map { $0 + "\n\n" } ?? ""
        return (contents.isEmpty ? "" : title + contents + "\n") + PlainTextRenderer().render(document)
    }
}
