package import Trading

/// Figures as a statement shows them: thousands separators and a minus sign, digits as exact as they are.
package enum FigureText {
    private static let minus = "\u{2212}"

    /// Money in cents: `−1,234.50`.
    package static func money(_ amount: Amount) -> String { text(amount.money, leastPlaces: 2) }

    /// A price: at least two places, and all that it has.
    package static func price(_ price: Amount) -> String { text(price, leastPlaces: 2) }

    /// A number of shares.
    package static func quantity(_ quantity: Amount) -> String { text(quantity, leastPlaces: 0) }

    /// A number that is in percent already: `12.50 %`.
    package static func percent(_ percent: Amount) -> String { money(percent) + "\u{A0}%" }

    /// A fraction in percent, or a dash if there is none.
    package static func percent(fraction: Amount?) -> String {
        fraction.map { percent($0 * 100) } ?? "–"
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
