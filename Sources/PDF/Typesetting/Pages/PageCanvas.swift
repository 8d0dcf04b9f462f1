package import FailureModel
package import Geometry

/// Pages with explicit positions, for books and cards rather than flowing text.
///
/// Positions are in points from the top-left corner of the finished page, with y pointing down. Content beyond it is in
/// the bleed. The order of calls is the reading order. Decorations are beneath everything else on their page, and
/// screen readers skip them. A canvas belongs to the thread of its ``Typesetter``.
package final class PageCanvas {
    private let pages: DrawnPages
    private let setter: ParagraphSetter
    private let options: TypesettingOptions
    private var isPageOpen = false
    /// The element that contains the following content.
    private var parent = StructureTree.document
    /// The ancestors of the current element.
    private var outer: [StructureTree.Element] = []
    /// The number of pages begun.
    package private(set) var pageCount = 0

    /// The structural role of a text.
    package enum Role: Hashable, Sendable {
        case paragraph
        /// Text that belongs directly to its group.
        case content
        /// A heading of a level from 1 to 6, with an entry in the outline.
        case heading(Int)
        /// The caption of an adjacent figure.
        case caption
        /// Program text.
        case code
        /// Mere decoration, such as a page number.
        case decoration
    }

    /// A structural group.
    package enum Group: Hashable, Sendable {
        case section
        /// A table of contents with ``contentsItem`` groups.
        case contents
        case contentsItem
        /// A clickable area, such as a card.
        case link
        /// A list of ``listItem`` groups.
        case list(isNumbered: Bool)
        /// An item, with a ``label`` and a ``listBody``.
        case listItem
        /// The bullet or number of an item.
        case label
        case listBody
        /// A table of ``tableRow`` groups.
        case table
        /// A row of ``columnHeader`` or ``tableCell`` groups.
        case tableRow
        case columnHeader
        case tableCell
    }

    init(_ pages: DrawnPages, info: DocumentInfo, options: TypesettingOptions) {
        self.pages = pages
        self.options = options
        setter = ParagraphSetter(language: info.language, maximumPixels: options.maximumPixels)
    }

    // MARK: Pages

    /// Ends the current page and begins another, with the size and bleed of a template.
    ///
    /// - Throws: `output_too_long`, and errors of writing.
    package func beginPage(_ template: PageTemplate) throws(Failure) {
        try endPage()
        guard pageCount < options.maximumPages else {
            throw Failure(.outputTooLong, "The document would have more than \(options.maximumPages) pages.")
        }
        try pages.beginPage(template)
        pageCount += 1
        isPageOpen = true
    }

    func endPage() throws(Failure) {
        if isPageOpen { try pages.endPage() }
        isPageOpen = false
    }

    /// Groups the drawing of a function as a section of the document's structure.
    package func section(_ draw: () throws(Failure) -> Void) throws(Failure) {
        begin(.section)
        defer { end() }
        try draw()
    }

    /// Begins a group, possibly across pages, until ``end()``.
    package func begin(_ group: Group) {
        outer.append(parent)
        parent = pages.element(group.kind, in: parent, group.details)
    }

    /// Ends the group begun last.
    package func end() {
        if let last = outer.popLast() { parent = last }
    }

    /// Adds a link to a region of the page, within a ``Group/link`` group.
    ///
    /// `text` describes the target for screen readers and in tooltips.
    package func link(_ region: Region, to target: LinkTarget, text: String) {
        if isPageOpen { pages.link(region, to: target, text: text, in: parent) }
    }

    /// Names a position on the page for links; the first position of a name applies.
    package func anchor(_ name: String, y: Double) {
        if isPageOpen { pages.anchor(Anchor(destination: name), y: y) }
    }

    // MARK: Text

    /// Breaks a text into lines, with a width of `nil` only at line feeds.
    package func fit(_ paragraph: Paragraph, width: Double? = nil) -> FittedText {
        guard let width else {
            return FittedText(setter.set(paragraph, x: 0, width: nil, direction: .leftToRight))
        }
        return FittedText(setter.set(paragraph, in: Column(x: 0, width: max(1, width), direction: .leftToRight)))
    }

    /// Draws a text or some of its lines at a position.
    ///
    /// The position is that of the column's left edge and the top of the first line. Lines of a text drawn in
    /// succession, on any pages, form one structure element.
    package func draw(
        _ text: FittedText, lines: Range<Int>? = nil, x: Double, y: Double, as role: Role = .paragraph
    ) {
        let lines = lines ?? 0..<text.lineCount
        guard !lines.isEmpty, isPageOpen else { return }
        text.move(to: x)
        let top = text.paragraph.lines[lines.lowerBound].top
        if case .decoration = role {
            for line in lines {
                _ = pages.decorate(.line(text.paragraph, line, y: y + text.paragraph.lines[line].top - top))
            }
            return
        }
        let element = element(of: text, role, y: y)
        for line in lines {
            pages.draw(text.paragraph, line: line, y: y + text.paragraph.lines[line].top - top, in: element)
        }
    }

    private func element(of text: FittedText, _ role: Role, y: Double) -> StructureTree.Element {
        if let known = text.element { return known }
        let element: StructureTree.Element
        switch role {
        case .heading(let level):
            element = pages.element(.heading(level), in: parent, nil)
            pages.anchor(Anchor(heading: (level, text.paragraph.text, true)), y: y)
        case .content: element = parent
        case .caption: element = pages.element(.caption, in: parent, nil)
        case .code: element = pages.element(.code, in: parent, nil)
        case .paragraph, .decoration: element = pages.element(.paragraph, in: parent, nil)
        }
        text.element = element
        return element
    }

    /// Returns the new warnings; each missing character is reported once per document.
    package func takeWarnings() -> [TypesettingWarning.Kind] { setter.takeWarnings() }

    // MARK: Figures

    /// Draws a drawing scaled to a region, as decoration if it lacks an alternative text.
    package func draw(_ drawing: Drawing, in region: Region, alternativeText: String? = nil) {
        draw(.drawing(drawing), of: Figure(.drawing(drawing), alternativeText: alternativeText, placement: region))
    }

    /// Fills a path on the page as decoration.
    package func fill(_ path: [PathStep], _ color: Color) {
        let page = PageSize(width: 1, height: 1)
        draw(
            Drawing(size: page, commands: [.fill(path, color)]), in: Region(x: 0, y: 0, width: 1, height: 1))
    }

    /// Draws a picture scaled to a region, as decoration if it lacks an alternative text.
    ///
    /// - Returns: `false` if the picture is damaged or too large, and was not drawn.
    @discardableResult
    package func draw(_ picture: PictureFile, in region: Region, alternativeText: String?) -> Bool {
        guard case .success(let decoded) = picture.decoded(maximumPixels: options.maximumPixels) else { return false }
        draw(.picture(decoded), of: Figure(.picture(picture), alternativeText: alternativeText, placement: region))
        return true
    }

    /// Draws a PDF page scaled to a region, as vectors.
    ///
    /// - Returns: `false` if the document is damaged or lacks the page, and nothing was drawn.
    package func draw(_ page: DocumentPage, in region: Region, alternativeText: String) -> Bool {
        guard let opened = page.opened() else { return false }
        draw(
            .page(opened, paper: page.paper),
            of: Figure(.page(page), alternativeText: alternativeText, placement: region))
        return true
    }

    private func draw(_ content: SetFigure.Content, of figure: Figure) {
        guard isPageOpen, let region = figure.placement else { return }
        let column = Column(x: region.x, width: region.width, direction: .leftToRight)
        let set = SetFigure(figure, in: column, height: region.height, content: content)
        guard let text = figure.alternativeText else {
            _ = pages.decorate(.figure(set, region))
            return
        }
        pages.draw(
            set, in: region,
            of: pages.element(.figure, in: parent, StructureTree.Details(alternativeText: text)))
    }
}

extension PageCanvas.Group {
    fileprivate var kind: StructureTree.Kind {
        switch self {
        case .section: .section
        case .contents: .contents
        case .contentsItem: .contentsItem
        case .link: .link
        case .list: .list
        case .listItem: .listItem
        case .label: .label
        case .listBody: .listBody
        case .table: .table
        case .tableRow: .tableRow
        case .columnHeader: .columnHeader
        case .tableCell: .tableCell
        }
    }

    fileprivate var details: StructureTree.Details? {
        guard case .list(let isNumbered) = self else { return nil }
        return StructureTree.Details(numbering: isNumbered ? .decimal : .unordered)
    }
}
