package import PortableText

extension PortableTextTable {
    /// The columns with numbers alone below the header.
    ///
    /// Their numbers are aligned at the side where lines end, so that digits of equal value stand below each other.
    package var numberColumns: Set<Int> {
        let body = rows.dropFirst(headerRows)
        return Set(
            (0..<columnCount).filter { column in
                let texts = body.compactMap { $0.cells.indices.contains(column) ? $0.cells[column].text : nil }
                    .filter { !$0.isEmpty }
                return !texts.isEmpty && texts.allSatisfy(Self.isNumber)
            })
    }

    /// Whether a text is a number or an amount.
    private static func isNumber(_ text: String) -> Bool {
        let amount =
            /[(]?[+\-−–]?\s?(?:[A-Z]{3}|\p{Sc})?\s?[+\-−–]?\d[\d.,'’\u{A0}\u{202F}\s]*(?:[A-Z]{3}|\p{Sc}|%|‰)?[)]?/
        return text.utf8.count <= 40 && text.wholeMatch(of: amount) != nil
            || ["-", "−", "–", "—"].contains(text)
    }
}

extension PortableTextTable.Cell {
    /// The text without white space at its ends.
    fileprivate var text: String {
        let lines = blocks.map(\.text).joined(separator: " ")
        return String(lines.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
}
