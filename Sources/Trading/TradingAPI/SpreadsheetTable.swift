import Foundation
import Trading

/// A table as comma-separated values (RFC 4180) that no spreadsheet takes for formulas.
///
/// Text is always quoted, so that no cell falls apart where a spreadsheet separates by semicolons, and text that begins
/// like a formula has an apostrophe before it. Numbers are not quoted, and can be negative.
package struct SpreadsheetTable: Sendable {
    enum Cell: Sendable, Hashable {
        case text(String)
        case number(Amount)
        /// With two places.
        case money(Amount)
        case empty
    }

    private let heads: [String]
    private let rowCount: Int
    private let row: @Sendable (Int) -> [Cell]

    /// Creates a table, each row of which is made when it is written, so that a million rows take no memory.
    init(_ heads: [String], rowCount: Int, row: @escaping @Sendable (Int) -> [Cell]) {
        self.heads = heads
        self.rowCount = rowCount
        self.row = row
    }

    /// Writes the table, one row at a time.
    ///
    /// - Throws: whatever the function throws.
    package func write(_ body: (String) throws -> Void) rethrows {
        try body(heads.joined(separator: ",") + "\r\n")
        for index in 0..<rowCount {
            let row = row(index)
            precondition(row.count == heads.count, "A row has as many cells as the table has heads.")
            try body(row.map(SpreadsheetTable.text).joined(separator: ",") + "\r\n")
        }
    }

    /// The whole table.
    package var text: String {
        var text = ""
        write { text += $0 }
        return text
    }

    private static func text(of cell: Cell) -> String {
        switch cell {
        case .text(let text): quoted(text)
        case .number(let number): number.text
        case .money(let amount): amount.withTwoPlaces
        case .empty: ""
        }
    }

    private static func quoted(_ text: String) -> String {
        // Line breaks and tabs begin new cells in some programs.
        let scalars = text.unicodeScalars.map { CharacterSet.controlCharacters.contains($0) ? " " : $0 }
        var line = String(String.UnicodeScalarView(scalars))
        // The wide forms count as well in Japanese and Chinese editions.
        if let first = line.unicodeScalars.first(where: { !$0.properties.isWhitespace }),
            "=+-@＝＋－＠".unicodeScalars.contains(first)
        {
            line = "'" + line
        }
        return "\"\(line.replacingOccurrences(of: "\"", with: "\"\""))\""
    }
}

extension Amount {
    /// The number, rounded to cents, with two places and without separators of thousands.
    fileprivate var withTwoPlaces: String {
        let text = money.text
        guard let point = text.firstIndex(of: ".") else { return text + ".00" }
        return text.distance(from: point, to: text.endIndex) == 2 ? text + "0" : text
    }
}
