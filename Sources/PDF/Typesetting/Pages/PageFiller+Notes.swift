import Geometry

/// The lines of footnotes that wait for the foot of a page.
struct FootnoteArea {
    private var lines: [(note: SetFootnote, line: SetFootnote.Line, parent: StructureTree.Element)] = []
    private var height = 0.0

    /// The space between the text and the notes.
    private static let distance = 12.0
    /// The share of a page that notes may take beside text.
    private static let greatestShare = 0.5

    var isEmpty: Bool { lines.isEmpty }

    mutating func add(_ note: SetFootnote, to parent: StructureTree.Element) {
        lines += note.lines.map { (note, $0, parent) }
        height += note.height
    }

    /// Returns the height kept free for the notes, and for others to be added.
    func room(on template: PageTemplate, with others: some Sequence<SetFootnote> = []) -> Double {
        let height = others.reduce(height) { $0 + $1.height }
        return height > 0 ? min(height + Self.distance, template.bodyHeight * Self.greatestShare) : 0
    }

    /// Removes and returns the lines that fit into a height, at least one if `isForced`.
    fileprivate mutating func take(
        within height: Double, isForced: Bool
    ) -> (lines: [(note: SetFootnote, line: SetFootnote.Line, parent: StructureTree.Element)], height: Double) {
        var taken = 0.0
        var count = 0
        for (_, line, _) in lines {
            guard taken + line.height <= height - Self.distance + PageFiller.tolerance || isForced && count == 0 else {
                break
            }
            taken += line.height
            count += 1
        }
        let result = Array(lines.prefix(count))
        lines.removeFirst(count)
        self.height = lines.isEmpty ? 0 : self.height - taken
        return (result, taken)
    }
}

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
        for (note, line, parent) in lines {
            let element = element(of: note, in: parent, y: y)
            y += line.gap
            output.draw(line.paragraph, line: line.index, y: y, in: self.element(of: line.paragraph, in: note, element))
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

    private func element(
        of paragraph: SetParagraph, in note: SetFootnote, _ owner: StructureTree.Element
    ) -> StructureTree.Element {
        let id = ObjectIdentifier(paragraph)
        if let known = note.paragraphs[id] { return known }
        let element = output.element(.paragraph, in: owner, nil)
        note.paragraphs[id] = element
        return element
    }
}
