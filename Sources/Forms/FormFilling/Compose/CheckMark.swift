import Cairo
import FormModel
import QPDF

/// The mark in a ticked box, drawn as a vector shape.
enum CheckMark {
    case cross, check, dot, square

    /// Chooses the mark that the widget specifies, or else one that suits the printed boxes.
    ///
    /// `isRound` is whether most boxes of the document are round; all its marks should look alike.
    init(isRound: Bool, widget: Widget?, preferred: ComposeOptions.Mark) {
        // The ZapfDingbats characters used by forms (ISO 32000-1, 12.7.4.2.3).
        self =
            switch widget?.look.mark {
            case "4": .check
            case "8": .cross
            case "l": .dot
            case "n": .square
            default:
                if isRound || widget?.kind == .radio {
                    .dot
                } else {
                    preferred == .cross ? .cross : .check
                }
            }
    }

    /// Draws the mark in the middle of a region in the current colour.
    func draw(in region: Region, on context: DrawingContext) {
        let side = min(region.width, region.height)
        let box = Region(x: region.midX - side / 2, y: region.midY - side / 2, width: side, height: side)
        context.setLineWidth(max(0.7, side * 0.1))
        switch self {
        case .cross:
            let inner = box.insetBy(dx: side * 0.22, dy: side * 0.22)
            context.polyline([(inner.left, inner.top), (inner.right, inner.bottom)])
            context.polyline([(inner.left, inner.bottom), (inner.right, inner.top)])
        case .check:
            context.polyline([
                (box.x + side * 0.2, box.y + side * 0.55), (box.x + side * 0.42, box.y + side * 0.77),
                (box.x + side * 0.8, box.y + side * 0.24),
            ])
        case .dot:
            context.ellipse(in: box.insetBy(dx: side * 0.28, dy: side * 0.28), filled: true)
        case .square:
            context.fill(box.insetBy(dx: side * 0.25, dy: side * 0.25))
        }
    }
}
