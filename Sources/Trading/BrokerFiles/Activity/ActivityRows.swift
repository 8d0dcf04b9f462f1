import FailureModel
import Files
import Trading
import Values

/// The rows of an activity statement of Interactive Brokers by section.
///
/// Each line begins with the section's name and the word Header, Data, SubTotal, Total or Notes. A section can have several
/// headers, such as that of exchanges below that of trades.
struct ActivityRows {
    /// A row of data, by the titles of its columns.
    struct Row {
        let section: String
        let line: Int
        /// Whether the row adds up others.
        ///
        /// `Total` or `Total in EUR` is in one of its first columns.
        let isTotal: Bool
        private let cells: [String: String]

        init(section: String, line: Int, titles: [String], cells: [String]) {
            self.section = section
            self.line = line
            isTotal = cells.prefix(3).contains { $0 == "Total" || $0.hasPrefix("Total in ") }
            var named: [String: String] = [:]
            // Columns without a title say nothing; of two with one title, the first is meant.
            for (title, cell) in zip(titles, cells) where !title.isEmpty && named[title] == nil { named[title] = cell }
            self.cells = named
        }

        /// Returns the cell below the first of the titles that has one.
        subscript(_ titles: String...) -> String? {
            for title in titles {
                if let cell = cells[title], !["", "-", "--"].contains(cell) { return cell }
            }
            return nil
        }

        /// Returns a number without the commas between groups of digits.
        func number(_ titles: String...) -> String? {
            for title in titles {
                if let cell = self[title] { return Self.isGrouped(cell) ? cell.filter { $0 != "," } : cell }
            }
            return nil
        }

        /// Returns whether the commas of a number divide groups of three digits.
        private static func isGrouped(_ text: String) -> Bool {
            let parts = text.drop { $0 == "-" }.split(separator: ".", omittingEmptySubsequences: false)
            let groups = parts[0].split(separator: ",", omittingEmptySubsequences: false)
            return parts.count < 3 && (1...3).contains(groups[0].count)
                && groups.dropFirst().allSatisfy { $0.count == 3 }
                && !(parts.count == 2 && parts[1].contains(","))
        }

        /// The title that begins with a text.
        func title(beginning start: String) -> String? { cells.keys.first { $0.hasPrefix(start) } }
    }

    /// The rows of data, in the file's order.
    private(set) var rows: [Row] = []
    /// The titles of unknown columns with content in used sections, such as `Notional in Trades`.
    private(set) var unknownColumns: [String] = []

    /// The first cells of a statement in English.
    static let start = ["Statement", "Header", "Field Name", "Field Value"]

    private static let codes = CSVReader.Codes(malformed: .malformedTable, tooLong: .malformedTable)

    /// Returns whether a file begins as a statement does.
    static func begins(_ feed: ByteFeed) throws(Failure) -> Bool {
        var feed = feed
        _ = try feed.decodeUTF16()
        var start = try feed.lookAhead(limit: 200) { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
        if start.starts(with: [0xEF, 0xBB, 0xBF]) { start = start.dropFirst(3) }
        let line = start.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
        let cells = String(decoding: line, as: UTF8.self).split(separator: ",").map {
            String($0.trimmed).filter { $0 != "\"" }
        }.filter { !$0.isEmpty }
        // Programs that save the file again add columns to all rows.
        return cells == Self.start
    }

    /// Reads a statement.
    ///
    /// - Throws: `malformed_table`, `too_many_rows`, or an error of reading the file.
    init(_ feed: ByteFeed, name: String, limits: AccountFileLimits) throws(Failure) {
        var rowLimits = CSVReader.Limits()
        rowLimits.rowLength = limits.rowLength
        rowLimits.cellLength = limits.cellLength
        rowLimits.columns = limits.columns
        var reader = try CSVReader(feed, name: name, limits: rowLimits, codes: Self.codes, separator: .comma)
        var titles: [String: [String]] = [:]
        var unknown: [String: [Int]] = [:]
        var count = 0
        while let row = try reader.next() {
            count += 1
            let place = Failure.Location.file(name, line: row.line, column: nil)
            guard count <= limits.rows else {
                throw Failure(.tooManyRows, "\(name) has more than \(limits.rows) rows.", at: place)
            }
            let cells: [String]
            switch row.cells {
            case .success(let read): cells = read.map { String($0.trimmed) }
            case .failure(let error): throw Failure(error.code, error.message, at: place)
            }
            guard cells.count > 2 else { continue }
            let section = cells[0]
            switch cells[1].lowercased() {
            case "header" where section == Self.start[0] && titles[section] != nil:
                throw Failure(.malformedTable, "\(name) has several statements; export each alone.", at: place)
            case "header":
                let names = Array(cells.dropFirst(2))
                titles[section] = names
                unknown[section] = names.indices.filter { !ActivityColumns.isKnown(names[$0], in: section) }
            case "data":
                guard let titles = titles[section] else {
                    throw Failure(.malformedTable, "The section \(section.abridged(to: 60)) has no header.", at: place)
                }
                let row = Row(section: section, line: row.line, titles: titles, cells: Array(cells.dropFirst(2)))
                rows.append(row)
                guard let places = unknown[section], !places.isEmpty, !row.isTotal else { continue }
                for place in places where row[titles[place]] != nil {
                    unknownColumns.append("\(titles[place].abridged(to: 60)) in \(section)")
                    unknown[section]?.removeAll { $0 == place }
                }
            default: break
            }
        }
    }
}
