import Cairo
import Geometry
import Foundation

/// Draws lines of paragraphs with their styles.
struct TextPainter {
    let context: DrawingContext

    /// Draws a line with its top edge at `y`.
    ///
    /// `willDraw` is called before each run in text order, with the index of its piece, its region, and its text if it
    /// is drawn as a picture, like emoji. `drawFigure` is called in that order for each picture.
    func draw(
        _ paragraph: SetParagraph, line index: Int, y: Double,
        willDraw: (_ piece: Int, _ place: Region, _ pictured: String?) -> Void = { _, _, _ in },
        drawFigure: (_ figure: SetFigure, _ piece: Int, _ place: Region) -> Void
    ) {
        let line = paragraph.lines[index]
        let baseline = y + line.baseline
        let source = paragraph.source(ofLine: index)
        for run in source.layout.runs(ofLine: source.line) {
            let start = source.start + run.range.lowerBound
            let style = paragraph.style(at: start)
            let place = Region(x: line.x + run.x, y: y, width: run.width, height: line.height)
            let piece = paragraph.piece(at: start)
            if let figure = paragraph.figures[start] {
                let size = figure.size
                let top = baseline - run.rise - size.height
                drawFigure(figure, piece, Region(x: place.x, y: top, width: size.width, height: size.height))
                continue
            }
            let isPicture = source.layout.isColored(run)
            willDraw(piece, place, isPicture ? paragraph.text(in: start..<start + run.range.count) : nil)
            if let background = style.background {
                context.setColor(background)
                context.fill(place)
            }
            if isPicture {
                draw(run, of: source.layout, text: paragraph.text(in: start..<start + run.range.count), line, baseline)
                continue
            }
            context.setColor(style.color)
            context.draw(run, of: source.layout, x: line.x, baseline: baseline)
            if style.isUnderlined { fill(place, source.layout.underline(of: run), baseline: baseline) }
            if style.isStruckThrough { fill(place, source.layout.strikethrough(of: run), baseline: baseline) }
        }
    }

    /// Draws a run of colour glyphs as a picture.
    private func draw(
        _ run: ParagraphLayout.Run, of layout: ParagraphLayout, text: String, _ line: SetParagraph.Line,
        _ baseline: Double
    ) {
        guard let (picture, place) = layout.picture(of: run, pixelsPerInch: Self.pixelsPerInch) else { return }
        // A file stores pictures of the same name once. An unnamed one is stored each time.
        try? picture.setName(Data("\(text) \(picture.width) \(picture.height)".utf8))
        context.draw(
            picture,
            in: Region(
                x: line.x + run.x + place.x, y: baseline - run.rise + place.y, width: place.width, height: place.height)
        )
    }

    /// The resolution of colour glyphs.
    private static let pixelsPerInch = 300.0

    private func fill(_ place: Region, _ stroke: (offset: Double, thickness: Double), baseline: Double) {
        context.fill(
            Region(
                x: place.x, y: baseline + stroke.offset - stroke.thickness / 2, width: place.width,
                height: stroke.thickness))
    }
}

extension DrawingContext {
    func setColor(_ color: Color) { setColor(red: color.red, green: color.green, blue: color.blue) }
}
