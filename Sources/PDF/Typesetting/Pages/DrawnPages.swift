import Cairo
import FailureModel
import Geometry

/// Draws pages with cairo one by one into a spool.
///
/// Cairo cannot mark artifacts, so content that screen readers skip is drawn on separate sheets: decorations after each
/// page that has some, running heads and feet at the end, when the number of pages is known. ``PDFWriter`` merges them
/// into their pages.
final class DrawnPages: PageOutput {
    private let spool: Spool
    private let options: TypesettingOptions
    private let setter: ParagraphSetter
    private var surface: PDFSurface?
    private var template = PageTemplate()

    /// The decorations of the current page.
    private var decorations: [Decoration] = []
    /// The element of the open marked-content sequence.
    private var markedElement: StructureTree.Element?
    /// Whether any picture was drawn on cairo's current page.
    private var hasPicture = false
    /// The number of marked-content sequences on the current page.
    private var markCount: Int32 = 0

    private(set) var drawn = DrawnDocument()

    init(spool: Spool, info: DocumentInfo, options: TypesettingOptions) {
        self.spool = spool
        self.options = options
        setter = ParagraphSetter(language: info.language, maximumPixels: options.maximumPixels)
        if options.isTagged { drawn.tree = StructureTree() }
    }

    // MARK: Pages

    func beginPage(_ template: PageTemplate) throws(Failure) {
        self.template = template
        if drawn.templates.last != template { drawn.templates.append(template) }
        drawn.pages.append(
            DrawnDocument.Page(template: Int32(drawn.templates.count - 1), content: drawn.sheetCount))
        drawn.places.pageCount += 1
        markCount = 0
        try beginSheet()
    }

    func endPage() throws(Failure) {
        endMark()
        try endSheet()
        guard decorations.contains(where: { if case .none = $0 { false } else { true } }) else {
            return decorations.removeAll()
        }
        drawn.pages[drawn.pages.count - 1].background = drawn.sheetCount
        try beginSheet()
        if let context = surface?.context {
            let painter = DecorationPainter(context: context, figures: figurePainter(on: context))
            for decoration in decorations { painter.draw(decoration) }
        }
        decorations.removeAll(keepingCapacity: true)
        try endSheet()
    }

    /// Begins a page of cairo's.
    private func beginSheet() throws(Failure) {
        let size = template.sheet
        do throws(CairoError) {
            if let surface {
                surface.setPageSize(size)
            } else {
                let spool = spool
                surface = try PDFSurface(size: size) { spool.append($0) }
            }
        } catch {
            throw Failure(cairo: error, spool: spool)
        }
        surface?.context.translate(x: template.bleed, y: template.bleed)
        hasPicture = false
    }

    private func endSheet() throws(Failure) {
        surface?.context.translate(x: -template.bleed, y: -template.bleed)
        surface?.endPage(next: nil)
        drawn.sheetCount += 1
        if let failure = spool.failure { throw failure }
    }

    /// Draws the running heads and feet, and ends the drawing.
    func finish() throws(Failure) -> DrawnDocument {
        let lines = RunningLineSetter(setter: setter)
        for index in drawn.pages.indices {
            template = drawn.templates[Int(drawn.pages[index].template)]
            let furniture = lines.lines(of: template, page: index, pageCount: drawn.pages.count)
            guard !furniture.isEmpty, let context = surface?.context else { continue }
            drawn.pages[index].furniture = drawn.sheetCount
            try beginSheet()
            let figures = figurePainter(on: context)
            for (paragraph, y) in furniture {
                TextPainter(context: context).draw(paragraph, line: 0, y: y) { figures.draw($0, in: $2) }
            }
            try endSheet()
        }
        for warning in setter.takeWarnings() { warn(TypesettingWarning(kind: warning, page: nil)) }
        do throws(CairoError) {
            _ = try surface?.finish()
        } catch {
            throw Failure(cairo: error, spool: spool)
        }
        if let failure = spool.failure { throw failure }
        drawn.dropDeadLinks()
        if options.isArchival {
            for obstacle in drawn.archivalObstacles {
                warn(TypesettingWarning(kind: .notArchival(obstacle), page: nil))
            }
        }
        return drawn
    }

    // MARK: Structure

    func element(
        _ kind: StructureTree.Kind, in parent: StructureTree.Element, _ details: StructureTree.Details?
    ) -> StructureTree.Element {
        drawn.tree?.add(kind, to: parent, details) ?? StructureTree.document
    }

    /// Assigns the following drawing to an element.
    private func mark(_ element: StructureTree.Element) {
        guard drawn.tree != nil, markedElement != element else { return }
        endMark()
        let content = StructureTree.Content.marked(page: Int32(drawn.pages.count - 1), id: markCount)
        drawn.tree?.add(content, to: element)
        surface?.context.beginMarkedContent()
        markedElement = element
        markCount += 1
    }

    private func endMark() {
        if markedElement != nil { surface?.context.endMarkedContent() }
        markedElement = nil
    }

    // MARK: Drawing

    func draw(_ paragraph: SetParagraph, line: Int, y: Double, in element: StructureTree.Element) {
        guard let context = surface?.context else { return }
        /// The part of a link on this line.
        var link: (piece: Int, place: Region)?
        func follow(_ piece: Int, _ place: Region) {
            if let open = link, open.piece != piece {
                add(open, of: paragraph)
                link = nil
            }
            if paragraph.pieces[piece].link != nil { link = (piece, link.map { $0.place.union(place) } ?? place) }
        }
        TextPainter(context: context).draw(paragraph, line: line, y: y) { piece, place, pictured in
            let owner = self.owner(of: piece, of: paragraph, in: element)
            if let pictured {
                mark(self.element(.span, in: owner, StructureTree.Details(actualText: pictured)))
                notePicture()
            } else {
                mark(owner)
            }
            follow(piece, place)
        } drawFigure: { figure, piece, place in
            let owner = self.owner(of: piece, of: paragraph, in: element)
            if let text = figure.alternativeText {
                let details = StructureTree.Details(alternativeText: text)
                draw(figure, in: place, of: self.element(.inlineFigure, in: owner, details))
            } else {
                _ = decorate(.figure(figure, place))
            }
            follow(piece, place)
        }
        if let link { add(link, of: paragraph) }
    }

    /// Returns the structure element of a paragraph's piece.
    private func owner(
        of index: Int, of paragraph: SetParagraph, in element: StructureTree.Element
    ) -> StructureTree.Element {
        let piece = paragraph.pieces[index]
        guard drawn.tree != nil, !piece.isPlain else { return element }
        if let known = paragraph.pieceElements[index] { return known }
        let details = piece.language.map { StructureTree.Details(language: $0) }
        let new = self.element(piece.link == nil ? .span : .link, in: element, details)
        paragraph.pieceElements[index] = new
        return new
    }

    private func add(_ link: (piece: Int, place: Region), of paragraph: SetParagraph) {
        guard let target = paragraph.pieces[link.piece].link else { return }
        let owner = paragraph.pieceElements[link.piece]
        let annotation = StructureTree.Content.annotation(Int32(drawn.links.count))
        if let owner { drawn.tree?.add(annotation, to: owner) }
        drawn.links.append(
            DrawnDocument.Link(
                page: Int32(drawn.pages.count - 1), place: link.place, target: target,
                text: paragraph.text(ofPiece: link.piece), owner: owner))
    }

    /// Adds a link to a region of the current page.
    func link(_ place: Region, to target: LinkTarget, text: String, in owner: StructureTree.Element) {
        let annotation = StructureTree.Content.annotation(Int32(drawn.links.count))
        drawn.tree?.add(annotation, to: owner)
        drawn.links.append(
            DrawnDocument.Link(
                page: Int32(drawn.pages.count - 1), place: place, target: target, text: text,
                owner: drawn.tree == nil ? nil : owner))
    }

    /// Records that a page of another PDF is drawn, which may contain metadata.
    private func noteDocumentPage() {
        drawn.hasDocumentPages = true
        // The page may draw a picture repeatedly.
        drawn.repeatsPictures = true
    }

    func draw(_ figure: SetFigure, in region: Region, of element: StructureTree.Element) {
        guard let context = surface?.context else { return }
        mark(element)
        if case .page = figure.content { noteDocumentPage() }
        figurePainter(on: context).draw(figure, in: region)
        drawn.tree?.setBox(of: element, to: template.rectangle(of: region))
    }

    private func figurePainter(on context: DrawingContext) -> FigurePainter {
        FigurePainter(context: context, setter: setter) { picture in
            if picture.hasInks { self.drawn.hasInks = true }
            if picture.hasInvertedInks { self.drawn.hasInvertedInks = true }
            self.notePicture()
        }
    }

    private func notePicture() {
        if hasPicture { drawn.repeatsPictures = true }
        hasPicture = true
    }

    func decorate(_ decoration: Decoration) -> Int {
        decorations.append(decoration)
        return decorations.count - 1
    }

    func replaceDecoration(_ index: Int, with decoration: Decoration) { decorations[index] = decoration }

    func anchor(_ anchor: Anchor, y: Double) { drawn.places.add(anchor, y: y) }

    func warn(_ warning: TypesettingWarning) { drawn.places.warn(warning) }
}

extension Failure {
    /// Creates the failure of cairo, or else of the spool if it is the cause.
    fileprivate init(cairo error: CairoError, spool: Spool) {
        self =
            spool.failure
            ?? Failure(
                error.code == .outOfMemory ? .outOfMemory : .internalError, "The pages could not be drawn.",
                underlying: error.description)
    }
}

extension PageTemplate {
    /// The size of the page with its bleed.
    var sheet: PageSize { PageSize(width: size.width + 2 * bleed, height: size.height + 2 * bleed) }

    /// Returns a region of the finished page in file coordinates.
    ///
    /// Their origin is the lower-left corner of the sheet.
    func rectangle(of region: Region) -> PDFRectangle {
        PDFRectangle(
            left: region.left + bleed, bottom: sheet.height - region.bottom - bleed, right: region.right + bleed,
            top: sheet.height - region.top - bleed)
    }
}
