/// Distributes cash over securities to buy.
///
/// Each security receives cash by its priority, reduced by the value already held. The rest, due to whole shares and
/// holdings, is distributed once more in proportion to what each could use.
package struct ShareAllocation {
    /// A security to buy.
    package struct Candidate {
        package var priority: Amount
        /// The price of one share in the account's currency; above 0.
        package var price: Amount
        /// The shares held.
        package var held: Amount

        /// Creates a candidate.
        package init(priority: Amount, price: Amount, held: Amount) {
            self.priority = priority
            self.price = price
            self.held = held
        }
    }

    /// The whole shares to buy of each candidate, or `nil` for excluded ones.
    package let shares: [Int?]

    /// Distributes cash.
    ///
    /// - Parameters:
    ///   - cash: the cash to spend.
    ///   - candidates: the securities.
    ///   - limit: the maximum value of a position; `nil` for no limit.
    package init(of cash: Amount, to candidates: [Candidate], limit: Amount?) {
        let priorities = candidates.reduce(0) { $0 + $1.priority }
        guard cash > 0, priorities > 0 else {
            shares = candidates.map { _ in nil }
            return
        }
        let parts = candidates.map { candidate -> Amount? in
            let weight = candidate.priority / priorities
            let wanted = ShareAllocation.whole(cash * weight / candidate.price) - candidate.held
            return wanted > 0 ? weight * wanted / (candidate.held + wanted) : nil
        }
        let sum = parts.reduce(0) { $0 + ($1 ?? 0) }
        shares = zip(candidates, parts).map { candidate, part in
            guard let part else { return nil }
            var wanted = ShareAllocation.whole(cash * part / sum / candidate.price) - candidate.held
            if let limit { wanted = min(wanted, limit / candidate.price - candidate.held) }
            return max(0, wanted).integerPart
        }
    }

    /// Returns the whole part of a quotient, tolerating a lost last digit.
    private static func whole(_ shares: Amount) -> Amount {
        (shares + Amount(scaled: 1, places: 15)).floor
    }
}
