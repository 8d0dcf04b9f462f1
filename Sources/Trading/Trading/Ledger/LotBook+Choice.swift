import Foundation

extension LotBook {
    /// Takes shares of the lots that a sale names, such as `T1 = 5; 2025-01-02`.
    ///
    /// - Parameters:
    ///   - wanted: the number of shares to take.
    ///   - text: names of lots, each with a number of shares if not all are taken.
    /// - Returns: the shares of each lot, and the number of shares that the named lots lack.
    mutating func take(_ wanted: Amount, choosing text: String) -> (parts: [Part], lacking: Amount) {
        var parts: [Part] = []
        var wanted = wanted
        for choice in text.split(separator: ";") {
            var name = choice.trimmingCharacters(in: .whitespaces)
            var part = min(wanted, quantity(named: name))
            if part == 0, let sign = name.lastIndex(of: "="),
                let quantity = Amount(exactly: name[name.index(after: sign)...].trimmingCharacters(in: .whitespaces))
            {
                name = name[..<sign].trimmingCharacters(in: .whitespaces)
                let shares = self.quantity(named: name)
                part = quantity <= shares || quantity.isSameQuantity(as: shares) ? min(quantity, wanted, shares) : 0
            }
            parts += take(part, named: name)
            wanted -= part
        }
        return (parts, wanted)
    }
}
