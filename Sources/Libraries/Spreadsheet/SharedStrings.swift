/// The texts that cells refer to by number.
struct SharedStrings: Sendable {
    private var bytes: [UInt8] = []
    private var ends: [UInt32] = []

    var count: Int { ends.count }

    /// Returns the text with a number.
    ///
    /// It is nil if there is none.
    subscript(index: Int) -> String? {
        guard ends.indices.contains(index) else { return nil }
        let start = index == 0 ? 0 : Int(ends[index - 1])
        return String(decoding: bytes[start..<Int(ends[index])], as: UTF8.self)
    }

    /// Reads the part with the texts.
    ///
    /// Without a part there are none.
    ///
    /// The runs of a rich text are joined. Phonetic guides are no part of a text.
    init(_ part: String?, in parts: WorkbookParts) throws(WorkbookError) {
        guard let part else { return }
        var (bytes, ends): ([UInt8], [UInt32]) = ([], [])
        var text = RichText()
        try parts.read(part) { event, depth throws(WorkbookError) in
            switch event {
            case .start("si", _) where depth == 2: text = RichText()
            case .start(let name, _): text.start(name, depth - 2)
            case .text(let piece): text.add(piece, depth - 2)
            case .end where depth == 2:
                bytes += text.text.utf8
                ends.append(UInt32(clamping: bytes.count))
            case .end: break
            }
        }
        (self.bytes, self.ends) = (bytes, ends)
    }
}

/// The text of an element with runs: `si` of shared texts, `is` of a cell.
struct RichText {
    private var escaped = ""
    private var isRun = false
    private var isText = false

    /// The text.
    var text: String { EscapedText.decoded(escaped) }

    /// Notes the start of an element; the depth of those directly within is 1.
    mutating func start(_ name: String, _ depth: Int) {
        if depth == 1 { isRun = name == "r" }
        isText = name == "t" && (depth == 1 || depth == 2 && isRun)
    }

    /// Adds text of an element.
    mutating func add(_ piece: String, _ depth: Int) {
        if isText, depth == (isRun ? 2 : 1) { escaped += piece }
    }
}

/// Text in which `_x000D_` stands for the character U+000D.
enum EscapedText {
    /// Returns the text with the characters themselves.
    static func decoded(_ text: String) -> String {
        guard text.utf8.count >= 7, text.contains("_x") else { return text }
        var units: [UInt16] = []
        var rest = Array(text.utf16)[...]
        while let unit = rest.first {
            if unit == underscore, let code = code(rest.prefix(7)) {
                units.append(code)
                rest = rest.dropFirst(7)
            } else {
                units.append(unit)
                rest.removeFirst()
            }
        }
        return String(decoding: units, as: UTF16.self)
    }

    private static let underscore = UInt16(UInt8(ascii: "_"))

    private static func code(_ units: ArraySlice<UInt16>) -> UInt16? {
        let text = String(decoding: units, as: UTF16.self)
        guard text.utf8.count == 7, text.hasPrefix("_x"), text.hasSuffix("_") else { return nil }
        let digits = text.dropFirst(2).dropLast()
        return digits.allSatisfy(\.isHexDigit) ? UInt16(digits, radix: 16) : nil
    }
}
