import FailureModel
import Geometry
import Foundation
import Portfolio
import Typesetting

/// Draws a plan.
struct PlanPainter {
    private let setting: BookSetting
    private let preparer: PicturePreparer
    private var report = PortfolioBookReport()

    private var canvas: PageCanvas { setting.canvas }
    private var grid: BookGrid { setting.grid }

    init(_ setting: BookSetting, _ preparer: PicturePreparer) {
        self.setting = setting
        self.preparer = preparer
    }

    /// Draws all pages, with a call of `progress` after each.
    ///
    /// - Returns: The report on the pictures.
    /// - Throws: `output_too_long`, and the errors of pictures, of writing and of `progress`.
    mutating func draw(
        _ plan: BookPlan, progress: (_ completed: Int, _ total: Int) throws(Failure) -> Void
    ) throws(Failure) -> PortfolioBookReport {
        for (index, page) in plan.pages.enumerated() {
            try canvas.beginPage(grid.template)
            if setting.palette.page != .white { canvas.fill([.rectangle(grid.sheet)], setting.palette.page) }
            for item in page.items { try draw(item) }
            if page.hasFoot { drawFoot() }
            try progress(index + 1, plan.pages.count)
        }
        report.pages = canvas.pageCount
        return report
    }

    private mutating func draw(_ item: PlannedItem) throws(Failure) {
        switch item {
        case .begin(let group): canvas.begin(group)
        case .end: canvas.end()
        case .anchor(let name, let y): canvas.anchor(name, y: y)
        case .text(let text): canvas.draw(text.text, lines: text.lines, x: text.x, y: text.y, as: text.role)
        case .box(let region, let color, let radius):
            canvas.fill(radius > 0 ? PathStep.rounded(region, radius: radius) : [.rectangle(region)], color)
        case .link(let region, let target, let text): canvas.link(region, to: target, text: text)
        case .picture(let picture): try draw(picture)
        }
    }

    /// Draws the title and the page number in the foot.
    private func drawFoot() {
        let style = BookType.sans(grid.sizes.note, color: setting.palette.faint)
        let y = grid.size.height - (grid.size.height - grid.content.bottom) * 0.52
        let number = setting.fit("\(canvas.pageCount)", style, width: 60, alignment: .end)
        canvas.draw(number, x: grid.content.right - 60, y: y, as: .decoration)
        let title = setting.fit(setting.book.manifest.title, style, width: grid.content.width * 0.75)
        canvas.draw(title, lines: 0..<min(1, title.lineCount), x: grid.content.x, y: y, as: .decoration)
    }

    // MARK: Pictures

    private mutating func draw(_ picture: PlannedPicture) throws(Failure) {
        let region = picture.region
        let media = picture.media
        let text = setting.alternativeText(of: media)
        let prepared = try preparer.prepare(media, in: PageSize(width: region.width, height: region.height))
        let ground = setting.ground(of: media)
        if prepared != nil, let ground { canvas.fill([.rectangle(region)], ground) }
        var own = PortfolioBookReport.Picture(input: media.input, inputPage: media.page, page: canvas.pageCount)
        switch prepared {
        case .page(let page) where draw(page, ground, picture, text):
            // A cover with a document page has no box.
            break
        case .file(let file, let width, let height) where draw(file, picture, text):
            let ppi = Int(((setting.size(of: media)?.width ?? 0) / region.width * 72).rounded())
            own.ppi = ppi
            own.width = width
            own.height = height
            if ppi < PortfolioBookReport.coarsest { warn(.lowResolution, media, ppi: ppi) }
        default:
            // The empty place shows everybody that a picture is missing.
            canvas.draw(
                Drawing(
                    size: PageSize(width: region.width, height: region.height),
                    commands: [
                        .fill(
                            [.rectangle(Region(x: 0, y: 0, width: region.width, height: region.height))],
                            setting.palette.rule)
                    ]), in: region, alternativeText: text)
            return warn(.pictureLeftOut, media)
        }
        report.pictures.append(own)
    }

    private mutating func warn(_ code: PortfolioBookReport.Warning.Code, _ media: ArrangedMedia, ppi: Int? = nil) {
        report.warnings.append(
            PortfolioBookReport.Warning(code: code, input: media.input, page: canvas.pageCount, ppi: ppi))
    }

    /// The width of a picture frame in points.
    private static let frame = 0.5

    /// Returns the frame of a picture, within its edges and drawn over it.
    ///
    /// Decorations of the page are behind pictures, which would hide parts of the frame. The frame is one stroke, which
    /// viewers draw at least one pixel wide on all sides. Thin boxes would fade on sides between two pixels.
    private func frame(of picture: PlannedPicture) -> [Drawing.Command] {
        guard !picture.coversPage, let color = setting.frame(of: picture.media) else { return [] }
        let line = Region(x: 0, y: 0, width: picture.region.width, height: picture.region.height)
            .insetBy(dx: Self.frame / 2, dy: Self.frame / 2)
        return [.stroke([.rectangle(line)], color, width: Self.frame, dashes: [])]
    }

    /// Draws a document page on white, or a drawing on its background or the page.
    private func draw(_ page: DocumentPage, _ ground: Color?, _ picture: PlannedPicture, _ text: String) -> Bool {
        var page = page
        if setting.isDrawing(picture.media) { page.paper = ground ?? setting.palette.page }
        let frame = frame(of: picture)
        guard !frame.isEmpty else { return canvas.draw(page, in: picture.region, alternativeText: text) }
        guard page.isReadable else { return false }
        let whole = Region(x: 0, y: 0, width: picture.region.width, height: picture.region.height)
        canvas.draw(
            Drawing(size: PageSize(width: whole.width, height: whole.height), commands: [.page(page, whole)] + frame),
            in: picture.region, alternativeText: text)
        return true
    }

    /// Draws a picture with its overlay.
    private func draw(_ file: PictureFile, _ picture: PlannedPicture, _ text: String) -> Bool {
        let region = picture.region
        let frame = frame(of: picture)
        guard picture.cover != nil || !frame.isEmpty else {
            return canvas.draw(file, in: region, alternativeText: text)
        }
        guard file.naturalSize != nil else { return false }
        let whole = Region(x: 0, y: 0, width: region.width, height: region.height)
        var commands: [Drawing.Command] = [.picture(file, whole)] + frame
        switch picture.cover {
        case nil: break
        case .playSign: commands += Self.playSign(in: whole)
        case .panel(let panel, let color):
            commands.append(
                .fill(
                    [
                        .rectangle(
                            Region(
                                x: panel.x - region.x, y: panel.y - region.y, width: panel.width,
                                height: panel.height))
                    ], color))
        }
        canvas.draw(
            Drawing(size: PageSize(width: whole.width, height: whole.height), commands: commands), in: region,
            alternativeText: text)
        return true
    }

    /// Returns a triangle on a disc in the centre of a video's poster.
    private static func playSign(in region: Region) -> [Drawing.Command] {
        let radius = min(region.width, region.height) * 0.13
        let (x, y) = (region.midX, region.midY)
        let disc = Color(gray: 0.98)
        let sign = Color(gray: 0.13)
        return [
            .fill([.arc(x: x, y: y, radius: radius * 1.06, from: 0, to: 2 * .pi), .close], sign),
            .fill([.arc(x: x, y: y, radius: radius, from: 0, to: 2 * .pi), .close], disc),
            .fill(
                [
                    .move(x: x - radius * 0.3, y: y - radius * 0.45), .line(x: x + radius * 0.5, y: y),
                    .line(x: x - radius * 0.3, y: y + radius * 0.45), .close,
                ], sign),
        ]
    }
}

extension PathStep {
    /// Returns the path of a rectangle with rounded corners.
    fileprivate static func rounded(_ region: Region, radius: Double) -> [PathStep] {
        let r = min(radius, region.width / 2, region.height / 2)
        let (left, top, right, bottom) = (region.left, region.top, region.right, region.bottom)
        return [
            .arc(x: right - r, y: top + r, radius: r, from: -.pi / 2, to: 0),
            .arc(x: right - r, y: bottom - r, radius: r, from: 0, to: .pi / 2),
            .arc(x: left + r, y: bottom - r, radius: r, from: .pi / 2, to: .pi),
            .arc(x: left + r, y: top + r, radius: r, from: .pi, to: 1.5 * .pi), .close,
        ]
    }
}
