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

/// Finds trades with contradictory figures in a file.
struct TradeChecks {
    private var contradictory: [Int32] = []
    private var unstated: [Int32] = []
    private var agreeingCount = 0

    /// Compares the figures of a line.
    mutating func add(_ figures: TradeFigures, line: Int32) {
        switch figures.verdict {
        case .agreeing: agreeingCount += 1
        case .unstatedCosts: unstated.append(line)
        case .contradictory: contradictory.append(line)
        }
    }

    /// Leaves out contradictory trades, and notes those with costs that their rows do not state.
    ///
    /// - Parameters:
    ///   - draft: the file, without trades that were cancelled.
    ///   - isCertain: whether the columns are known to mean what they are read as. Otherwise trades are left out only
    ///     if most of the others agree.
    func settle(_ draft: inout Draft, isCertain: Bool) {
        let traded = Set(
            draft.file.entries.lazy.filter { $0.action.side != nil || $0.action == .reinvest }.map(\.line))
        var noted = unstated.filter(traded.contains)
        let wrong = contradictory.filter(traded.contains)
        if isCertain || agreeingCount > contradictory.count {
            let lines = Set(wrong)
            var omitted: Set<Int32> = []
            for entry in draft.file.entries where lines.contains(entry.line) && omitted.insert(entry.line).inserted {
                draft.file.omissions.append(Omission(.figures, security: entry.security, line: entry.line))
            }
            draft.file.entries.removeAll { lines.contains($0.line) }
        } else {
            noted += wrong
        }
        draft.linesWithUnstatedCosts += noted
    }
}

extension Draft {
    /// A note on trades with unstated costs.
    var noteOnUnstatedCosts: String? {
        let lines = Set(linesWithUnstatedCosts).sorted()
        guard !lines.isEmpty else { return nil }
        let place = lines.count == 1 ? "line" : "lines"
        return
            "The amount is not quantity times price with the stated fees in \(file.name) (\(place) "
            + "\(LineRanges.text(of: lines, count: lines.count))). The amount counts, and the rest as costs that the rows "
            + "do not state, such as taxes; compare them with the broker’s if there are none."
    }
}
