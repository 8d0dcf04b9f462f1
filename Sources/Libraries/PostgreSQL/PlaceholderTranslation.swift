/// A statement with PostgreSQL's placeholders in place of those of a SQL session.
struct TranslatedStatement: Sendable {
    /// The statement with `$1`, `$2` and so on.
    let sql: String
    /// The number of arguments that it takes.
    let argumentCount: Int

    /// Translates `?` and `?1`, except in texts, quoted names and comments.
    ///
    /// `?` stands for the argument after the highest so far, as in SQLite. PostgreSQL's operators that contain a question
    /// mark cannot be written; each of them has a function.
    init(_ sql: String) {
        var scanner = StatementScanner(sql)
        self.sql = scanner.translated()
        argumentCount = scanner.argumentCount
    }
}

/// Reads a statement byte by byte and knows which bytes are quoted.
private struct StatementScanner {
    private let bytes: [UInt8]
    private var position = 0
    private var output: [UInt8] = []
    private(set) var argumentCount = 0

    init(_ sql: String) {
        bytes = Array(sql.utf8)
        output.reserveCapacity(bytes.count + 16)
    }

    mutating func translated() -> String {
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "?"): placeholder()
            case UInt8(ascii: "'"): quoted(escapes: isEscapeString)
            case UInt8(ascii: "\""): quoted(escapes: false)
            case UInt8(ascii: "-") where byte(after: 1) == UInt8(ascii: "-"):
                copy { $0.bytes[$0.position] != UInt8(ascii: "\n") }
            case UInt8(ascii: "/") where byte(after: 1) == UInt8(ascii: "*"): blockComment()
            case UInt8(ascii: "$"): dollar()
            default: copyOne()
            }
        }
        return String(decoding: output, as: UTF8.self)
    }

    private func byte(after distance: Int) -> UInt8? {
        position + distance < bytes.count ? bytes[position + distance] : nil
    }

    private mutating func copyOne() {
        output.append(bytes[position])
        position += 1
    }

    private mutating func copy(while condition: (Self) -> Bool) {
        while position < bytes.count, condition(self) { copyOne() }
    }

    private mutating func placeholder() {
        position += 1
        var number = 0
        while let digit = byte(after: 0), (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) {
            // More digits than any statement has arguments; the count of arguments will not match.
            number = min(number * 10 + Int(digit - UInt8(ascii: "0")), 1_000_000)
            position += 1
        }
        if number == 0 { number = argumentCount + 1 }
        argumentCount = max(argumentCount, number)
        output += Array("$\(number)".utf8)
    }

    /// Whether the quotation mark begins a text with backslashes, such as `E'\n'`.
    private var isEscapeString: Bool {
        guard let prefix = output.last, prefix | 0x20 == UInt8(ascii: "e") else { return false }
        return output.count < 2 || !Self.isNameByte(output[output.count - 2])
    }

    private mutating func quoted(escapes: Bool) {
        let mark = bytes[position]
        copyOne()
        // A doubled mark ends one quotation and begins the next, which comes to the same.
        while position < bytes.count, bytes[position] != mark {
            if escapes, bytes[position] == UInt8(ascii: "\\"), position + 1 < bytes.count { copyOne() }
            copyOne()
        }
        if position < bytes.count { copyOne() }
        if escapes, byte(after: 0) == mark { quoted(escapes: true) }
    }

    private mutating func blockComment() {
        var depth = 0
        repeat {
            if bytes[position] == UInt8(ascii: "/"), byte(after: 1) == UInt8(ascii: "*") {
                depth += 1
                copyOne()
            } else if bytes[position] == UInt8(ascii: "*"), byte(after: 1) == UInt8(ascii: "/") {
                depth -= 1
                copyOne()
            }
            copyOne()
        } while depth > 0 && position < bytes.count
    }

    /// Copies a text between tags such as `$body$`, or a plain dollar sign.
    private mutating func dollar() {
        if let before = output.last, Self.isNameByte(before) { return copyOne() }
        var end = position + 1
        while end < bytes.count, Self.isNameByte(bytes[end]) { end += 1 }
        let isTag = end < bytes.count && bytes[end] == UInt8(ascii: "$") && !(byte(after: 1).map(Self.isDigit) ?? false)
        guard isTag else { return copyOne() }
        let tag = bytes[position...end]
        for _ in tag { copyOne() }
        while position < bytes.count {
            if bytes[position...].starts(with: tag) {
                for _ in tag { copyOne() }
                return
            }
            copyOne()
        }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        isDigit(byte) || byte == UInt8(ascii: "_") || byte >= 0x80
            || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }
}
