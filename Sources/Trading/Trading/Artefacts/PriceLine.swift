/// One close as a JSON list.
enum PriceLine {
    static func append(_ row: PriceRow, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "["))
        bytes.append(number: row.security)
        bytes.append(text: ",\"")
        row.day.append(to: &bytes)
        bytes.append(text: "\",")
        row.close.append(to: &bytes)
        guard let currency = row.currency else {
            bytes.append(text: ",null]")
            return
        }
        bytes.append(text: ",\"")
        currency.append(to: &bytes)
        bytes.append(text: "\"]")
    }

    /// Parses the output of ``append(_:to:)``, with or without a comma after it.
    static func row(of line: ArraySlice<UInt8>) -> PriceRow? {
        var scanner = LineScanner(bytes: line)
        guard scanner.skip("["), let security = scanner.integer(), scanner.skip(","),
            let day = scanner.name().flatMap({ Day(utf8: $0) }), scanner.skip(","), let close = scanner.number(),
            scanner.skip(","),
            let currency = scanner.optional({ $0.name().flatMap { CurrencyCode(utf8: $0) } }), scanner.skip("]")
        else { return nil }
        _ = scanner.skip(",")
        guard scanner.isAtEnd else { return nil }
        return PriceRow(security: security, day: day, close: close, currency: currency)
    }
}
