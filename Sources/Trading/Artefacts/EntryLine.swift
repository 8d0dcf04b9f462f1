import Foundation

/// One entry as a list in JSON.
enum EntryLine {
    private static let actions = Dictionary(
        uniqueKeysWithValues: Action.allCases.map { (Array($0.rawValue.utf8)[...], $0) })
    private static let orderTypes = Dictionary(
        uniqueKeysWithValues: OrderType.allCases.map { (Array($0.rawValue.utf8)[...], $0) })

    static func append(_ entry: Entry, to bytes: inout [UInt8]) {
        func add(_ text: String) {
            bytes.append(contentsOf: text.utf8)
        }
        func add(_ number: Decimal?) {
            add(number?.description ?? "null")
        }
        func addText(_ text: String?) {
            if let text { appendQuoted(text, to: &bytes) } else { add("null") }
        }
        add("[\"\(entry.action.rawValue)\",\"\(entry.orderType.rawValue)\",")
        add(entry.security.map { "\($0)" } ?? "null")
        add(",\"\(entry.time)\",\"\(entry.currency)\",")
        add(entry.quantity)
        for number in [entry.price, entry.fees, entry.amount, entry.rate] {
            add(",")
            add(number)
        }
        for text in [entry.id, entry.lot, entry.notes] {
            add(",")
            addText(text)
        }
        add(",\(entry.file),\(entry.line)]")
    }

    private static func appendQuoted(_ text: String, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                bytes += [UInt8(ascii: "\\"), byte]
            case 0..<0x20:
                let digits = Array("0123456789abcdef".utf8)
                bytes += Array("\\u00".utf8) + [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            default:
                bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Reads what ``append(_:to:)`` wrote, with a comma after it or without; `nil` for anything else.
    static func entry(of line: ArraySlice<UInt8>) -> Entry? {
        var scanner = Scanner(bytes: line)
        guard scanner.skip("["), let action = scanner.name().flatMap({ actions[$0] }), scanner.skip(","),
            let orderType = scanner.name().flatMap({ orderTypes[$0] }), scanner.skip(","),
            let security = scanner.optional({ $0.integer() }), scanner.skip(","),
            let time = scanner.name().flatMap({ Timestamp(String(decoding: $0, as: UTF8.self)) }), scanner.skip(","),
            let currency = scanner.name().flatMap({ CurrencyCode(String(decoding: $0, as: UTF8.self)) }),
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

    mutating func integer() -> Int32? { Int32(String(decoding: digits(), as: UTF8.self)) }

    mutating func number() -> Decimal? { Decimal(digits: digits()) }
}
