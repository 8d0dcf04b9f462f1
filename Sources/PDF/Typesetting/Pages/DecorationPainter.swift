import Cairo
import Geometry

/// Draws decorations beneath a page's content.
struct DecorationPainter {
    let context: DrawingContext
    let figures: FigurePainter

    func draw(_ decoration: Decoration) {
        switch decoration {
        case .fill(let region, let color): fill(region, color)
        case .box(let region, let box):
            if let background = box.style.background { fill(region, background) }
            if let color = box.style.barColor {
                let left = box.direction == .leftToRight ? region.left : region.right - box.style.barWidth
                fill(Region(x: left, y: region.y, width: box.style.barWidth, height: region.height), color)
            }
        case .line(let paragraph, let index, let y):
            TextPainter(context: context).draw(paragraph, line: index, y: y) { figures.draw($0, in: $2) }
        case .figure(let figure, let region): figures.draw(figure, in: region)
        case .none: break
        }
    }

    private func fill(_ region: Region, _ color: Color) {
        context.setColor(color)
        context.fill(region)
    }
}
