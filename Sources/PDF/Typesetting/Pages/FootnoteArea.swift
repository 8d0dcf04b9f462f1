/// The lines of footnotes that wait for the foot of a page.
struct FootnoteArea {
    private var lines: [Line] = []
    private var height = 0.0

    /// A waiting line.
    struct Line {
        var note: SetFootnote
        var line: SetFootnote.Line
        /// The element of the text with the mark.
        var parent: StructureTree.Element
    }

    /// The space between the text and the notes.
    private static let distance = 12.0
    /// The share of a page that notes may take beside text.
    private static let greatestShare = 0.5

    var isEmpty: Bool { lines.isEmpty }

    mutating func add(_ note: SetFootnote, to parent: StructureTree.Element) {
        lines += note.lines.map { Line(note: note, line: $0, parent: parent) }
        height += note.height
    }

    /// Returns the height kept free for the notes, and for others to be added.
    func room(on template: PageTemplate, with others: some Sequence<SetFootnote> = []) -> Double {
        let height = others.reduce(height) { $0 + $1.height }
        return height > 0 ? min(height + Self.distance, template.bodyHeight * Self.greatestShare) : 0
    }

    /// Removes and returns the lines that fit into a height, at least one if `isForced`.
    mutating func take(within height: Double, isForced: Bool) -> (lines: [Line], height: Double) {
        var taken = 0.0
        var count = 0
        for waiting in lines {
            let end = taken + waiting.line.height
            guard end <= height - Self.distance + PageFiller.tolerance || isForced && count == 0 else { break }
            taken = end
            count += 1
        }
        let result = Array(lines.prefix(count))
        lines.removeFirst(count)
        self.height = lines.isEmpty ? 0 : self.height - taken
        return (result, taken)
    }
}
