import Foundation

/// One entry as a list in JSON.
enum EntryLine {
    static func append(_ entry: Entry, to bytes: inout [UInt8]) {
        bytes.append(text: "[\"")
        bytes.append(text: entry.action.rawValue)
        bytes.append(text: "\",\"")
        bytes.append(text: entry.orderType.rawValue)
        bytes.append(text: "\",")
        if let security = entry.security { bytes.append(number: security) } else { bytes.append(text: "null") }
        bytes.append(text: ",\"")
        entry.time.append(to: &bytes)
        bytes.append(text: "\",\"")
        entry.currency.append(to: &bytes)
        bytes.append(text: "\",")
        entry.quantity.append(to: &bytes)
        append(entry.price, to: &bytes)
        append(entry.fees, to: &bytes)
        append(entry.amount, to: &bytes)
        append(entry.rate, to: &bytes)
        append(entry.id, to: &bytes)
        append(entry.lot, to: &bytes)
        append(entry.notes, to: &bytes)
        bytes.append(UInt8(ascii: ","))
        bytes.append(number: entry.file)
        bytes.append(UInt8(ascii: ","))
        bytes.append(number: entry.line)
        bytes.append(UInt8(ascii: "]"))
    }

    private static func append(_ number: Decimal?, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: ","))
        if let number { number.append(to: &bytes) } else { bytes.append(text: "null") }
    }

    private static func append(_ text: String?, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: ","))
        if let text { bytes.append(quoted: text) } else { bytes.append(text: "null") }
    }

    // So few that hashing a name takes longer than comparing it.
    private static let actions = Action.allCases.map { (name: Array($0.rawValue.utf8), action: $0) }
    private static let orderTypes = OrderType.allCases.map { (name: Array($0.rawValue.utf8), type: $0) }

    private static func action(_ name: ArraySlice<UInt8>) -> Action? {
        actions.first { $0.name[...] == name }?.action
    }

    private static func orderType(_ name: ArraySlice<UInt8>) -> OrderType? {
        orderTypes.first { $0.name[...] == name }?.type
    }

    /// Reads what ``append(_:to:)`` wrote, with a comma after it or without; `nil` for anything else.
    static func entry(of line: ArraySlice<UInt8>) -> Entry? {
        var scanner = Scanner(bytes: line)
        guard scanner.skip("["), let action = scanner.name().flatMap(action), scanner.skip(","),
            let orderType = scanner.name().flatMap(orderType), scanner.skip(","),
            let security = scanner.optional({ $0.integer() }), scanner.skip(","),
            let time = scanner.name().flatMap({ Timestamp(utf8: $0) }), scanner.skip(","),
            let currency = scanner.name().flatMap({ CurrencyCode(utf8: $0) }),
            scanner.skip(","), let quantity = scanner.number(), scanner.skip(","),
            let price = scanner.optional({ $0.number() }), scanner.skip(","), let fees = scanner.number(),
            scanner.skip(","), let amount = scanner.optional({ $0.number() }), scanner.skip(","),
            let rate = scanner.optional({ $0.number() }), scanner.skip(","),
            let id = scanner.optional({ $0.text() }), scanner.skip(","),
            let lot = scanner.optional({ $0.text() }), scanner.skip(","),
            let notes = scanner.optional({ $0.text() }), scanner.skip(","), let file = scanner.integer(),
            scanner.skip(","), let number = scanner.integer(), scanner.skip("]")
        else { return nil }
        _ = scanner.skip(",")
        guard scanner.isAtEnd else { return nil }
        return Entry(
            action, security: security, time: time, currency: currency, quantity: quantity, price: price, fees: fees,
            amount: amount, rate: rate, id: id, orderType: orderType, lot: lot, notes: notes, file: file, line: number)
    }
}

/// Reads the values of a line one after another.
private struct Scanner {
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

    /// A value or null; `nil` if it is neither.
    mutating func optional<Value>(_ read: (inout Scanner) -> Value?) -> Value?? {
        if place < bytes.endIndex, bytes[place] == UInt8(ascii: "n") {
            guard bytes[place...].starts(with: "null".utf8) else { return nil }
            place += 4
            return .some(nil)
        }
        return read(&self).map { .some($0) }
    }

    /// A text without escape sequences.
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

    mutating func number() -> Decimal? { Decimal(digits: digits()) }
}
