/// A note at the foot of the page that has its mark.
///
/// Notes take at most half a page; the rest continues on the next one. Notes in notes are not set.
package struct Footnote: Hashable, Sendable {
    /// The text; the first paragraph begins with the mark.
    package var paragraphs: [Paragraph]
    /// The destination name of the note, unique in the document.
    package var destination: String
    /// The destination name of the line with its mark, unique in the document.
    package var origin: String

    package init(_ paragraphs: [Paragraph], destination: String, origin: String) {
        self.paragraphs = paragraphs
        self.destination = destination
        self.origin = origin
    }
}
