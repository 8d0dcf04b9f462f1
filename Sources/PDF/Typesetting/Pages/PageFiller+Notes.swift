import Geometry

extension PageFiller {
    /// The length and the width of the rule above notes, and its distance from them.
    private static let noteRule = (length: 72.0, width: 0.5, distance: 5.0)

    /// Draws notes at the foot of the page.
    ///
    /// Those that do not fit wait for the next page.
    func placeNotes() {
        guard !notes.isEmpty else { return }
        let (lines, height) = notes.take(within: bottomOfPage - y, isForced: isAtTop)
        guard !lines.isEmpty else { return }
        var y = bottomOfPage - height
        let column = template.column
        let length = min(Self.noteRule.length, column.width)
        output.decorate(
            .fill(
                Region(
                    x: column.left(of: length, .start), y: y - Self.noteRule.distance, width: length,
                    height: Self.noteRule.width), Color(gray: 0.6)))
        for waiting in lines {
            let line = waiting.line
            let element = element(of: waiting.note, in: waiting.parent, y: y)
            y += line.gap
            output.draw(line.paragraph, line: line.index, y: y, in: self.element(of: line.paragraph, in: element))
            y += line.paragraph.lines[line.index].height
        }
    }

    private func element(of note: SetFootnote, in parent: StructureTree.Element, y: Double) -> StructureTree.Element {
        if let known = note.element { return known }
        output.anchor(Anchor(destination: note.note.destination), y: y)
        let details = StructureTree.Details(identifier: note.note.destination)
        let element = output.element(.note, in: parent, details)
        note.element = element
        return element
    }
}
