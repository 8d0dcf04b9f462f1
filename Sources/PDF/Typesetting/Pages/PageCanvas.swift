package import FailureModel
package import Geometry

/// Pages on which the caller decides where everything stands, for books and cards rather than for flowing text.
///
/// Places are in points from the top-left corner of the finished page, y down; what reaches beyond it is in the bleed.
/// The order of the calls is the reading order. What only decorates lies beneath everything else on its page, and
/// screen readers skip it. A canvas belongs to the thread of its ``Typesetter``.
package final class PageCanvas {
    private let pages: DrawnPages
    private let setter: ParagraphSetter
    private let options: TypesettingOptions
    private var isPageOpen = false
    /// The element that contains what is drawn next.
    private var parent = StructureTree.document
    /// The elements around it.
    private var outer: [StructureTree.Element] = []
    /// The number of pages begun.
    package private(set) var pageCount = 0

    /// What a text is in the structure of the document.
    package enum Role: Hashable, Sendable {
        case paragraph
        /// A heading of a level from 1 to 6, with an entry in the outline.
        case heading(Int)
        /// What is said about a figure, beside which it stands.
        case caption
        /// Mere decoration, such as a page's number.
        case decoration
    }

    /// What belongs together in the structure of the document.
    package enum Group: Hashable, Sendable {
        case section
        /// A table of contents, of ``contentsItem`` groups.
        case contents
        case contentsItem
        /// What opens something when it is clicked, such as a card.
        case link
    }

    init(_ pages: DrawnPages, info: DocumentInfo, options: TypesettingOptions) {
        self.pages = pages
        self.options = options
        setter = ParagraphSetter(language: info.language, maximumPixels: options.maximumPixels)
    }

    // MARK: Pages

    /// Ends the current page and begins another; of the template, only size and bleed count.
    ///
    /// - Throws: `output_too_long`, and the errors of writing.
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

    /// Makes what a function draws a section of the document's structure.
    package func section(_ draw: () throws(Failure) -> Void) throws(Failure) {
        begin(.section)
        defer { end() }
        try draw()
    }

    /// Begins a group, which may go on on other pages; ``end()`` ends it.
    package func begin(_ group: Group) {
        outer.append(parent)
        parent = pages.element(group.kind, in: parent, nil)
    }

    /// Ends the group that was begun last.
    package func end() {
        if let last = outer.popLast() { parent = last }
    }

    /// Makes a place on the page open something; call it within a group ``Group/link``, of which it is a part.
    ///
    /// `text` says to screen readers and in the tip of a viewer what is opened.
    package func link(_ region: Region, to target: LinkTarget, text: String) {
        if isPageOpen { pages.link(region, to: target, text: text, in: parent) }
    }

    /// Gives a place on the page a name by which links find it; of a name that was given before, the first place counts.
    package func anchor(_ name: String, y: Double) {
        if isPageOpen { pages.anchor(Anchor(destination: name), y: y) }
    }

    // MARK: Text

    /// Breaks a text into lines; nil as the width breaks it at line feeds only.
    package func fit(_ paragraph: Paragraph, width: Double? = nil) -> FittedText {
        guard let width else {
            return FittedText(setter.set(paragraph, x: 0, width: nil, direction: .leftToRight))
        }
        return FittedText(setter.set(paragraph, in: Column(x: 0, width: max(1, width), direction: .leftToRight)))
    }

    /// Draws a text, or some of its lines, with the left end of its column and the top of the first line at a place.
    ///
    /// Lines of one text that are drawn one after another, on whatever pages, are one element of the structure.
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
        if case .heading(let level) = role {
            element = pages.element(.heading(level), in: parent, nil)
            pages.anchor(Anchor(heading: (level, text.paragraph.text, true)), y: y)
        } else {
            element = pages.element(role == .caption ? .caption : .paragraph, in: parent, nil)
        }
        text.element = element
        return element
    }

    /// Returns what could not be set since the last call; each missing character is named once per document.
    package func takeWarnings() -> [TypesettingWarning.Kind] { setter.takeWarnings() }

    // MARK: Figures

    /// Draws a drawing scaled to a place; without an alternative text it decorates.
    package func draw(_ drawing: Drawing, in region: Region, alternativeText: String? = nil) {
        draw(.drawing(drawing), of: Figure(.drawing(drawing), alternativeText: alternativeText, placement: region))
    }

    /// Fills a path of the page; it decorates.
    package func fill(_ path: [PathStep], _ color: Color) {
        let page = PageSize(width: 1, height: 1)
        draw(
            Drawing(size: page, commands: [.fill(path, color)]), in: Region(x: 0, y: 0, width: 1, height: 1))
    }

    /// Draws a picture scaled to a place; without an alternative text it decorates.
    ///
    /// - Returns: false if the picture is damaged, or larger than the limit, and was not drawn.
    @discardableResult
    package func draw(_ picture: PictureFile, in region: Region, alternativeText: String?) -> Bool {
        guard case .success(let decoded) = picture.decoded(maximumPixels: options.maximumPixels) else { return false }
        draw(.picture(decoded), of: Figure(.picture(picture), alternativeText: alternativeText, placement: region))
        return true
    }

    /// Draws a page of a PDF scaled to a place, with its lines and letters.
    ///
    /// - Returns: false if the document is damaged or has no such page, and was not drawn.
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
        }
    }
}
