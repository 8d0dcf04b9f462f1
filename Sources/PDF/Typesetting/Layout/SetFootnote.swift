/// A footnote broken into lines.
final class SetFootnote {
    let note: Footnote
    let lines: [Line]
    let height: Double
    /// The structure element of the note, once begun.
    var element: StructureTree.Element?

    struct Line {
        var paragraph: SetParagraph
        var index: Int
        /// The space above.
        var gap: Double

        /// The height of the line with the space above.
        var height: Double { gap + paragraph.lines[index].height }
    }

    init(_ note: Footnote, in column: Column, by setter: ParagraphSetter) {
        self.note = note
        lines = note.paragraphs.flatMap { paragraph in
            let set = setter.set(paragraph, in: column)
            return set.lines.indices.map { index in
                Line(paragraph: set, index: index, gap: index == 0 ? paragraph.style.spaceBefore : 0)
            }
        }
        height = lines.reduce(0) { $0 + $1.height }
    }
}
