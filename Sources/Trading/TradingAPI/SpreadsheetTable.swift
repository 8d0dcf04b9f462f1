import Foundation
import Trading

/// A CSV table (RFC 4180) without text that spreadsheets would evaluate as formulas.
///
/// Text is always quoted, so that no cell is split where a spreadsheet expects semicolons, and text that starts like a
/// formula is preceded by an apostrophe. Numbers are not quoted, and can be negative.
package struct SpreadsheetTable: Sendable {
    enum Cell: Sendable, Hashable {
        case text(String)
        case number(Amount)
        /// A number with two places.
        case money(Amount)
        /// A number with at least two places.
        case price(Amount)
        case empty
    }

    private let heads: [String]
    private let rowCount: Int
    private let row: @Sendable (Int) -> [Cell]

    /// Creates a table with lazily created rows, so that a million rows take no memory.
    init(_ heads: [String], rowCount: Int, row: @escaping @Sendable (Int) -> [Cell]) {
        self.heads = heads
        self.rowCount = rowCount
        self.row = row
    }

    /// Writes the table, one row at a time.
    ///
    /// - Throws: the errors of the function.
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
        case .money(let amount): amount.money.withTwoPlaces
        case .price(let price): price.withTwoPlaces
        case .empty: ""
        }
    }

    private static func quoted(_ text: String) -> String {
        // Line breaks and tabs start new cells in some programs.
        let scalars = text.unicodeScalars.map { CharacterSet.controlCharacters.contains($0) ? " " : $0 }
        var line = String(String.UnicodeScalarView(scalars))
        // The wide forms also start formulas in Japanese and Chinese editions.
        if let first = line.unicodeScalars.first(where: { !$0.properties.isWhitespace }),
            "=+-@＝＋－＠".unicodeScalars.contains(first)
        {
            line = "'" + line
        }
        return "\"\(line.replacingOccurrences(of: "\"", with: "\"\""))\""
    }
}

extension Amount {
    /// The number with at least two places, without thousands separators.
    fileprivate var withTwoPlaces: String {
        let text = self.text
        guard let point = text.firstIndex(of: ".") else { return text + ".00" }
        return text.distance(from: point, to: text.endIndex) == 2 ? text + "0" : text
    }
}
