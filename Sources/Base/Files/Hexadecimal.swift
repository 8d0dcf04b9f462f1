/// Conversion of hexadecimal digits without `printf` and `scanf`, unlike Foundation on Linux.
package enum Hexadecimal {
    /// Returns two lower-case digits for each byte.
    package static func text(_ bytes: some Sequence<UInt8>) -> String {
        var digits: [UInt8] = []
        digits.reserveCapacity(2 * bytes.underestimatedCount)
        for byte in bytes {
            digits.append(digit(byte >> 4))
            digits.append(digit(byte & 15))
        }
        return String(decoding: digits, as: UTF8.self)
    }

    /// Returns the bytes of text with two digits each; `nil` for anything else.
    ///
    /// The digits can be in either case.
    package static func bytes(_ text: String) -> [UInt8]? {
        let digits = Array(text.utf8)
        guard digits.count.isMultiple(of: 2) else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(digits.count / 2)
        for place in stride(from: 0, to: digits.count, by: 2) {
            guard let high = value(of: digits[place]), let low = value(of: digits[place + 1]) else { return nil }
            bytes.append(high << 4 | low)
        }
        return bytes
    }

    /// Returns the ASCII digit of a number below 16.
    @inlinable
    package static func digit(_ value: UInt8, isUpperCase: Bool = false) -> UInt8 {
        if value < 10 { return UInt8(ascii: "0") + value }
        return (isUpperCase ? UInt8(ascii: "A") : UInt8(ascii: "a")) + value - 10
    }

    /// Returns the value of an ASCII digit in either case; `nil` for other characters.
    @inlinable
    package static func value(of digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}
