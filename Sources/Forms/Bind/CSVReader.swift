package import FailureModel
import FormModel
package import Foundation

/// Reads comma-separated values (RFC 4180) row by row, in memory that does not grow with the file.
///
/// Cells can be quoted; quotes within them are doubled, and newlines within quotes belong to the cell. Lines end in
/// CRLF, LF or CR. The separator is `,`, `;` or tab, whichever occurs most often in the header. Blank lines are
/// skipped. The text is UTF-8, with or without a byte order mark.
package struct CSVReader: Sendable {
    /// The limits of a file; exceeding one is an error of the row, or of the file if it happens in the header.
    package struct Limits: Sendable, Hashable {
        /// The maximum length of a row in bytes.
        package var rowLength = 1 << 20
        /// The maximum number of columns.
        package var columns = 4_096
        /// The maximum length of a cell in bytes.
        package var cellLength = ValueLimits().valueLength
        /// The maximum length of a column name in bytes.
        package var nameLength = ValueLimits().keyLength

        package init() {}
    }

    /// A row below the header.
    package struct Row: Sendable, Hashable {
        /// The line on which the row begins (1-based); a quoted cell can span several lines.
        package var line: Int
        /// As many cells as the header has, or the error in the row: `malformed_values`.
        package var cells: Result<[String], Failure>
    }

    /// The names of the columns, without surrounding white space.
    package private(set) var header: [String]

    /// The number of bytes read so far.
    package var bytesRead: Int { feed.bytesRead }

    private var feed: ByteFeed
    private let limits: Limits
    private let separator: UInt8
    private var line = 1
    /// The cells of the current row, concatenated, and the offset at which each ends.
    private var text: [UInt8] = []
    private var ends: [Int] = []
    /// Whether the row is longer than its limit; the excess is read, to find the end of the row, but not kept.
    private var isTooLong = false

    /// Reads the header from an open file or pipe, which the caller keeps open while rows are read and closes
    /// afterwards.
    ///
    /// `name` is used in messages.
    ///
    /// - Throws: `malformed_values` if there is no header, two columns share a name, a column has none, or the text is
    ///   not UTF-8; `input_unreadable`.
    package init(descriptor: Int32, name: String, limits: Limits = Limits()) throws(Failure) {
        try self.init(ByteFeed(descriptor: descriptor, name: name), name: name, limits: limits)
    }

    /// Reads the header from bytes in memory.
    package init(data: Data, name: String, limits: Limits = Limits()) throws(Failure) {
        try self.init(ByteFeed(data: data, name: name), name: name, limits: limits)
    }

    init(_ source: ByteFeed, name: String, limits: Limits = Limits()) throws(Failure) {
        feed = source
        self.limits = limits
        let start = try feed.lookAhead(limit: limits.rowLength, until: Self.isNewline)
        if start.starts(with: [0xFF, 0xFE]) || start.starts(with: [0xFE, 0xFF]) {
            throw Failure(.malformedValues, "\(name) is UTF-16 text; save it as UTF-8.")
        }
        if start.starts(with: [0xEF, 0xBB, 0xBF]) { feed.skip(3) }
        separator = Self.separator(inHeader: start)
        header = []

        guard let (_, cells) = try readRow() else {
            throw Failure(.inputEmpty, "\(name) is empty; the first line of a table names its columns.")
        }
        switch cells {
        case .failure(let error):
            throw Failure(.malformedValues, "The header of \(name) cannot be read. \(error.message)")
        case .success(let cells): header = cells.map { $0.trimmingCharacters(in: .whitespaces) }
        }
        if let place = header.firstIndex(of: "") {
            throw Failure(
                .malformedValues, "Column \(place + 1) of \(name) has no name; name it in the header or delete it.")
        }
        if let place = header.firstIndex(where: { $0.utf8.count > limits.nameLength }) {
            throw Failure(
                .malformedValues,
                "The name of column \(place + 1) of \(name) is longer than \(limits.nameLength) bytes.")
        }
        var seen: Set<String> = []
        if let twice = header.first(where: { !seen.insert($0).inserted }) {
            throw Failure(.malformedValues, "\(name) has two columns named \(twice.quoted).")
        }
    }

    /// Returns the next row, valid or not, or nil at the end.
    ///
    /// - Throws: `input_unreadable`, after which there are no more rows.
    package mutating func next() throws(Failure) -> Row? {
        guard let (line, cells) = try readRow() else { return nil }
        return Row(
            line: line,
            cells: cells.flatMap { [header] cells in
                guard cells.count == header.count else {
                    return .failure(
                        Failure(
                            .malformedValues,
                            "The row has \(cells.count) cells, but the header has \(header.count)."))
                }
                return .success(cells)
            })
    }

    // MARK: Grammar

    private mutating func readRow() throws(Failure) -> (line: Int, cells: Result<[String], Failure>)? {
        while let byte = try feed.peek(), Self.isNewline(byte) { try takeNewline() }
        guard try feed.peek() != nil else { return nil }
        let start = line
        text.removeAll(keepingCapacity: true)
        ends.removeAll(keepingCapacity: true)
        isTooLong = false
        var hasTooMany = false
        var fault: Failure?
        var isLast = false
        while !isLast, fault == nil {
            fault = try readCell()
            if ends.count < limits.columns { ends.append(text.count) } else { hasTooMany = true }
            isLast = try !takeSeparator()
        }
        // The rest of an invalid line is not a row.
        try skipLine()
        if try feed.peek() != nil { try takeNewline() }
        if let fault { return (start, .failure(fault)) }
        if isTooLong { return (start, .failure(tooLong)) }
        if hasTooMany {
            return (start, .failure(Failure(.malformedValues, "The row has more than \(limits.columns) cells.")))
        }
        return (start, decodedCells())
    }

    /// Reads up to the separator or the end of the line, and returns the error in the cell, if any.
    private mutating func readCell() throws(Failure) -> Failure? {
        guard try feed.peek() == Self.quote else {
            while let byte = try feed.peek(), byte != separator, !Self.isNewline(byte) {
                feed.skip(1)
                keep(byte)
            }
            return nil
        }
        feed.skip(1)
        while let byte = try feed.peek() {
            if Self.isNewline(byte) {
                for byte in try takeNewline() { keep(byte) }
                continue
            }
            feed.skip(1)
            if byte != Self.quote {
                keep(byte)
            } else if try feed.peek() == Self.quote {
                feed.skip(1)
                keep(Self.quote)
            } else {
                guard let after = try feed.peek(), after != separator, !Self.isNewline(after) else { return nil }
                return Failure(
                    .malformedValues,
                    "There is text after a cell's closing quote; quotes within a cell must be doubled.")
            }
        }
        return Failure(.malformedValues, "A quote in the row is never closed.")
    }

    private mutating func keep(_ byte: UInt8) {
        if text.count < limits.rowLength { text.append(byte) } else { isTooLong = true }
    }

    private var tooLong: Failure {
        Failure(
            .malformedValues,
            "The row is longer than \(limits.rowLength) bytes; perhaps a quote in it is never closed.")
    }

    private mutating func takeSeparator() throws(Failure) -> Bool {
        guard try feed.peek() == separator else { return false }
        feed.skip(1)
        return true
    }

    @discardableResult
    private mutating func takeNewline() throws(Failure) -> [UInt8] {
        line += 1
        guard try feed.next() == Self.carriageReturn else { return [Self.lineFeed] }
        guard try feed.peek() == Self.lineFeed else { return [Self.carriageReturn] }
        feed.skip(1)
        return [Self.carriageReturn, Self.lineFeed]
    }

    private mutating func skipLine() throws(Failure) {
        while let byte = try feed.peek(), !Self.isNewline(byte) { feed.skip(1) }
    }

    private func decodedCells() -> Result<[String], Failure> {
        var cells: [String] = []
        cells.reserveCapacity(ends.count)
        var start = 0
        for end in ends {
            guard end - start <= limits.cellLength else {
                return .failure(
                    Failure(.valueTooLong, "Cell \(cells.count + 1) is longer than \(limits.cellLength) bytes."))
            }
            guard let cell = String(validating: text[start..<end], as: UTF8.self) else {
                return .failure(
                    Failure(
                        .malformedValues,
                        "Cell \(cells.count + 1) is not UTF-8 text; save the file as UTF-8 (in Excel: \"CSV UTF-8\")."))
            }
            guard !cell.utf8.contains(0) else {
                return .failure(
                    Failure(.malformedValues, "Cell \(cells.count + 1) contains a zero byte, which text must not."))
            }
            cells.append(cell)
            start = end
        }
        return .success(cells)
    }

    /// Returns the separator that occurs most often in the header outside quotes; a comma if none occurs.
    private static func separator(inHeader start: ArraySlice<UInt8>) -> UInt8 {
        let signs = [UInt8](",;\t".utf8)
        var counts = [0, 0, 0]
        var isQuoted = false
        for byte in start {
            if byte == quote {
                isQuoted.toggle()
            } else if !isQuoted {
                if isNewline(byte) { break }
                if let sign = signs.firstIndex(of: byte) { counts[sign] += 1 }
            }
        }
        let most = counts.indices.max { counts[$0] < counts[$1] || counts[$0] == counts[$1] && $0 > $1 }
        return signs[most ?? 0]
    }

    private static let quote = UInt8(ascii: "\"")
    private static let lineFeed = UInt8(ascii: "\n")
    private static let carriageReturn = UInt8(ascii: "\r")
    private static func isNewline(_ byte: UInt8) -> Bool { byte == lineFeed || byte == carriageReturn }
}
