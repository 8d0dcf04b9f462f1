/// The footnotes of a document, numbered from 1 in reading order.
///
/// A footnote is an annotation, whose mark follows the annotated text, or an object within text.
package struct FootnoteContent {
    /// The members with the text of a footnote, in order of preference.
    static let members = ["text", "content", "body", "note", "footnote"]

    /// The number.
    package let number: Int
    /// The text.
    package let blocks: [PortableTextBlock]

    /// The mark in plain text.
    package var mark: String { "[\(number)]" }
}

/// Numbers the footnotes of a document while it is rendered.
///
/// It is shared by the writers of one document, which run one after the other.
package final class FootnoteCounter {
    /// The numbered footnotes.
    package private(set) var notes: [FootnoteContent] = []
    /// Whether the text of a footnote is being rendered.
    ///
    /// Its own footnotes are not numbered.
    package var isInNote = false

    /// Creates a counter.
    package init() {}

    /// Returns the next footnote, or nil within a footnote.
    package func next(_ blocks: [PortableTextBlock]?) -> FootnoteContent? {
        guard !isInNote, let blocks, !blocks.isEmpty else { return nil }
        let note = FootnoteContent(number: notes.count + 1, blocks: blocks)
        notes.append(note)
        return note
    }
}

extension PortableTextBlock {
    /// The children with an object for each annotation that is a footnote.
    ///
    /// It follows the last span with the mark.
    ///
    /// The places are the indices of the children before, or nil if these are the children themselves.
    package var childrenWithFootnotes: (children: [PortableTextChild], places: [Int]?) {
        let children = children ?? []
        let notes = Dictionary(markDefs.compactMap { mark in mark.note.map { (mark.key, $0) } }) { first, _ in first }
        guard !notes.isEmpty else { return (children, nil) }
        var last: [String: Int] = [:]
        for (index, child) in children.enumerated() {
            guard case .span(let span) = child else { continue }
            for mark in span.marks where notes[mark] != nil { last[mark] = index }
        }
        var result: [PortableTextChild] = []
        var places: [Int] = []
        for (index, child) in children.enumerated() {
            places.append(index)
            guard case .span(var span) = child else {
                result.append(child)
                continue
            }
            let ended = span.marks.filter { last[$0] == index }
            span.marks.removeAll { notes[$0] != nil }
            result.append(.span(span))
            for mark in ended {
                // A mark may be repeated in a span.
                guard last.removeValue(forKey: mark) != nil else { continue }
                result.append(.block(PortableTextBlock(type: ObjectType.footnote, key: mark, note: notes[mark])))
                places.append(index)
            }
        }
        return (result, places)
    }
}
