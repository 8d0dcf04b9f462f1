import Foundation

/// Scans the values of a line.
struct LineScanner {
    private let bytes: ArraySlice<UInt8>
    private var place: Int

    init(bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        place = bytes.startIndex
    }

    var isAtEnd: Bool { place == bytes.endIndex }

    mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard place < bytes.endIndex, bytes[place] == UInt8(ascii: character) else { return false }
        place += 1
        return true
    }

    /// Reads a value or null; `nil` if it is neither.
    mutating func optional<Value>(_ read: (inout LineScanner) -> Value?) -> Value?? {
        if place < bytes.endIndex, bytes[place] == UInt8(ascii: "n") {
            guard bytes[place...].starts(with: "null".utf8) else { return nil }
            place += 4
            return .some(nil)
        }
        return read(&self).map { .some($0) }
    }

    /// Reads a text without escape sequences.
    mutating func name() -> ArraySlice<UInt8>? {
        guard skip("\""), let end = bytes[place...].firstIndex(of: UInt8(ascii: "\"")) else { return nil }
        defer { place = end + 1 }
        return bytes[place..<end]
    }

    mutating func text() -> String? {
        guard skip("\"") else { return nil }
        var end = place
        var hasEscape = false
        while end < bytes.endIndex, bytes[end] != UInt8(ascii: "\"") {
            if bytes[end] == UInt8(ascii: "\\") {
                hasEscape = true
                end += 1
            }
            end += 1
        }
        guard end < bytes.endIndex else { return nil }
        defer { place = end + 1 }
        if !hasEscape { return String(decoding: bytes[place..<end], as: UTF8.self) }
        return try? JSONDecoder().decode(String.self, from: Data(bytes[(place - 1)...end]))
    }

    private mutating func digits() -> ArraySlice<UInt8> {
        let start = place
        while place < bytes.endIndex, bytes[place] != UInt8(ascii: ","), bytes[place] != UInt8(ascii: "]") {
            place += 1
        }
        return bytes[start..<place]
    }

    mutating func integer() -> Int32? {
        let text = digits()
        let isNegative = text.first == UInt8(ascii: "-")
        let digits = isNegative ? text.dropFirst() : text
        guard (1...10).contains(digits.count) else { return nil }
        var value: Int64 = 0
        for digit in digits {
            guard digit >= UInt8(ascii: "0"), digit <= UInt8(ascii: "9") else { return nil }
            value = value * 10 + Int64(digit - UInt8(ascii: "0"))
        }
        return Int32(exactly: isNegative ? -value : value)
    }

    mutating func number() -> Amount? { Amount(digits: digits()) }
}
