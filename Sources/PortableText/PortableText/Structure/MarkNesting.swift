/// Nests the marks of a block's spans like toolkit 6 (`buildMarksTree`).
///
/// The tree is a sequence of events. The marks of a span are opened in this order:
///
/// 1. marks shared by the most consecutive following spans;
/// 2. annotations and unknown decorators, by key;
/// 3. known decorators, in the order of `Decorator.all`.
///
/// Open marks stay open if the next span has them, starting from the outermost. An object within the text ends all
/// marks.
package enum MarkEvent: Hashable, Sendable {
    /// The start of a mark.
    case begin(PortableTextMark)
    /// The end of the innermost mark.
    case end
    /// Text without line breaks, which may be empty.
    case text(Substring)
    /// A line break.
    case lineBreak
    /// An object or a block within the text, with its index among the children.
    case block(PortableTextBlock, index: Int)

    /// Calls `receive` with the events of a block's children in order.
    ///
    /// A footnote is an object within the text, also if it is an annotation.
    package static func forEach<E>(in block: PortableTextBlock, _ receive: (MarkEvent) throws(E) -> Void) throws(E) {
        let (children, places) = block.childrenWithFootnotes
        guard !children.isEmpty else { return }
        let sorted = MarkOrder.sorted(children)
        var definitions: [String: PortableTextMarkDefinition] = [:]
        for definition in block.markDefs where definitions[definition.key] == nil {
            definitions[definition.key] = definition
        }
        var open: [String] = []
        for (index, child) in children.enumerated() {
            var needed = sorted[index]
            var kept = 0
            while kept < open.count, let position = needed.firstIndex(of: open[kept]) {
                needed.remove(at: position)
                kept += 1
            }
            for _ in kept..<open.count { try receive(.end) }
            open.removeLast(open.count - kept)
            for key in needed {
                let definition = definitions[key]
                try receive(.begin(PortableTextMark(type: definition?.type ?? key, key: key, definition: definition)))
                open.append(key)
            }
            switch child {
            case .block(let block): try receive(.block(block, index: places?[index] ?? index))
            case .span(let span): try forEachLine(of: span.text, receive)
            }
        }
        for _ in open { try receive(.end) }
    }

    private static func forEachLine<E>(of text: String, _ receive: (MarkEvent) throws(E) -> Void) throws(E) {
        var start = text.startIndex
        // The search is by bytes, since a carriage return and a line feed form one character.
        while let end = text.utf8[start...].firstIndex(of: UInt8(ascii: "\n")) {
            try receive(.text(text[start..<end]))
            try receive(.lineBreak)
            start = text.utf8.index(after: end)
        }
        try receive(.text(text[start...]))
    }
}

/// The opening order of the marks of spans.
enum MarkOrder {
    private struct Run {
        var mark: String
        /// The number of consecutive spans with the mark, starting here.
        var length: Int
    }

    /// Returns each child's marks in opening order; those of objects are empty.
    ///
    /// Runs are counted backwards, so that the time is linear in the number of spans.
    static func sorted(_ children: [PortableTextChild]) -> [[String]] {
        var sorted = [[String]](repeating: [], count: children.count)
        var following: [Run] = []
        for index in children.indices.reversed() {
            guard case .span(let span) = children[index], !span.marks.isEmpty else {
                following = []
                continue
            }
            following = span.marks.map { mark in
                Run(mark: mark, length: 1 + (following.first { $0.mark == mark }?.length ?? 0))
            }
            sorted[index] = following.count == 1 ? span.marks : following.sorted(by: precedes).map(\.mark)
        }
        return sorted
    }

    private static func precedes(_ a: Run, _ b: Run) -> Bool {
        if a.length != b.length { return a.length > b.length }
        let ranks = (rank(a.mark), rank(b.mark))
        if ranks.0 != ranks.1 { return ranks.0 < ranks.1 }
        return collates(a.mark, before: b.mark)
    }

    /// Returns the rank of a known decorator; all other marks come first.
    private static func rank(_ mark: String) -> Int { Decorator.all.firstIndex(of: mark) ?? -1 }

    /// Compares keys of letters and digits like JavaScript's `localeCompare`.
    ///
    /// Case is ignored, except that lower case comes first among otherwise equal keys.
    private static func collates(_ a: String, before b: String) -> Bool {
        let folded = (a.lowercased(), b.lowercased())
        return folded.0 == folded.1 ? a > b : folded.0 < folded.1
    }
}
