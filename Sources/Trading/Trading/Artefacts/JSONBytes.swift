import Foundation

/// Parts of JSON text as bytes.
extension [UInt8] {
    /// Appends a text unchanged.
    mutating func append(text: String) {
        append(contentsOf: text.utf8)
    }

    /// Appends a whole number.
    mutating func append(number: some BinaryInteger) {
        let start = count
        var rest = UInt64(number.magnitude)
        repeat {
            append(UInt8(ascii: "0") + UInt8(rest % 10))
            rest /= 10
        } while rest > 0
        if number < 0 { append(UInt8(ascii: "-")) }
        reverseTail(from: start)
    }

    /// Reverses the bytes from an index to the end.
    ///
    /// A slice would be a copy.
    mutating func reverseTail(from start: Int) {
        var (low, high) = (start, count - 1)
        while low < high {
            swapAt(low, high)
            low += 1
            high -= 1
        }
    }

    /// Appends an identifier in quotation marks.
    mutating func append(quoted identifier: UUID) {
        append(UInt8(ascii: "\""))
        Swift.withUnsafeBytes(of: identifier.uuid) { uuid in
            for (place, byte) in uuid.enumerated() {
                if place == 4 || place == 6 || place == 8 || place == 10 { append(UInt8(ascii: "-")) }
                append(hexadecimal: byte)
            }
        }
        append(UInt8(ascii: "\""))
    }

    private mutating func append(hexadecimal byte: UInt8) {
        for digit in [byte >> 4, byte & 15] {
            append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "A") + digit - 10)
        }
    }
}
