package import FailureModel
package import FormModel

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
    /// The number of pages begun.
    package private(set) var pageCount = 0

    /// What a text is in the structure of the document.
    package enum Role: Hashable, Sendable {
        case paragraph
        /// A heading of a level from 1 to 6, with an entry in the outline.
        case heading(Int)
        /// Mere decoration, such as a page's number.
        case decoration
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
        let outer = parent
        parent = pages.element(.section, in: outer, nil)
        defer { parent = outer }
        try draw()
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
            element = pages.element(.paragraph, in: parent, nil)
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
