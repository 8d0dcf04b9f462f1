import Foundation

/// A document as a self-contained HTML page with styles.
///
/// The page forbids the browser to load or run any other resource (`Content-Security-Policy`), except pictures by https
/// if its renderer shows them.
public struct HTMLPage: Sendable {
    /// The renderer of the blocks.
    public var renderer: HTMLRenderer
    /// The styles of blocks.
    public var styles: PortableTextStyleSheet
    /// The title; nil for the first heading.
    public var title: String?
    /// The language as a BCP 47 tag such as `en`; nil if unknown.
    public var language: String?
    /// The direction of the page; nil for the browser's default, left to right.
    public var direction: PortableTextDirection?
    /// Whether a table of contents precedes the blocks.
    public var hasTableOfContents: Bool
    /// Whether the browser breaks words by its patterns of the language.
    public var hyphenates: Bool

    /// Creates a page.
    public init(
        renderer: HTMLRenderer = HTMLRenderer(), styles: PortableTextStyleSheet = PortableTextStyleSheet(),
        title: String? = nil, language: String? = nil, direction: PortableTextDirection? = nil,
        hasTableOfContents: Bool = false, hyphenates: Bool = false
    ) {
        self.renderer = renderer
        self.styles = styles
        self.title = title
        self.language = language
        self.direction = direction
        self.hasTableOfContents = hasTableOfContents
        self.hyphenates = hyphenates
    }

    /// Renders a document.
    ///
    /// - Returns: the page, and the problems of rendering.
    public func render(_ document: PortableTextDocument) -> (html: String, problems: [PortableTextError]) {
        var renderer = renderer
        renderer.hasHeadingIDs = true
        renderer.styleClasses = Set(styles.styles.keys)
        let (blocks, problems) = renderer.render(document)
        let items = document.tableOfContents
        var html: [UInt8] = []
        html.append("<!DOCTYPE html>\n<html")
        html.appendAttribute("lang", language)
        html.appendAttribute("dir", direction?.rawValue)
        html.append(">\n<head>\n<meta charset=\"utf-8\"/>\n")
        html.append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n")
        html.append(
            "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src data:"
        )
        if renderer.hasRemotePictures { html.append(" https:") }
        html.append("; style-src 'unsafe-inline'\"/>\n")
        html.append("<title>")
        html.appendEscaped(title ?? items.first?.text ?? "")
        html.append("</title>\n<style>\n")
        html.append(contentsOf: StyleSheetText.css(of: styles).utf8)
        if hyphenates { html.append("main { hyphens: auto; }\n") }
        html.append("</style>\n</head>\n<body>\n")
        if hasTableOfContents, !items.isEmpty { html.append(contentsOf: contents(items).utf8) }
        html.append("<main>\n")
        html.append(contentsOf: blocks.utf8)
        html.append("\n</main>\n</body>\n</html>\n")
        return (String(decoding: html, as: UTF8.self), problems)
    }

    /// Returns the table of contents as a flat list.
    ///
    /// It is indented by level, since headings can skip levels.
    private func contents(_ items: [HeadingItem]) -> String {
        let entries = items.map { item in
            // Percent-encoded, since a fragment is part of an address.
            let id = item.id.addingPercentEncoding(withAllowedCharacters: .urlFragmentAllowed) ?? ""
            return
                "<li class=\"level-\(item.level)\"><a href=\"#\(id.escapedForHTML)\">\(item.text.escapedForHTML)</a></li>\n"
        }
        let title = ContentsTitle.title(in: language).map { "<h2>\($0.escapedForHTML)</h2>\n" } ?? ""
        return "<nav role=\"doc-toc\">\n\(title)<ul>\n\(entries.joined())</ul>\n</nav>\n"
    }
}

extension [UInt8] {
    fileprivate mutating func appendAttribute(_ name: StaticString, _ value: String?) {
        guard let value else { return }
        append(" ")
        append(name)
        append("=\"")
        appendEscaped(value)
        append("\"")
    }
}
