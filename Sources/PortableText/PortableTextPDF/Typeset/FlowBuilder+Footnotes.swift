import PortableText
import Typesetting

extension FlowBuilder {
    /// The size of notes relative to normal text.
    private static let noteScale = 0.82
    /// The space between the paragraphs of a note.
    private static let noteDistance = 2.0

    /// Returns the mark of a footnote in a text, with its note.
    func mark(of note: FootnoteContent, _ style: TextStyle) -> TextRun {
        let names = (note: destination(of: note, "note"), mark: destination(of: note, "mark"))
        var style = style
        style.position = .superscript
        style.isUnderlined = false
        style.link = .destination(names.note)
        var mark = TextRun(String(note.number), style)
        mark.note = Footnote(
            paragraphs(of: note, back: names.mark), destination: names.note, origin: names.mark)
        return mark
    }

    /// Returns a name that no heading has.
    private func destination(of note: FootnoteContent, _ end: String) -> String {
        var name = "foot\(end)-\(note.number)"
        while names.contains(name) { name += "-\(end)" }
        return name
    }

    private func paragraphs(of note: FootnoteContent, back origin: String) -> [Paragraph] {
        var inner = nested
        footnotes.isInNote = true
        defer { footnotes.isInNote = false }
        var look = inner.look(PortableTextBlock.normalStyle)
        look.text.size *= Self.noteScale
        look.paragraph.spaceBefore = Self.noteDistance
        look.paragraph.spaceAfter = 0
        look.paragraph.box = BoxStyle()
        inner.looks[PortableTextBlock.normalStyle] = look
        inner.write(note.blocks)
        var paragraphs = inner.output.paragraphs
        if paragraphs.isEmpty { paragraphs = [Paragraph([], style: look.paragraph)] }
        var mark = look.text
        mark.position = .superscript
        mark.link = .destination(origin)
        paragraphs[0].runs.insert(
            contentsOf: [TextRun(String(note.number), mark), TextRun("\u{2009}", look.text)], at: 0)
        return paragraphs
    }
}
