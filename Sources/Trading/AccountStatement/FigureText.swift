package import Trading

/// Formats figures with thousands separators, a minus sign and all their digits.
package enum FigureText {
    private static let minus = "\u{2212}"

    /// Formats an amount of money in cents, such as `−1,234.50`.
    package static func money(_ amount: Amount) -> String { text(amount.money, leastPlaces: 2) }

    /// Formats a price with all its places, and at least two.
    package static func price(_ price: Amount) -> String { text(price, leastPlaces: 2) }

    /// Formats a number of shares.
    package static func quantity(_ quantity: Amount) -> String { text(quantity, leastPlaces: 0) }

    /// Formats a number of percent, such as `12.50 %`; a dash without one.
    package static func percent(_ percent: Amount?) -> String { percent.map { money($0) + "\u{A0}%" } ?? "–" }

    /// Formats fees to four places; files can state more.
    package static func fees(_ fees: Amount) -> String { price(fees.rounded(toPlaces: 4)) }

    /// Formats a fraction in percent, or a missing one as a dash.
    package static func percent(fraction: Amount?) -> String {
        percent(fraction.map { $0 * 100 })
    }

    private static func text(_ number: Amount, leastPlaces: Int) -> String {
        let parts = number.magnitude.text.split(separator: ".", maxSplits: 1)
        let whole = parts.first.map(Array.init) ?? ["0"]
        var result = number < 0 ? minus : ""
        for (index, digit) in whole.enumerated() {
            if index > 0, (whole.count - index).isMultiple(of: 3) { result += "," }
            result.append(digit)
        }
        let places = parts.count > 1 ? String(parts[1]) : ""
        let padding = String(repeating: "0", count: max(0, leastPlaces - places.count))
        return places.isEmpty && padding.isEmpty ? result : "\(result).\(places)\(padding)"
    }
}
