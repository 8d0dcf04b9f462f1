package import FailureModel

/// Reads comma-separated values (RFC 4180) row by row in constant memory.
///
/// Cells can be quoted; quotes within them are doubled, and newlines within quotes belong to the cell. Lines end in
/// CRLF, LF or CR. Blank lines are skipped. The text is UTF-8, UTF-16 or Windows-1252 (``TextEncoding``). A first line
/// `sep=;` sets the separator, as written and read by Excel. No row has a special meaning: the role of the first row
/// and the number of cells are up to the caller.
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
        /// The code for rows that are not comma-separated values in UTF-8.
        package var malformed: ErrorCode
        /// The code for cells longer than their limit.
        package var tooLong: ErrorCode

        package init(malformed: ErrorCode, tooLong: ErrorCode) {
            self.malformed = malformed
            self.tooLong = tooLong
        }
    }

    /// The separator of cells.
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
        /// Whether blank lines precede this row.
        package var followsBlankLine: Bool
        /// Whether the row has an end of line, unlike that of truncated text.
        package var isTerminated: Bool

        package init(
            line: Int, cells: Result<[String], Failure>, followsBlankLine: Bool = false, isTerminated: Bool = true
        ) {
            self.line = line
            self.cells = cells
            self.followsBlankLine = followsBlankLine
            self.isTerminated = isTerminated
        }
    }

    /// The number of bytes read so far.
    package var bytesRead: Int { feed.bytesRead }
    /// The encoding of the rows so far; `nil` while they are ASCII.
    package private(set) var encoding: TextEncoding?

    private var feed: ByteFeed
    private let limits: Limits
    private let codes: Codes
    /// The byte between cells.
    package let separator: UInt8
    /// The encoding stated by the user.
    private let statedEncoding: TextEncoding?
    private var line = 1
    /// The concatenated cells of the current row, with the offset of each end.
    private var text: [UInt8] = []
    private var ends: [Int] = []
    /// Whether the row exceeds its limit; the excess is read but not kept.
    private var isTooLong = false

    /// Creates a reader at the beginning of a text.
    ///
    /// - Parameters:
    ///   - feed: the text.
    ///   - name: the file name in messages.
    ///   - limits: the limits of a row.
    ///   - codes: the codes of the errors in rows.
    ///   - separator: the separator of cells; by default that of the line `sep=`, or else whichever of the three
    ///     divides most of the first lines, one after the other, into the same number of cells.
    ///   - encoding: the encoding of the text; by default it is detected.
    /// - Throws: the code for malformed rows if the file is a spreadsheet, or not in UTF-16 as stated;
    ///   `input_unreadable`.
    package init(
        _ feed: ByteFeed, name: String, limits: Limits = Limits(), codes: Codes, separator: Separator? = nil,
        encoding: TextEncoding? = nil
    ) throws(Failure) {
        self.feed = feed
        self.limits = limits
        self.codes = codes
        statedEncoding = encoding
        self.encoding = encoding
        if encoding == nil || encoding == .utf16, try self.feed.decodeUTF16() {
            self.encoding = .utf16
        } else if encoding == .utf16 {
            throw Failure(codes.malformed, "\(name) is not UTF-16 text.")
        }
        var lines = 0
        let start = try self.feed.lookAhead(limit: limits.rowLength) { byte in
            if byte == Self.lineFeed || byte == Self.carriageReturn { lines += 1 }
            return lines == Self.sampledLines
        }
        if Self.spreadsheets.contains(where: start.starts(with:)) {
            throw Failure(
                codes.malformed, "\(name) is a spreadsheet, not text; save it as CSV (in Excel: \"CSV UTF-8\").")
        }
        var text = start
        if text.starts(with: [0xEF, 0xBB, 0xBF]) {
            if self.encoding == nil { self.encoding = .utf8 }
            self.feed.skip(3)
            text = text.dropFirst(3)
        }
        var named: UInt8?
        if let line = Self.separatorLine(text) {
            named = line.separator
            self.feed.skip(line.length)
            text = text.dropFirst(line.length)
        }
        self.separator = separator?.byte ?? named ?? Self.separator(of: text).byte
        if named != nil, try self.feed.peek() != nil { try takeNewline() }
    }

    /// Returns the next row, valid or not; `nil` at the end.
    ///
    /// - Throws: `input_unreadable`, after which there are no more rows.
    package mutating func next() throws(Failure) -> Row? {
        var followsBlankLine = false
        while let byte = try feed.peek(), Self.isNewline(byte) {
            try takeNewline()
            followsBlankLine = true
        }
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
        let isTerminated = try feed.peek() != nil
        if isTerminated { try takeNewline() }
        let cells: Result<[String], Failure> =
            if let fault {
                .failure(fault)
            } else if isTooLong {
                .failure(tooLong)
            } else if hasTooMany {
                .failure(malformed("The row has more than \(limits.columns) cells."))
            } else {
                decodedCells()
            }
        return Row(line: start, cells: cells, followsBlankLine: followsBlankLine, isTerminated: isTerminated)
    }

    // MARK: Grammar

    /// Reads up to the end of a cell, and returns its error, if any.
    private mutating func readCell() throws(Failure) -> Failure? {
        try skipBlanksBeforeQuote()
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
                // Some programs pad cells.
                while let byte = try feed.peek(), Self.isPadding(byte, between: separator) { feed.skip(1) }
                guard let after = try feed.peek(), after != separator, !Self.isNewline(after) else { return nil }
                return malformed("There is text after a cell's closing quote; quotes within a cell must be doubled.")
            }
        }
        return malformed("A quote in the row is never closed.")
    }

    /// Skips blanks in front of an opening quote.
    ///
    /// Other blanks are part of the cell.
    private mutating func skipBlanksBeforeQuote() throws(Failure) {
        let separator = separator
        func isPadding(_ byte: UInt8) -> Bool { Self.isPadding(byte, between: separator) }
        guard let first = try feed.peek(), isPadding(first) else { return }
        let ahead = try feed.lookAhead(limit: Self.mostBlanks) { !isPadding($0) }
        let blanks = ahead.prefix(while: isPadding)
        if ahead.dropFirst(blanks.count).first == Self.quote { feed.skip(blanks.count) }
    }

    /// Returns whether a byte is a blank, and not the separator.
    private static func isPadding(_ byte: UInt8, between separator: UInt8) -> Bool {
        (byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")) && byte != separator
    }

    /// Consumes bytes up to one accepted by `isEnd`, and keeps them within the limit.
    private mutating func keep(until isEnd: (UInt8) -> Bool) throws(Failure) {
        let limit = limits.rowLength
        // The array is taken out of the property for appending in place.
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

    private mutating func decodedCells() -> Result<[String], Failure> {
        let decode: (ArraySlice<UInt8>) -> String?
        switch rowEncoding() {
        case .failure(let fault): return .failure(fault)
        case .success(.windows1252): decode = Windows1252.text
        case .success: decode = { String(validating: $0, as: UTF8.self) }
        }
        var cells: [String] = []
        cells.reserveCapacity(ends.count)
        var start = 0
        for end in ends {
            guard end - start <= limits.cellLength else {
                return .failure(
                    Failure(
                        codes.tooLong, "Cell \(cells.count + 1) is longer than \(limits.cellLength) bytes."))
            }
            guard let cell = decode(text[start..<end]) else {
                return .failure(
                    malformed(
                        "Cell \(cells.count + 1) is not \(encoding?.name ?? "UTF-8") text; save the file as UTF-8."))
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

    /// Returns the encoding of the row.
    ///
    /// The first row beyond ASCII determines that of the file.
    private mutating func rowEncoding() -> Result<TextEncoding, Failure> {
        guard text.contains(where: { $0 >= 0x80 }) else { return .success(.utf8) }
        switch encoding {
        case .utf8, .utf16: return .success(.utf8)
        case .windows1252 where statedEncoding == .windows1252: break
        case nil where String(validating: text, as: UTF8.self) != nil: encoding = .utf8
        case nil, .windows1252:
            guard String(validating: text, as: UTF8.self) == nil else {
                return .failure(malformed("The row is UTF-8 text, and rows before it are not; save the file as UTF-8."))
            }
            guard Windows1252.isPlausible(text) else {
                return .failure(
                    malformed(
                        "The row is neither UTF-8 nor Windows-1252 text; save the file as UTF-8 (in Excel: \"CSV UTF-8\")."
                    ))
            }
            encoding = .windows1252
        }
        return .success(encoding ?? .utf8)
    }

    // MARK: The beginning

    /// Returns the separator of a first line `sep=;`, and the length of that line.
    private static func separatorLine(_ text: ArraySlice<UInt8>) -> (separator: UInt8, length: Int)? {
        let line = text.prefix(16).prefix { !isNewline($0) }
        let bare = line.filter { $0 != quote }
        guard bare.count == 5, String(decoding: bare.prefix(4), as: UTF8.self).lowercased() == "sep=",
            let separator = bare.last, separator < 0x80
        else { return nil }
        return (separator, line.count)
    }

    /// Returns the separator that divides the most consecutive lines into equally many cells.
    ///
    /// Among several, it is the most frequent one in the first line; without any, a comma. The first line alone can be
    /// a title with a comma in it.
    private static func separator(of start: ArraySlice<UInt8>) -> Separator {
        let all = Separator.allCases
        let lines = counts(of: all.map(\.byte), in: start)
        let scores = all.indices.map { index in
            var (longest, length, last) = (0, 0, 0)
            for number in lines.map({ $0[index] }) {
                length = number == 0 ? 0 : number == last ? length + 1 : 1
                last = number
                longest = max(longest, length)
            }
            return (longest, lines.first?[index] ?? 0, -index)
        }
        return all.indices.max { scores[$0] < scores[$1] }.map { all[$0] } ?? .comma
    }

    /// Returns the counts of the separators outside quotes for each of the first lines.
    private static func counts(of separators: [UInt8], in start: ArraySlice<UInt8>) -> [[Int]] {
        let none = separators.map { _ in 0 }
        var lines: [[Int]] = []
        var line = none
        var isQuoted = false
        var hasText = false
        var isCellStart = true
        for byte in start {
            if byte == quote, isQuoted || isCellStart {
                isQuoted.toggle()
                hasText = true
            } else if isQuoted {
                continue
            } else if isNewline(byte) {
                if hasText { lines.append(line) }
                (line, hasText, isCellStart) = (none, false, true)
                if lines.count == sampledLines { return lines }
            } else {
                let index = separators.firstIndex(of: byte)
                if let index { line[index] += 1 }
                (hasText, isCellStart) = (true, index != nil)
            }
        }
        return hasText ? lines + [line] : lines
    }

    /// The number of lines for detecting the separator.
    private static let sampledLines = 16
    /// The signatures of spreadsheet files: a ZIP archive, and Microsoft's compound file.
    private static let spreadsheets: [[UInt8]] = [
        [0x50, 0x4B, 0x03, 0x04], [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1],
    ]
    /// Maximum number of blanks in front of an opening quote.
    private static let mostBlanks = 1_000
    private static let quote = UInt8(ascii: "\"")
    private static let lineFeed = UInt8(ascii: "\n")
    private static let carriageReturn = UInt8(ascii: "\r")
    private static func isNewline(_ byte: UInt8) -> Bool { byte == lineFeed || byte == carriageReturn }
}
