import Geometry
import Families
import Typesetting

/// The reactions to an artwork in a row, each sign with its count.
///
/// Kinds without any are left out.
struct ReactionRow {
    private let canvas: PageCanvas
    private let items: [(kind: ReactionKind, count: FittedText)]

    private static let side = 14.0
    private static let space = 5.0
    private static let gap = 18.0
    private static let lead = 7.0

    init(_ reactions: [ReactionKind: Int], on canvas: PageCanvas) {
        self.canvas = canvas
        items = ReactionKind.allCases.compactMap { kind in
            guard let count = reactions[kind], count > 0 else { return nil }
            return (
                kind,
                canvas.fit(
                    Paragraph("\(count)", BookType.sans(BookType.Size.small, weight: 600, color: BookType.faint)))
            )
        }
    }

    /// The height of the row with the space above it; 0 without reactions.
    var height: Double { items.isEmpty ? 0 : Self.lead + Self.side }

    private var width: Double {
        items.reduce(0) { $0 + Self.side + Self.space + $1.count.width } + Double(max(0, items.count - 1)) * Self.gap
    }

    func draw(center: Double, y: Double) {
        var x = center - width / 2
        let top = y + Self.lead
        for (kind, count) in items {
            canvas.draw(
                ReactionSign.drawing(kind), in: Region(x: x, y: top, width: Self.side, height: Self.side),
                alternativeText: kind.label)
            x += Self.side + Self.space
            canvas.draw(count, x: x, y: top + (Self.side - count.height) / 2)
            x += count.width + Self.gap
        }
    }
}
