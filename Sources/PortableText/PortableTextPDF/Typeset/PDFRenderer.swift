import PortableText

public import FailureModel
public import Foundation
import Geometry
import Hyphenation
import Values
import Typesetting

/// Typesets documents as PDF.
///
/// The PDF is tagged, and has live links, an outline of the headings and page numbers.
public struct PDFRenderer: Sendable {
    /// Custom renderers.
    public var renderers: TextRenderers
    /// The policy that decides which links become live.
    public var links: LinkPolicy
    /// The source of pictures.
    public var pictures: PictureSource
    /// The styles of blocks and of the page.
    public var styles: PortableTextStyleSheet
    /// The title of the document, which is also the running head.
    ///
    /// If nil, the title is the first heading, and there is no running head.
    public var title: String?
    /// The language as a BCP 47 tag such as `en` or `de-AT`; nil if unknown.
    public var language: String?
    /// The direction of the pages and of all paragraphs.
    ///
    /// If nil, pages run from left to right, and paragraphs in the direction of their first letter.
    public var direction: PortableTextDirection?
    /// Whether the document starts with a table of contents.
    public var hasTableOfContents: Bool
    /// Whether words are broken by the patterns of the language.
    public var hyphenates: Bool
    /// Whether the PDF is PDF/A-2u (ISO 19005-2), for archives.
    ///
    /// If the content does not allow it, the report says why.
    public var isArchival: Bool
    /// Whether the PDF is tagged for screen readers, which takes memory for each element.
    public var isTagged: Bool

    /// Creates a renderer.
    public init(
        renderers: TextRenderers = TextRenderers(), links: LinkPolicy = .safe, pictures: PictureSource = .embedded,
        styles: PortableTextStyleSheet = PortableTextStyleSheet(), title: String? = nil, language: String? = nil,
        direction: PortableTextDirection? = nil, hasTableOfContents: Bool = false,
        hyphenates: Bool = false, isArchival: Bool = false, isTagged: Bool = true
    ) {
        self.renderers = renderers
        self.links = links
        self.pictures = pictures
        self.styles = styles
        self.title = title
        self.language = language
        self.direction = direction
        self.hasTableOfContents = hasTableOfContents
        self.hyphenates = hyphenates
        self.isArchival = isArchival
        self.isTagged = isTagged
    }

    /// A report on a typeset document.
    public struct Report: Hashable, Sendable {
        /// The number of pages.
        public var pageCount: Int
        /// The headings with their pages.
        public var tableOfContents: [HeadingItem]
        /// The problems of rendering, such as unavailable pictures.
        public var problems: [PortableTextError]
    }

    /// Typesets a document in memory; blocks.
    ///
    /// - Throws: `output_too_long`, `malformed_flow`, `out_of_memory`.
    public func render(_ document: PortableTextDocument) throws(Failure) -> (pdf: Data, report: Report) {
        var pdf = Data()
        let report = try write(document) { (bytes: Data) throws(Failure) in pdf.append(bytes) }
        return (pdf, report)
    }

    /// Lays out a document without drawing it, to determine pages and headings.
    ///
    /// - Throws: as ``render(_:)``.
    package func measure(_ document: PortableTextDocument) throws(Failure) -> Report {
        try report(on: document) { (typesetter, flow) throws(Failure) in try typesetter.measure(flow) }
    }

    /// Typesets a document, and passes on the bytes of finished pages; blocks.
    ///
    /// - Throws: as ``render(_:)``, and the errors of `receive`.
    package func write(
        _ document: PortableTextDocument, to receive: (Data) throws(Failure) -> Void
    ) throws(Failure) -> Report {
        try report(on: document) { (typesetter, flow) throws(Failure) in try typesetter.write(flow, to: receive) }
    }

    private func report(
        on document: PortableTextDocument,
        _ typeset: (Typesetter, DocumentFlow) throws(Failure) -> TypesettingReport
    ) throws(Failure) -> Report {
        var items = document.tableOfContents
        let typesetter = Typesetter(
            template: template, info: DocumentInfo(title: title ?? items.first?.text, language: language),
            options: TypesettingOptions(isTagged: isTagged, isArchival: isArchival))
        let contents = hasTableOfContents ? try self.contents(items, before: document, typesetter) : []
        let problems = ProblemList()
        let flow = DocumentFlow(of: document, for: self, after: contents, problems: problems)
        let report = try typeset(typesetter, flow)
        items.setPages(from: report, after: 0)
        return Report(
            pageCount: report.pageCount, tableOfContents: items,
            problems: missingFonts + missingPatterns + problems.all + report.warnings.compactMap(PortableTextError.init)
        )
    }

    /// The hyphenator of the language, or nil if words stay whole.
    var hyphenator: Hyphenator? { hyphenates ? language.flatMap(Hyphenator.of) : nil }

    /// The problem of a language without patterns.
    private var missingPatterns: [PortableTextError] {
        guard hyphenates, hyphenator == nil else { return [] }
        return [
            PortableTextError(
                .rendering,
                language.map { "Words are not hyphenated: the patterns of \($0.quoted) are not installed." }
                    ?? "Words are not hyphenated: the document has no language.")
        ]
    }

    /// The problems of styles with missing fonts.
    private var missingFonts: [PortableTextError] {
        let families = styles.styles.values.compactMap(\.font.family).filter { !FontFamilies.areInstalled($0) }
        return Set(families).sorted().map {
            PortableTextError(.rendering, "The font \($0.quoted) is not installed; another one takes its place.")
        }
    }

    /// Returns the table of contents with the final page numbers of the headings.
    ///
    /// It is measured without page numbers, which do not add lines.
    private func contents(
        _ items: [HeadingItem], before document: PortableTextDocument, _ typesetter: Typesetter
    ) throws(Failure) -> [FlowBlock] {
        guard !items.isEmpty else { return [] }
        var items = items
        let look = BlockLook(styles[PortableTextBlock.normalStyle])
        let heading = contentsHeading
        let length = try typesetter.measure(heading + ContentsFlow.blocks(of: items, look.text)).pageCount
        let body = DocumentFlow(of: document, for: self, after: [], problems: ProblemList())
        items.setPages(from: try typesetter.measure(body), after: length)
        return heading + ContentsFlow.blocks(of: items, look.text) + [.pageBreak]
    }

    /// The heading of the table of contents, which is not in it.
    private var contentsHeading: [FlowBlock] {
        guard let title = ContentsTitle.title(in: language) else { return [] }
        let look = BlockLook(styles[heading: 1], direction: direction)
        let text = Paragraph(title, look.text, style: look.paragraph)
        return [.heading(Heading(level: 1, text, isInOutline: false))]
    }

    /// The template of all pages.
    var template: PageTemplate {
        let margins = styles.page.margins
        let usual = PageTemplate().margins
        return PageTemplate(
            size: styles.page.size.pageSize,
            margins: Insets(
                top: margins.top ?? usual.top, start: margins.start ?? usual.start,
                bottom: margins.bottom ?? usual.bottom, end: margins.end ?? usual.end),
            direction: direction == .rightToLeft ? .rightToLeft : .leftToRight,
            head: title.map { title in
                var head = RunningLine(start: [.text(title)])
                head.style.families = BlockLook(styles[PortableTextBlock.normalStyle]).text.families
                return head
            })
    }
}

/// The blocks of a table of contents.
enum ContentsFlow {
    static func blocks(of items: [HeadingItem], _ style: TextStyle) -> [FlowBlock] {
        let top = items.map(\.level).min() ?? 1
        let entries = items.map { item in
            FlowBlock.contentsEntry(
                ContentsEntry(
                    [TextRun(item.text, style)], page: (item.page ?? 1) - 1, indent: Double(item.level - top) * 14,
                    destination: item.id))
        }
        return [.begin(.contents)] + entries + [.end]
    }
}

extension [HeadingItem] {
    /// Sets the pages of headings from a report.
    ///
    /// The report counts pages from 0, without the preceding ones.
    fileprivate mutating func setPages(from report: TypesettingReport, after count: Int) {
        let pages = Dictionary(
            report.headings.compactMap { heading in
                heading.destination.map { ($0, heading.page + 1 + count) }
            }
        ) { first, _ in first }
        for index in indices { self[index].page = pages[self[index].id] }
    }
}

extension PortableTextStyleSheet.Size {
    fileprivate var pageSize: PageSize {
        switch self {
        case .a4: .a4
        case .a5: PageSize(width: 419.53, height: 595.28)
        case .letter: .letter
        }
    }
}

extension PortableTextError {
    /// Creates the problem for a typesetter's warning; nil if the document is not its cause.
    fileprivate init?(_ warning: TypesettingWarning) {
        let place = warning.page.map { " on page \($0 + 1)" } ?? ""
        switch warning.kind {
        case .missingGlyph(let scalar): self.init(.rendering, "No installed font has \(scalar.codePoint)\(place).")
        case .unreadablePicture: self.init(.rendering, "A picture\(place) is damaged.")
        case .pictureTooLarge: self.init(.rendering, "A picture\(place) has too many pixels.")
        case .unknownDestination: self.init(.rendering, "A link\(place) leads to a heading that does not exist.")
        case .notArchival(let obstacle): self.init(.rendering, "The PDF is not PDF/A: \(obstacle.reason)")
        case .repeatedDestination: return nil
        }
    }
}

extension TypesettingWarning.ArchivalObstacle {
    /// The second half of a sentence, with a full stop.
    fileprivate var reason: String {
        switch self {
        case .missingGlyph: "no installed font has some of its characters."
        case .inks: "the colours of a picture are inks (CMYK); convert it to RGB."
        case .documentPage: "it has pages of another PDF."
        }
    }
}
