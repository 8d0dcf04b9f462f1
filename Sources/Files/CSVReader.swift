package import FailureModel

/// Reads comma-separated values (RFC 4180) row by row, in memory that does not grow with the file.
///
/// Cells can be quoted; quotes within them are doubled, and newlines within quotes belong to the cell. Lines end in
/// CRLF, LF or CR. Blank lines are skipped. The text is UTF-8, with or without a byte order mark. No row has a special
/// meaning; what the first row is, and how many cells a row must have, is for the caller to decide.
package struct CSVReader: Sendable {
    /// The limits of a row; exceeding one is an error of that row.
    package struct Limits: Sendable, Hashable {
        /// The maximum length of a row in bytes.
        package var rowLength = 1 << 20
        /// The maximum number of cells in a row.
        package var columns = 4_096
        /// The maximum length of a cell in bytes.
        package var cellLength = 256 << 10

        package init() {}
    }

    /// The codes of the errors in rows.
    package struct Codes: Sendable, Hashable {
        /// For rows that are not comma-separated values in UTF-8.
        package var malformed: ErrorCode
        /// For cells longer than their limit.
        package var tooLong: ErrorCode

        package init(malformed: ErrorCode, tooLong: ErrorCode) {
            self.malformed = malformed
            self.tooLong = tooLong
        }
    }

    /// What separates cells.
    package enum Separator: String, Sendable, CaseIterable {
        case comma = ","
        case semicolon = ";"
        case tab = "\t"

        fileprivate var byte: UInt8 {
            switch self {
            case .comma: UInt8(ascii: ",")
            case .semicolon: UInt8(ascii: ";")
            case .tab: UInt8(ascii: "\t")
            }
        }
    }

    /// A row of cells.
    package struct Row: Sendable, Hashable {
        /// The line on which the row begins (1-based); a quoted cell can span several lines.
        package var line: Int
        /// The cells, or the error in the row.
        package var cells: Result<[String], Failure>

        package init(line: Int, cells: Result<[String], Failure>) {
            self.line = line
            self.cells = cells
        }
    }

    /// The number of bytes read so far.
    package var bytesRead: Int { feed.bytesRead }

    private var feed: ByteFeed
    private let limits: Limits
    private let codes: Codes
    private let separator: UInt8
    private var line = 1
    /// The cells of the current row, concatenated, and the offset at which each ends.
    private var text: [UInt8] = []
    private var ends: [Int] = []
    /// Whether the row is longer than its limit; the excess is read, to find the end of the row, but not kept.
    private var isTooLong = false

    /// Begins to read at the feed's position, which must be the beginning of the text.
    ///
    /// - Parameters:
    ///   - feed: the text.
    ///   - name: the file, for messages.
    ///   - limits: the limits of a row.
    ///   - codes: the codes of the errors in rows.
    ///   - separator: what separates cells; by default, whichever of the three occurs most often in the first line.
    /// - Throws: the code for malformed rows if the text is UTF-16; `input_unreadable`.
    package init(
        _ feed: ByteFeed, name: String, limits: Limits = Limits(), codes: Codes, separator: Separator? = nil
    ) throws(Failure) {
        self.feed = feed
        self.limits = limits
        self.codes = codes
        let start = try self.feed.lookAhead(limit: limits.rowLength, until: Self.isNewline)
        if start.starts(with: [0xFF, 0xFE]) || start.starts(with: [0xFE, 0xFF]) {
            throw Failure(codes.malformed, "\(name) is UTF-16 text; save it as UTF-8.")
        }
        if start.starts(with: [0xEF, 0xBB, 0xBF]) { self.feed.skip(3) }
        self.separator = (separator ?? Self.separator(inLine: start)).byte
    }

    /// Returns the next row, valid or not, or nil at the end.
    ///
    /// - Throws: `input_unreadable`, after which there are no more rows.
    package mutating func next() throws(Failure) -> Row? {
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
        try feed.consume(until: Self.isNewline) { _ in }
        if try feed.peek() != nil { try takeNewline() }
        if let fault { return Row(line: start, cells: .failure(fault)) }
        if isTooLong { return Row(line: start, cells: .failure(tooLong)) }
        if hasTooMany {
            let fault = malformed("The row has more than \(limits.columns) cells.")
            return Row(line: start, cells: .failure(fault))
        }
        return Row(line: start, cells: decodedCells())
    }

    // MARK: Grammar

    /// Reads up to the separator or the end of the line, and returns the error in the cell, if any.
    private mutating func readCell() throws(Failure) -> Failure? {
        guard try feed.peek() == Self.quote else {
            let separator = separator
            try keep { $0 == separator || Self.isNewline($0) }
            return nil
        }
        feed.skip(1)
        while true {
            try keep { $0 == Self.quote || Self.isNewline($0) }
            guard let byte = try feed.peek() else { break }
            if Self.isNewline(byte) {
                for byte in try takeNewline() { keep(byte) }
                continue
            }
            feed.skip(1)
            if try feed.peek() == Self.quote {
                feed.skip(1)
                keep(Self.quote)
            } else {
                guard let after = try feed.peek(), after != separator, !Self.isNewline(after) else { return nil }
                return malformed("There is text after a cell's closing quote; quotes within a cell must be doubled.")
            }
        }
        return malformed("A quote in the row is never closed.")
    }

    /// Consumes bytes up to the next one that `isEnd` accepts, and keeps as many as the limit allows.
    private mutating func keep(until isEnd: (UInt8) -> Bool) throws(Failure) {
        let limit = limits.rowLength
        // Taken out of the property, so that it is appended to in place.
        var kept: [UInt8] = []
        swap(&kept, &text)
        var isTooLong = isTooLong
        defer {
            swap(&kept, &text)
            self.isTooLong = isTooLong
        }
        try feed.consume(until: isEnd) { piece in
            if kept.count + piece.count > limit { isTooLong = true }
            kept += piece.prefix(limit - kept.count)
        }
    }

    private mutating func keep(_ byte: UInt8) {
        if text.count < limits.rowLength { text.append(byte) } else { isTooLong = true }
    }

    private func malformed(_ message: String) -> Failure { Failure(codes.malformed, message) }

    private var tooLong: Failure {
        malformed("The row is longer than \(limits.rowLength) bytes; perhaps a quote in it is never closed.")
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

    private func decodedCells() -> Result<[String], Failure> {
        var cells: [String] = []
        cells.reserveCapacity(ends.count)
        var start = 0
        for end in ends {
            guard end - start <= limits.cellLength else {
                return .failure(
                    Failure(
                        codes.tooLong, "Cell \(cells.count + 1) is longer than \(limits.cellLength) bytes."))
            }
            guard let cell = String(validating: text[start..<end], as: UTF8.self) else {
                return .failure(
                    malformed(
                        "Cell \(cells.count + 1) is not UTF-8 text; save the file as UTF-8 (in Excel: \"CSV UTF-8\")."))
            }
            guard !cell.utf8.contains(0) else {
                return .failure(
                    malformed("Cell \(cells.count + 1) contains a zero byte, which text must not."))
            }
            cells.append(cell)
            start = end
        }
        return .success(cells)
    }

    /// Returns the separator that occurs most often in a line outside quotes; a comma if none occurs.
    private static func separator(inLine start: ArraySlice<UInt8>) -> Separator {
        let all = Separator.allCases
        var counts = all.map { _ in 0 }
        var isQuoted = false
        for byte in start {
            if byte == quote {
                isQuoted.toggle()
            } else if !isQuoted {
                if isNewline(byte) { break }
                if let index = all.firstIndex(where: { $0.byte == byte }) { counts[index] += 1 }
            }
        }
        let most = counts.indices.max { counts[$0] < counts[$1] || counts[$0] == counts[$1] && $0 > $1 }
        return most.map { all[$0] } ?? .comma
    }

    private static let quote = UInt8(ascii: "\"")
    private static let lineFeed = UInt8(ascii: "\n")
    private static let carriageReturn = UInt8(ascii: "\r")
    private static func isNewline(_ byte: UInt8) -> Bool { byte == lineFeed || byte == carriageReturn }
}
