import PortableTextModel

/// Renders documents as HTML.
///
/// The elements are those of `@portabletext/to-html`, and marks and lists are nested as toolkit 6 does. All text and all
/// attributes are escaped.
public struct HTMLRenderer: Sendable {
    /// Custom renderers.
    public var renderers: HTMLRenderers
    /// Which links become live.
    public var links: LinkPolicy
    /// Where pictures come from; they become part of the HTML.
    public var pictures: PictureSource
    /// Whether headings have `id` attributes, so that links and tables of contents can lead to them.
    public var hasHeadingIDs: Bool
    /// The styles that become classes of their paragraphs, because a style sheet defines them.
    var styleClasses: Set<String> = []

    /// Creates a renderer.
    public init(
        renderers: HTMLRenderers = HTMLRenderers(), links: LinkPolicy = .safe, pictures: PictureSource = .embedded,
        hasHeadingIDs: Bool = false
    ) {
        self.renderers = renderers
        self.links = links
        self.pictures = pictures
        self.hasHeadingIDs = hasHeadingIDs
    }

    /// Renders the blocks one after the other, without anything around them.
    ///
    /// - Returns: the HTML, and what could not be rendered, such as pictures that are not available.
    public func render(_ document: PortableTextDocument) -> (html: String, problems: [PortableTextError]) {
        var writer = HTMLWriter(self, ids: hasHeadingIDs ? document.headings.mapValues(\.1.id) : [:])
        writer.write(document.blocks)
        return (writer.text, writer.problems)
    }
}

extension PortableTextDocument {
    /// Returns the blocks as HTML, without anything around them; see ``HTMLRenderer``.
    public func html(renderers: HTMLRenderers = HTMLRenderers(), links: LinkPolicy = .safe) -> String {
        HTMLRenderer(renderers: renderers, links: links).render(self).html
    }
}
