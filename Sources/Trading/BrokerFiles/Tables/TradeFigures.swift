import Trading

/// The figures of a trade that determine each other.
///
/// They are shares times price, charges, and the amount.
struct TradeFigures {
    /// How the amount agrees with the other figures.
    enum Verdict {
        /// They agree up to rounding.
        case agreeing
        /// The row omits costs, such as a tax or a conversion fee.
        case unstatedCosts
        /// They contradict each other.
        case contradictory
    }

    /// The number of shares.
    let quantity: Amount
    /// The price of one share.
    let price: Amount
    /// The costs and refunds, whatever their sign.
    let charges: Charges
    /// The amount paid or received, before or after charges.
    let amount: Amount
    /// Whether the amount was paid.
    let isPaid: Bool

    /// Compares the figures.
    var verdict: Verdict {
        let value = (quantity * price).magnitude
        let amount = amount.magnitude
        guard value != 0, amount != 0 else { return .agreeing }
        // Prices in percent or in pence are a hundred times the others.
        let hundredth = value / amount
        if hundredth > 90, hundredth < 110 { return .agreeing }
        let charged = charges.costs + charges.refunds.magnitude
        let tolerance = tolerance(value, amount)
        // Amounts are before or after charges, and some tables write costs with a minus.
        let (least, greatest) = (value - charged - tolerance, value + charged + tolerance)
        // Figures with too many digits are reported elsewhere.
        if least.isNaN || greatest.isNaN || amount >= least && amount <= greatest { return .agreeing }
        let unstated = isPaid ? amount - value - charged : value - charged - amount
        guard unstated > 0 else { return .contradictory }
        // Purchases bear fees and stamp duties, sales also the tax on the gain.
        let share = isPaid ? value * Amount(scaled: 5, places: 2) : value * Amount(scaled: 5, places: 1)
        return unstated <= max(share, Self.smallCosts) ? .unstatedCosts : .contradictory
    }

    /// The costs that even a small trade can have.
    private static let smallCosts = Amount(25)

    /// Returns the possible effect of rounding.
    ///
    /// It is a cent, a hundredth of a percent, or half a unit of the last digits stated.
    private func tolerance(_ value: Amount, _ amount: Amount) -> Amount {
        let usual = max(Amount(scaled: 1, places: 2), max(value, amount) * Amount(scaled: 1, places: 4))
        let ofPrice = quantity.magnitude * Self.halfUnit(places: max(2, -price.exponent))
        // Whole shares are not rounded.
        let ofQuantity = quantity.exponent < 0 ? price.magnitude * Self.halfUnit(places: max(3, -quantity.exponent)) : 0
        return max(usual, ofPrice + ofQuantity)
    }

    private static func halfUnit(places: Int) -> Amount {
        Amount(scaled: 5, places: min(places, 30) + 1)
    }
}
