/// A table in the notation of GitHub, which CommonMark reads as a paragraph with pipes.
struct MarkdownTable {
    /// The lines of the paragraph before the table.
    let before: [[MarkdownSpan]]
    /// The cells of each row, as many as the first row has.
    let rows: [[[MarkdownSpan]]]
    /// The alignment of each column.
    let alignments: [MarkdownBlock.Alignment]

    /// Finds a table in the lines of a paragraph; `nil` without one.
    ///
    /// A table is a line of headings, a line of dashes with equally many cells, and all lines below.
    init?(_ lines: [[MarkdownSpan]]) {
        let found = lines.indices.dropFirst().lazy.compactMap { index -> (Int, [MarkdownBlock.Alignment])? in
            let alignments = Self.alignments(ofDelimiter: lines[index].map(\.text).joined())
            guard let alignments, Self.cells(of: lines[index - 1]).count == alignments.count else { return nil }
            return (index, alignments)
        }.first
        guard let (delimiter, alignments) = found else { return nil }
        self.alignments = alignments
        let head = Self.cells(of: lines[delimiter - 1])
        before = Array(lines[..<(delimiter - 1)])
        rows =
            [head]
            + lines[(delimiter + 1)...].map { line in
                let cells = Self.cells(of: line).prefix(head.count)
                return cells + [[MarkdownSpan]](repeating: [], count: head.count - cells.count)
            }
    }

    /// Returns the alignments of the columns of a delimiter row; `nil` for any other line.
    private static func alignments(ofDelimiter line: String) -> [MarkdownBlock.Alignment]? {
        guard line.contains("|"), line.allSatisfy({ "|-: \t".contains($0) }) else { return nil }
        let cells = cells(of: [MarkdownSpan(text: line)]).map { $0.map(\.text).joined() }
        let alignments = cells.compactMap { cell -> MarkdownBlock.Alignment? in
            var dashes = Substring(cell)
            let (hasStart, hasEnd) = (dashes.first == ":", dashes.count > 1 && dashes.last == ":")
            if hasStart { dashes.removeFirst() }
            if hasEnd { dashes.removeLast() }
            guard !dashes.isEmpty, dashes.allSatisfy({ $0 == "-" }) else { return nil }
            return hasEnd ? hasStart ? .center : .end : .start
        }
        return alignments.count == cells.count ? alignments : nil
    }

    /// Splits a line at its pipes outside code, without those at both ends.
    private static func cells(of line: [MarkdownSpan]) -> [[MarkdownSpan]] {
        var cells: [[MarkdownSpan]] = [[]]
        for span in line.trimmed {
            guard !span.isCode else {
                cells[cells.count - 1].append(span)
                continue
            }
            for (index, piece) in span.text.split(separator: "|", omittingEmptySubsequences: false).enumerated() {
                if index > 0 { cells.append([]) }
                var own = span
                own.text = String(piece)
                if !piece.isEmpty { cells[cells.count - 1].append(own) }
            }
        }
        if cells.count > 1, cells.first?.isEmpty == true { cells.removeFirst() }
        if cells.count > 1, cells.last?.isEmpty == true { cells.removeLast() }
        return cells.map { $0.trimmed.restoringPipes(inTable: true) }
    }
}

extension [MarkdownSpan] {
    /// The spans without white space at both ends.
    var trimmed: [MarkdownSpan] {
        var spans = self
        while let first = spans.first {
            spans[0].text = String(first.text.drop(while: \.isWhitespace))
            guard spans[0].text.isEmpty else { break }
            spans.removeFirst()
        }
        while let last = spans.last {
            let end = last.text.lastIndex { !$0.isWhitespace }
            guard let end else {
                spans.removeLast()
                continue
            }
            spans[spans.count - 1].text = String(last.text[...end])
            break
        }
        return spans
    }
}
