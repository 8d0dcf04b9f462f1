/// Renders documents as HTML.
///
/// The elements are those of `@portabletext/to-html`, and marks and lists are nested as in toolkit 6. All text and all
/// attributes are escaped.
public struct HTMLRenderer: Sendable {
    /// Custom renderers.
    public var renderers: HTMLRenderers
    /// The policy that decides which links become live.
    public var links: LinkPolicy
    /// The source of pictures, which are embedded in the HTML.
    public var pictures: PictureSource
    /// Whether headings have `id` attributes as targets of links and tables of contents.
    public var hasHeadingIDs: Bool
    /// Whether pictures by https are shown, which the reader's browser fetches.
    ///
    /// Whoever keeps them learns who reads the page, and when.
    public var hasRemotePictures: Bool
    /// The styles of the style sheet, which become classes of their paragraphs.
    var styleClasses: Set<String> = []

    /// Creates a renderer.
    public init(
        renderers: HTMLRenderers = HTMLRenderers(), links: LinkPolicy = .safe, pictures: PictureSource = .embedded,
        hasHeadingIDs: Bool = false, hasRemotePictures: Bool = false
    ) {
        self.renderers = renderers
        self.links = links
        self.pictures = pictures
        self.hasHeadingIDs = hasHeadingIDs
        self.hasRemotePictures = hasRemotePictures
    }

    /// Renders the blocks in order, without a surrounding page.
    ///
    /// - Returns: the HTML, and the problems of rendering, such as unavailable pictures.
    public func render(_ document: PortableTextDocument) -> (html: String, problems: [PortableTextError]) {
        var writer = HTMLWriter(self, ids: hasHeadingIDs ? document.headings.mapValues(\.1.id) : [:])
        writer.write(document.blocks)
        writer.writeNotes()
        return (writer.text, writer.problems)
    }
}

extension PortableTextDocument {
    /// Returns the blocks as HTML, without a surrounding page; see ``HTMLRenderer``.
    public func html(renderers: HTMLRenderers = HTMLRenderers(), links: LinkPolicy = .safe) -> String {
        HTMLRenderer(renderers: renderers, links: links).render(self).html
    }
}
