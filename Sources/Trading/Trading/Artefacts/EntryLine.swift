import Values

/// An entry as a JSON list.
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
        if entry.keepsCurrency || entry.received != nil || entry.origin != nil { appendRest(of: entry, to: &bytes) }
        bytes.append(UInt8(ascii: "]"))
    }

    /// Appends what few entries have.
    private static func appendRest(of entry: Entry, to bytes: inout [UInt8]) {
        bytes.append(text: entry.keepsCurrency ? ",1" : ",0")
        append(entry.received?.description, to: &bytes)
        bytes.append(UInt8(ascii: ","))
        if let origin = entry.origin { bytes.append(number: origin) } else { bytes.append(text: "null") }
    }

    private static func append(_ number: Amount?, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: ","))
        if let number { number.append(to: &bytes) } else { bytes.append(text: "null") }
    }

    private static func append(_ text: String?, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: ","))
        if let text { bytes.append(quoted: text) } else { bytes.append(text: "null") }
    }

    // There are so few that hashing a name takes longer than comparing it.
    private static let actions = Action.allCases.map { (name: Array($0.rawValue.utf8), action: $0) }
    private static let orderTypes = OrderType.allCases.map { (name: Array($0.rawValue.utf8), type: $0) }

    private static func action(_ name: ArraySlice<UInt8>) -> Action? {
        actions.first { $0.name[...] == name }?.action
    }

    private static func orderType(_ name: ArraySlice<UInt8>) -> OrderType? {
        orderTypes.first { $0.name[...] == name }?.type
    }

    /// Parses the output of ``append(_:to:)``, with or without a comma; `nil` if malformed.
    static func entry(of line: ArraySlice<UInt8>) -> Entry? {
        var scanner = LineScanner(bytes: line)
        guard scanner.skip("["), let action = scanner.name().flatMap(action), scanner.skip(","),
            let orderType = scanner.name().flatMap(orderType), scanner.skip(","),
            let security = scanner.optional({ $0.integer() }), scanner.skip(","),
            let time = scanner.name().flatMap({ EntryTime(utf8: $0) }), scanner.skip(","),
            let currency = scanner.name().flatMap({ CurrencyCode(utf8: $0) }),
            scanner.skip(","), let quantity = scanner.number(), scanner.skip(","),
            let price = scanner.optional({ $0.number() }), scanner.skip(","), let fees = scanner.number(),
            scanner.skip(","), let amount = scanner.optional({ $0.number() }), scanner.skip(","),
            let rate = scanner.optional({ $0.number() }), scanner.skip(","),
            let id = scanner.optional({ $0.text() }), scanner.skip(","),
            let lot = scanner.optional({ $0.text() }), scanner.skip(","),
            let notes = scanner.optional({ $0.text() }), scanner.skip(","), let file = scanner.integer(),
            scanner.skip(","), let number = scanner.integer()
        else { return nil }
        var rest: Rest?
        if scanner.skip(",") {
            rest = Self.rest(&scanner)
            if rest == nil { return nil }
        }
        guard scanner.skip("]") else { return nil }
        _ = scanner.skip(",")
        guard scanner.isAtEnd else { return nil }
        var entry = Entry(
            action, security: security, time: time, currency: currency, quantity: quantity, price: price, fees: fees,
            amount: amount, rate: rate, id: id, orderType: orderType, lot: lot, notes: notes, file: file, line: number)
        if let rest { (entry.keepsCurrency, entry.received, entry.origin) = rest }
        return entry
    }

    private typealias Rest = (keepsCurrency: Bool, received: CurrencyCode?, origin: Int32?)

    private static func rest(_ scanner: inout LineScanner) -> Rest? {
        guard let flag = scanner.integer(), scanner.skip(","), let received = scanner.optional({ $0.name() }),
            scanner.skip(","), let origin = scanner.optional({ $0.integer() })
        else { return nil }
        let currency = received.flatMap { CurrencyCode(utf8: $0) }
        guard (received == nil) == (currency == nil) else { return nil }
        return (flag == 1, currency, origin)
    }
}
