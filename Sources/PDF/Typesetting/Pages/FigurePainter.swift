import Cairo
import Geometry
import Poppler

/// Draws figures.
struct FigurePainter {
    let context: DrawingContext
    let setter: ParagraphSetter
    /// Called before each picture.
    let willDraw: (DecodedPicture) -> Void

    func draw(_ figure: SetFigure, in region: Region) {
        switch figure.content {
        case .picture(let picture): draw(picture, in: region)
        case .drawing(let drawing): draw(drawing, in: region)
        case .page(let page, let paper): draw(page, on: paper, in: region)
        case .placeholder(let text): drawPlaceholder(text, in: region)
        }
    }

    private func draw(_ picture: DecodedPicture, in region: Region) {
        willDraw(picture)
        context.draw(picture.picture, in: region, orientation: picture.orientation)
    }

    private func draw(_ page: PopplerPage, on paper: Color, in region: Region) {
        let size = page.size
        guard size.width > 0, size.height > 0 else { return }
        // The paper also keeps cairo from discarding the marked content before a page that begins with a paint.
        context.setColor(paper)
        context.beginPath()
        context.rectangle(region)
        context.fillPath()
        context.saved {
            context.clip(to: region)
            context.translate(x: region.x, y: region.y)
            context.scale(x: region.width / size.width, y: region.height / size.height)
            context.withForeignDrawing { page.draw(on: $0) }
        }
    }

    private func drawPlaceholder(_ text: SetParagraph?, in region: Region) {
        context.setColor(Color(gray: 0.6))
        context.rectangle(region.insetBy(dx: 0.5, dy: 0.5))
        context.strokePath(width: 0.75, dashes: [3, 3])
        guard let text else { return }
        let painter = TextPainter(context: context)
        // The text was laid out at the column's edge.
        let edge = text.lines.map(\.x).min() ?? 0
        context.saved {
            context.translate(x: region.x + SetFigure.placeholderPadding - edge, y: 0)
            for (index, line) in text.lines.enumerated() {
                painter.draw(text, line: index, y: region.y + SetFigure.placeholderPadding + line.top) {
                    draw($0, in: $2)
                }
            }
        }
    }

    private func draw(_ drawing: Drawing, in region: Region) {
        guard drawing.size.width > 0, drawing.size.height > 0 else { return }
        context.saved {
            context.translate(x: region.x, y: region.y)
            context.scale(x: region.width / drawing.size.width, y: region.height / drawing.size.height)
            for command in drawing.commands { draw(command) }
        }
    }

    private func draw(_ command: Drawing.Command) {
        switch command {
        case .fill(let steps, let color):
            context.setColor(color)
            trace(steps)
            context.fillPath()
        case .stroke(let steps, let color, let width, let dashes):
            context.setColor(color)
            trace(steps)
            context.strokePath(width: width, dashes: dashes)
        case .text(let run, let x, let baseline, let alignment):
            let text = setter.set(run, direction: .leftToRight)
            guard let line = text.lines.first else { return }
            let left =
                switch alignment {
                case .start, .justified: x
                case .center: x - text.width / 2
                case .end: x - text.width
                }
            TextPainter(context: context).draw(text.moved(to: left), line: 0, y: baseline - line.baseline) {
                draw($0, in: $2)
            }
        case .picture(let file, let region):
            // A drawing is trusted more than a document: an unreadable picture leaves its place empty.
            guard case .success(let picture) = file.decoded(maximumPixels: .max) else { return }
            draw(picture, in: region)
        case .page(let page, let region):
            guard let opened = page.opened() else { return }
            draw(opened, on: page.paper, in: region)
        }
    }

    private func trace(_ steps: [PathStep]) {
        context.beginPath()
        for step in steps {
            switch step {
            case .move(let x, let y): context.move(x: x, y: y)
            case .line(let x, let y): context.line(x: x, y: y)
            case .curve(let x1, let y1, let x2, let y2, let x, let y):
                context.curve(x1: x1, y1: y1, x2: x2, y2: y2, x: x, y: y)
            case .close: context.closePath()
            case .rectangle(let region): context.rectangle(region)
            case .arc(let x, let y, let radius, let start, let end):
                context.arc(x: x, y: y, radius: radius, from: start, to: end)
            }
        }
    }
}
