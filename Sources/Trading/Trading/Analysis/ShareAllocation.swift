/// How cash is distributed over securities to buy.
///
/// Each gets cash by its priority; what is held already counts as bought. Rounding to whole shares and holdings leave
/// cash over, which is distributed once more in proportion to what each could use.
package struct ShareAllocation {
    /// A security that could be bought.
    package struct Candidate {
        package var priority: Amount
        /// The price of one share in the account's currency; above 0.
        package var price: Amount
        /// The shares that are held.
        package var held: Amount

        /// Creates a candidate.
        package init(priority: Amount, price: Amount, held: Amount) {
            self.priority = priority
            self.price = price
            self.held = held
        }
    }

    /// The whole shares to buy for each candidate, or `nil` for those that drop out.
    package let shares: [Int?]

    /// Distributes cash.
    ///
    /// - Parameters:
    ///   - cash: what may be spent.
    ///   - candidates: the securities.
    ///   - limit: the value up to which a position may grow; `nil` for any.
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

    /// The whole shares of a quotient, of which division may have lost the last digit.
    private static func whole(_ shares: Amount) -> Amount {
        (shares + Amount(scaled: 1, places: 15)).floor
    }
}
