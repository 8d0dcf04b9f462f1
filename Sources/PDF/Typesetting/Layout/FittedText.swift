import Cairo

/// A text broken into lines of a width, not yet placed.
///
/// It belongs to the ``PageCanvas`` that created it, and to its thread.
package final class FittedText {
    let paragraph: SetParagraph
    /// The structure element of the lines drawn so far.
    var element: StructureTree.Element?
    /// The current left edge of the lines.
    private var x = 0.0

    init(_ paragraph: SetParagraph) {
        self.paragraph = paragraph
    }

    /// The number of lines.
    package var lineCount: Int { paragraph.lines.count }
    /// The height of all lines in points.
    package var height: Double { paragraph.height }
    /// The width of the longest line in points.
    package var width: Double { paragraph.lines.lazy.map(\.width).max() ?? 0 }

    /// Returns the height of some of the lines in points.
    package func height(of lines: Range<Int>) -> Double {
        guard let last = lines.last else { return 0 }
        return paragraph.lines[last].top + paragraph.lines[last].height - paragraph.lines[lines.lowerBound].top
    }

    /// Returns the number of lines, from one on, that fit a height.
    package func lineCount(from first: Int = 0, fitting height: Double) -> Int {
        guard first < lineCount else { return 0 }
        let top = paragraph.lines[first].top
        let tolerance = 0.01
        let end = paragraph.lines.partitionPoint { $0.top + $0.height - top > height + tolerance }
        return max(0, end - first)
    }

    /// Returns the text of a line with trailing white space.
    package func text(ofLine index: Int) -> String { paragraph.text(ofLine: index) }

    /// Returns the text from a line on, to be set in another width.
    package func text(fromLine index: Int) -> String { String(paragraph.text(fromLine: index)) }

    /// Moves the lines to a new left edge of their column.
    func move(to x: Double) {
        _ = paragraph.moved(to: x - self.x)
        self.x = x
    }
}
