/// PDF syntax under construction.
package struct PDFBytes {
    /// The syntax so far.
    package private(set) var bytes: [UInt8] = []

    /// Creates empty syntax.
    package init() {}

    /// The number of bytes.
    package var count: Int { bytes.count }

    /// Appends ASCII text.
    package static func += (out: inout PDFBytes, text: StaticString) {
        text.withUTF8Buffer { out.bytes += $0 }
    }

    /// Appends bytes.
    package static func += (out: inout PDFBytes, bytes: some Sequence<UInt8>) { out.bytes += bytes }

    /// Appends a whole number.
    package static func += (out: inout PDFBytes, value: Int) {
        guard value >= 0 else {
            out.bytes.append(UInt8(ascii: "-"))
            return out += -value
        }
        if value >= 10 { out += value / 10 }
        out.bytes.append(UInt8(ascii: "0") + UInt8(value % 10))
    }

    /// Appends a number with at most three decimals.
    package static func += (out: inout PDFBytes, value: Double) {
        guard value.isFinite, abs(value) < 1e9 else { return out += 0 }
        let thousandths = Int((abs(value) * 1_000).rounded())
        if value < 0, thousandths > 0 { out += "-" }
        out += thousandths / 1_000
        let rest = thousandths % 1_000
        guard rest > 0 else { return }
        out += rest < 10 ? ".00" : rest < 100 ? ".0" : "."
        out += rest % 100 == 0 ? rest / 100 : rest % 10 == 0 ? rest / 10 : rest
    }

    /// Appends a reference to an object.
    package mutating func reference(_ object: Int) {
        self += object
        self += " 0 R"
    }

    /// Appends numbers as an array.
    package mutating func array(_ numbers: Double...) {
        self += "["
        for number in numbers {
            self += " "
            self += number
        }
        self += " ]"
    }

    /// Appends a text string: ASCII unchanged, other text as UTF-16 (ISO 32000-1, 7.9.2.2).
    package mutating func text(_ text: String) {
        if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return literal(text.utf8) }
        self += "<FEFF"
        for unit in text.utf16 {
            for shift in stride(from: 12, through: 0, by: -4) {
                bytes.append(Self.digits[Int(unit >> UInt16(shift) & 15)])
            }
        }
        self += ">"
    }

    private static let digits = Array("0123456789ABCDEF".utf8)

    /// Appends a URI, percent-encoding everything but visible ASCII characters.
    package mutating func address(_ address: String) {
        var encoded: [UInt8] = []
        for byte in address.utf8 {
            if (0x21..<0x7F).contains(byte) {
                encoded.append(byte)
            } else {
                encoded += [UInt8(ascii: "%"), Self.digits[Int(byte >> 4)], Self.digits[Int(byte & 15)]]
            }
        }
        literal(encoded)
    }

    /// Appends bytes as a literal string.
    package mutating func literal(_ text: some Sequence<UInt8>) {
        self += "("
        for byte in text {
            if byte == UInt8(ascii: "(") || byte == UInt8(ascii: ")") || byte == UInt8(ascii: "\\") { self += "\\" }
            bytes.append(byte)
        }
        self += ")"
    }

    /// Ends the dictionary of a stream with its length, and appends the stream's bytes.
    package mutating func stream(_ content: some Collection<UInt8>) {
        self += "/Length "
        self += content.count
        self += " >>\nstream\n"
        self += content
        self += "\nendstream"
    }

    // MARK: Cross-references

    /// Appends a table entry: an offset or number in ten digits, and `rest`.
    package mutating func entry(_ value: Int, _ rest: StaticString) {
        let digits = String(value).utf8
        self += repeatElement(UInt8(ascii: "0"), count: max(0, 10 - digits.count))
        self += digits
        self += rest
    }

    /// Appends a number in `count` bytes, most significant first.
    package mutating func bigEndian(_ value: Int, count: Int) {
        for shift in stride(from: (count - 1) * 8, through: 0, by: -8) {
            bytes.append(UInt8(truncatingIfNeeded: value >> shift))
        }
    }
}
