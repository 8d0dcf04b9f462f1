import FailureModel
import Geometry
import Typesetting

/// The comments of an artwork in one or two columns, as many as fit.
struct CommentColumns {
    private let items: [Item]
    /// The total number of comments.
    private let count: Int
    private let canvas: PageCanvas
    private let width: Double
    private let columnWidth: Double
    private let isDivided: Bool

    private struct Item {
        var head: FittedText
        var text: FittedText

        var height: Double { head.height + text.height }
    }

    /// The comments that fit a height.
    struct Selection {
        /// The number of comments in the first column.
        fileprivate var first: Int
        /// The number of comments in both columns.
        fileprivate(set) var shown: Int
        /// The line about the remaining comments.
        fileprivate var rest: FittedText?
        fileprivate var columns: Double
        /// The total height; 0 for nothing.
        fileprivate(set) var height: Double
    }

    /// The maximum number of comments that fit on a page.
    private static let most = 60
    private static let gutter = 20.0
    private static let gap = 8.0
    /// The space between the line above the comments and the first comment.
    private static let lead = 9.0

    init(
        _ comments: [StorybookArtwork.Comment], _ colors: BookColors, width: Double, isDivided: Bool = true,
        on canvas: PageCanvas
    ) {
        self.canvas = canvas
        self.width = width
        self.isDivided = isDivided
        columnWidth = isDivided ? (width - Self.gutter) / 2 : width
        count = comments.count
        let columnWidth = columnWidth
        items = comments.prefix(Self.most).map { comment in
            let head = Paragraph(
                [
                    TextRun(comment.nickname, BookType.sans(BookType.Size.note, weight: 600, color: colors.deep)),
                    TextRun("   " + comment.date.inWords, BookType.sans(BookType.Size.note, color: BookType.faint)),
                ], style: BookType.paragraph(BookType.Size.note, spacing: 1.5))
            let text = Paragraph(
                comment.text, BookType.serif(BookType.Size.small),
                style: BookType.paragraph(BookType.Size.small, spacing: 1.4))
            return Item(head: canvas.fit(head, width: columnWidth), text: canvas.fit(text, width: columnWidth))
        }
    }

    /// The height of all comments; 0 without any.
    var height: Double { selection(fitting: .greatestFiniteMagnitude).height }

    /// Returns the first comments that fit a height, with the line about the others.
    ///
    /// The selection is empty if not even that fits.
    func selection(fitting height: Double) -> Selection {
        var most = height > 0 ? items.count : -1
        while most >= 0 {
            let (first, columns) = columns(of: most)
            let rest = rest(after: most)
            let whole =
                (most > 0 ? columns : 0) + (rest.map { $0.height + (most > 0 ? Self.gap : 0) } ?? 0) + Self.lead
            if whole <= height, count > 0 {
                return Selection(first: first, shown: most, rest: rest, columns: columns, height: whole)
            }
            most -= 1
        }
        return Selection(first: 0, shown: 0, rest: nil, columns: 0, height: 0)
    }

    /// Divides comments into two columns of minimum height.
    private func columns(of shown: Int) -> (first: Int, height: Double) {
        func height(_ range: Range<Int>) -> Double {
            items[range].reduce(0) { $0 + $1.height } + Double(max(0, range.count - 1)) * Self.gap
        }
        var best = (first: shown, height: height(0..<shown))
        guard isDivided else { return best }
        for first in 0..<shown {
            let both = max(height(0..<first), height(first..<shown))
            // Prefers the division with more comments in the first column.
            if both <= best.height - 0.01 || (both <= best.height && first > best.first) { best = (first, both) }
        }
        return best
    }

    private func rest(after shown: Int) -> FittedText? {
        let rest = count - shown
        guard rest > 0 else { return nil }
        let text = shown > 0 ? "and \(rest) more" : rest.counted("comment")
        let size = BookType.Size.small
        return canvas.fit(
            Paragraph(
                text, BookType.serif(size, isItalic: true, color: BookType.faint),
                style: BookType.paragraph(size, spacing: 1.4)), width: width)
    }

    /// Draws comments below a thin line.
    func draw(_ selection: Selection, x: Double, y: Double, _ colors: BookColors) {
        guard selection.height > 0 else { return }
        canvas.fill(
            [.rectangle(Region(x: x, y: y, width: width, height: 0.6))], colors.accent.mixed(with: .white, 0.55))
        let top = y + Self.lead
        for (range, left) in [
            (0..<selection.first, x), (selection.first..<selection.shown, x + columnWidth + Self.gutter),
        ] {
            var y = top
            for item in items[range] {
                canvas.draw(item.head, x: left, y: y)
                canvas.draw(item.text, x: left, y: y + item.head.height)
                y += item.height + Self.gap
            }
        }
        guard let rest = selection.rest else { return }
        canvas.draw(rest, x: x, y: selection.shown > 0 ? top + selection.columns + Self.gap : top)
    }
}
