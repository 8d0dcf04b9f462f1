import PortableText

import Typesetting

/// The content of a document for the typesetter, created block by block.
struct DocumentFlow: Sequence {
    private let document: PortableTextDocument
    private let renderer: PDFRenderer
    private let start: [FlowBlock]
    private let problems: ProblemList

    /// Creates the content of a document.
    ///
    /// - Parameters:
    ///   - document: the document.
    ///   - renderer: the renderer.
    ///   - start: the blocks before the document.
    ///   - problems: receives the problems of rendering, in order.
    init(
        of document: PortableTextDocument, for renderer: PDFRenderer, after start: [FlowBlock], problems: ProblemList
    ) {
        self.document = document
        self.renderer = renderer
        self.start = start
        self.problems = problems
    }

    func makeIterator() -> Iterator {
        Iterator(
            blocks: document.blocks, events: ListEvents(of: document.blocks),
            builder: FlowBuilder(
                renderer, destinations: document.headings.mapValues(\.1.id), start: start,
                hyphenator: renderer.hyphenator, footnotes: FootnoteCounter(), problems: problems))
    }

    struct Iterator: IteratorProtocol {
        let blocks: [PortableTextBlock]
        var events: ListEvents
        var builder: FlowBuilder
        var taken = 0

        mutating func next() -> FlowBlock? {
            while taken == builder.output.count {
                builder.output.removeAll(keepingCapacity: true)
                taken = 0
                guard let event = events.next() else { return nil }
                builder.take(event, of: blocks, at: [])
            }
            taken += 1
            return builder.output[taken - 1]
        }
    }
}
