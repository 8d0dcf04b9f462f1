import FailureModel
import Geometry
import Families
import Typesetting

/// The pages of a book in progress, with their report.
final class BookPages {
    let canvas: PageCanvas
    let grid: BookGrid
    let options: BookOptions
    var report = BookReport()

    init(_ canvas: PageCanvas, _ options: BookOptions) {
        self.canvas = canvas
        self.options = options
        grid = BookGrid(options)
    }

    /// The current page, from 0.
    var page: Int { canvas.pageCount - 1 }

    /// Begins a page, and returns the region of its content.
    func beginPage() throws(Failure) -> Region {
        try canvas.beginPage(grid.template)
        return grid.content(of: page)
    }

    /// Draws the page number at the outer bottom corner.
    func drawNumber() {
        guard options.extent == .book else { return }
        let size = BookType.Size.note
        let number = canvas.fit(Paragraph("\(page + 1)", BookType.sans(size, color: BookType.faint)))
        let content = grid.content(of: page)
        canvas.draw(
            number, x: BookGrid.isRight(page) ? content.right - number.width : content.left,
            y: grid.size.height - BookGrid.folio - number.height, as: .decoration)
    }

    /// Covers the sheet with a colour, and its bottom with a stronger band.
    func fillSheet(_ colors: BookColors) {
        let sheet = grid.sheet
        canvas.fill([.rectangle(sheet)], colors.paper)
        let band = 9 * BookGrid.millimetre
        canvas.fill(
            [
                .rectangle(
                    Region(left: sheet.left, top: grid.size.height - band, right: sheet.right, bottom: sheet.bottom))
            ],
            colors.accent)
    }

    /// Draws a child's initial on its colour.
    func drawInitial(of child: StorybookArtwork.Child, _ colors: BookColors, x: Double, y: Double, diameter: Double) {
        canvas.fill(PathStep.circle(x: x + diameter / 2, y: y + diameter / 2, radius: diameter / 2), colors.accent)
        guard let initial = child.initial ?? StoryText.initial(of: child.name) else { return }
        let letter = canvas.fit(
            Paragraph(initial, BookType.sans(diameter * 0.5, weight: 600, color: colors.onAccent)))
        canvas.draw(
            letter, x: x + (diameter - letter.width) / 2, y: y + (diameter - letter.height) / 2, as: .decoration)
    }

    /// Draws a picture with a thin line around it.
    ///
    /// - Returns: Whether the picture is readable.
    func draw(
        _ picture: PrintablePicture, in region: Region, alternativeText: String
    ) throws(Failure) -> Bool {
        let size = PageSize(width: region.width, height: region.height)
        for side in PathStep.frame(region, width: 0.5) { canvas.fill(side, BookColors.keyline) }
        guard let file = try picture.file(for: size, ppi: options.ppi) else { return false }
        return canvas.draw(file, in: region, alternativeText: alternativeText)
    }

    /// Draws the picture of an artwork, or an empty place if it is unreadable.
    ///
    /// The alternative text is kept in both cases.
    func draw(_ picture: PrintablePicture, of artwork: StorybookArtwork, in region: Region) throws(Failure) {
        let size = PageSize(width: region.width, height: region.height)
        check(picture, in: size, .lowResolution, of: artwork)
        if try draw(picture, in: region, alternativeText: artwork.alternativeText) { return }
        let blank = Drawing.Command.fill(
            [.rectangle(Region(x: 0, y: 0, width: size.width, height: size.height))], BookColors.keyline)
        canvas.draw(
            Drawing(size: size, commands: [blank]), in: region, alternativeText: artwork.alternativeText)
        warn(.pictureLeftOut, of: artwork)
    }

    /// Warns of a picture that is coarse in print.
    func check(
        _ picture: PrintablePicture, in size: PageSize, _ code: BookReport.Warning.Code, of artwork: StorybookArtwork
    ) {
        let ppi = Int(picture.pixelsPerInch(in: size).rounded())
        guard picture.isReadable, options.isForPrint, ppi < BookReport.coarsestPrint else { return }
        warn(code, of: artwork, ppi: ppi)
    }

    func warn(_ code: BookReport.Warning.Code, of artwork: StorybookArtwork, ppi: Int? = nil) {
        report.warnings.append(BookReport.Warning(code: code, artwork: artwork.id, page: page + 1, ppi: ppi))
    }

    /// Records the characters missing in all fonts since the last call, with their place.
    func noteMissingCharacters(_ place: String) {
        report.missingCharacters += canvas.takeMissingCharacters(at: place)
    }

    /// Breaks a label into left-aligned lines beside the child's circle, in any script.
    func fitLabel(
        _ text: String, width: Double, sizes: [Double], spacing: Double = 1.22, _ style: (Double) -> TextStyle
    ) -> FittedText {
        let alignment: Alignment = Direction(of: text) == .rightToLeft ? .end : .start
        return fit(text, width: width, sizes: sizes, lines: 1, alignment: alignment, spacing: spacing, style)
    }

    /// Breaks a text into lines in the largest size that limits their number.
    func fit(
        _ text: String, width: Double, sizes: [Double], lines: Int, alignment: Alignment = .center,
        spacing: Double = 1.22, _ style: (Double) -> TextStyle
    ) -> FittedText {
        func fit(_ size: Double) -> FittedText {
            canvas.fit(
                Paragraph(
                    text, style(size), style: BookType.paragraph(size, spacing: spacing, alignment: alignment)),
                width: width)
        }
        for size in sizes.dropLast() {
            let fitted = fit(size)
            if fitted.lineCount <= lines { return fitted }
        }
        return fit(sizes.last ?? BookType.Size.body)
    }
}
