/// The values of tokens.
extension PDFTokens {
    /// Returns the bytes of a token as text.
    package func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    /// Returns the value of a whole number without a sign; `nil` for any other token.
    package func integer(_ range: Range<Int>) -> Int? {
        guard !range.isEmpty, range.count < 18 else { return nil }
        var value = 0
        for byte in bytes[range] {
            guard (48...57).contains(byte) else { return nil }
            value = value * 10 + Int(byte - 48)
        }
        return value
    }

    /// Returns the value of an integer or decimal number; `nil` for other tokens.
    package func number(_ range: Range<Int>) -> Double? {
        var place = range.lowerBound
        var isNegative = false
        if place < range.upperBound, bytes[place] == UInt8(ascii: "-") || bytes[place] == UInt8(ascii: "+") {
            isNegative = bytes[place] == UInt8(ascii: "-")
            place += 1
        }
        var digits = 0
        var value = 0.0
        var scale = 1.0
        var isFraction = false
        while place < range.upperBound {
            switch bytes[place] {
            case let digit where (48...57).contains(digit):
                digits += 1
                // Digits beyond the 17th do not matter, and adding them would lose precision.
                if digits <= 17 {
                    value = value * 10 + Double(digit - 48)
                    if isFraction { scale *= 10 }
                } else if !isFraction {
                    value *= 10
                }
            case UInt8(ascii: ".") where !isFraction: isFraction = true
            default: return nil
            }
            place += 1
        }
        guard digits > 0, value.isFinite else { return nil }
        return (isNegative ? -value : value) / scale
    }

    /// Returns the bytes of a literal or hexadecimal string with resolved escapes.
    package func string(_ range: Range<Int>) -> [UInt8] {
        bytes[range.lowerBound] == UInt8(ascii: "<") ? hexadecimal(range) : literal(range)
    }

    private func hexadecimal(_ range: Range<Int>) -> [UInt8] {
        let digits = bytes[range].compactMap { byte -> UInt8? in
            switch byte {
            case 48...57: byte - 48
            case 65...70: byte - 55
            case 97...102: byte - 87
            default: nil
            }
        }
        return stride(from: 0, to: digits.count, by: 2).map {
            digits[$0] << 4 | ($0 + 1 < digits.count ? digits[$0 + 1] : 0)
        }
    }

    private func literal(_ range: Range<Int>) -> [UInt8] {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(range.count)
        var place = range.lowerBound + 1
        let last = bytes[range.upperBound - 1] == UInt8(ascii: ")") ? range.upperBound - 1 : range.upperBound
        while place < last {
            let byte = bytes[place]
            place += 1
            if byte == 13 {
                // CR, LF and CRLF all stand for a line feed.
                if place < last, bytes[place] == 10 { place += 1 }
                decoded.append(10)
                continue
            }
            guard byte == UInt8(ascii: "\\"), place < last else {
                decoded.append(byte)
                continue
            }
            let escaped = bytes[place]
            place += 1
            switch escaped {
            case UInt8(ascii: "n"): decoded.append(10)
            case UInt8(ascii: "r"): decoded.append(13)
            case UInt8(ascii: "t"): decoded.append(9)
            case UInt8(ascii: "b"): decoded.append(8)
            case UInt8(ascii: "f"): decoded.append(12)
            case 13: if place < last, bytes[place] == 10 { place += 1 }
            case 10: break
            case 48...55:
                var value = Int(escaped - 48)
                for _ in 0..<2 where place < last && (48...55).contains(bytes[place]) {
                    value = value * 8 + Int(bytes[place] - 48)
                    place += 1
                }
                decoded.append(UInt8(truncatingIfNeeded: value))
            default: decoded.append(escaped)
            }
        }
        return decoded
    }

    /// Returns a name with its slash and with resolved `#` escapes.
    package func name(_ range: Range<Int>) -> String {
        guard bytes[range].contains(UInt8(ascii: "#")) else { return text(range) }
        var decoded: [UInt8] = []
        var place = range.lowerBound
        while place < range.upperBound {
            if bytes[place] == UInt8(ascii: "#"), place + 2 < range.upperBound,
                let byte = UInt8(text(place + 1..<place + 3), radix: 16)
            {
                decoded.append(byte)
                place += 3
            } else {
                decoded.append(bytes[place])
                place += 1
            }
        }
        return String(decoding: decoded, as: UTF8.self)
    }
}
