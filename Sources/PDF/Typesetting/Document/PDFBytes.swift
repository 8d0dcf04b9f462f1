/// A rectangle in the coordinates of a PDF's page: points from its lower left corner, y up.
struct PDFRectangle {
    var left: Double
    var bottom: Double
    var right: Double
    var top: Double
}

/// PDF syntax under construction.
struct PDFBytes {
    private(set) var bytes: [UInt8] = []

    var count: Int { bytes.count }

    mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

    static func += (out: inout PDFBytes, text: StaticString) {
        text.withUTF8Buffer { out.bytes += $0 }
    }

    static func += (out: inout PDFBytes, bytes: some Sequence<UInt8>) { out.bytes += bytes }

    static func += (out: inout PDFBytes, value: Int) {
        guard value >= 0 else {
            out.bytes.append(UInt8(ascii: "-"))
            return out += -value
        }
        if value >= 10 { out += value / 10 }
        out.bytes.append(UInt8(ascii: "0") + UInt8(value % 10))
    }

    /// Appends a number with at most three decimals.
    static func += (out: inout PDFBytes, value: Double) {
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
    mutating func reference(_ object: Int) {
        self += object
        self += " 0 R"
    }

    /// Appends numbers as an array.
    mutating func array(_ numbers: Double...) {
        self += "["
        for number in numbers {
            self += " "
            self += number
        }
        self += " ]"
    }

    mutating func rectangle(_ rectangle: PDFRectangle) {
        array(rectangle.left, rectangle.bottom, rectangle.right, rectangle.top)
    }

    /// Appends a text string: as it is if it is ASCII, else as UTF-16 (ISO 32000-1, 7.9.2.2).
    mutating func text(_ text: String) {
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

    /// Appends a URI, with other than ASCII characters encoded.
    mutating func address(_ address: String) {
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
    mutating func literal(_ text: some Sequence<UInt8>) {
        self += "("
        for byte in text {
            if byte == UInt8(ascii: "(") || byte == UInt8(ascii: ")") || byte == UInt8(ascii: "\\") { self += "\\" }
            bytes.append(byte)
        }
        self += ")"
    }
}
