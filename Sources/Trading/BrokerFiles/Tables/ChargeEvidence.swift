import Trading

/// What the figures of one row show about its charges: whether its amount is the one after them, and what their sign means.
///
/// A purchase of 10 shares at 100 for 1,001.50 with charges of 1.50 has them in its amount; at 1,000.00 it has not. One for
/// 998.50 got them back.
enum ChargeEvidence: Hashable {
    /// The amount is the one after charges, and charges with a plus are costs.
    case costs
    /// The amount is the one after charges, and charges with a minus are costs.
    case refunds
    /// The amount is the one before charges.
    case before
    /// Nothing.
    case none

    /// Compares the figures of a row.
    ///
    /// - Parameters:
    ///   - value: quantity times price.
    ///   - amount: what the row states as paid or received.
    ///   - isPaid: whether it was paid.
    ///   - charges: the charges as the row writes them.
    init(value: Amount, amount: Amount, isPaid: Bool, charges: Amount) {
        self = .none
        guard charges != 0 else { return }
        let implied = isPaid ? amount - value : value - amount
        let distances: [(ChargeEvidence, Amount)] = [
            (.costs, (implied - charges).magnitude), (.refunds, (implied + charges).magnitude),
            (.before, implied.magnitude),
        ].sorted { $0.1 < $1.1 }
        // Prices are rounded, so that quantity times price misses the amount by some cents.
        let tolerance = max(Amount(2) / 100, charges.magnitude / 4)
        guard distances[0].1 <= tolerance, distances[0].1 * 4 <= distances[1].1 else { return }
        self = distances[0].0
    }
}

/// How a table writes costs and amounts, gathered from its rows.
///
/// Tables write costs with a plus or with a minus, and amounts before or after them. What the user says goes first, then
/// what rows with quantity, price and amount show.
struct ChargeConventions {
    /// The sign of costs.
    enum Sign: String, CaseIterable {
        case plus, minus

        /// The other sign.
        var opposite: Sign { self == .plus ? .minus : .plus }
    }

    /// What amounts are.
    enum Amounts: String, CaseIterable {
        /// Before charges.
        case before
        /// After charges.
        case after
    }

    private var counts: [ChargeEvidence: Int] = [:]
    private var positiveCount = 0
    private var negativeCount = 0
    private let statedSign: Sign?
    private let statedAmounts: Amounts?

    init(sign: Sign?, amounts: Amounts?) {
        statedSign = sign
        statedAmounts = amounts
    }

    /// Notes the charges of a row.
    mutating func add(_ charges: Charges, _ evidence: ChargeEvidence) {
        if charges.refunds == 0 { positiveCount += 1 } else if charges.costs == 0 { negativeCount += 1 }
        counts[evidence, default: 0] += 1
    }

    /// The sign of costs; `nil` if the rows do not decide.
    var sign: Sign? {
        if let statedSign { return statedSign }
        switch (counts[.costs] ?? 0, counts[.refunds] ?? 0) {
        case (0, 0): break
        case (_, 0): return .plus
        case (0, _): return .minus
        default: return nil
        }
        if negativeCount == 0 { return .plus }
        // One cell with a minus can be a refund as well as a cost; no table has refunds alone.
        if positiveCount == 0 { return negativeCount >= Self.minimumCount ? .minus : nil }
        return positiveCount == negativeCount ? nil : positiveCount > negativeCount ? .plus : .minus
    }

    private static let minimumCount = 3

    /// Whether amounts are those before or after charges; `nil` if rows differ.
    var amounts: Amounts? {
        if let statedAmounts { return statedAmounts }
        let after = (counts[.costs] ?? 0) + (counts[.refunds] ?? 0)
        switch (counts[.before] ?? 0, after) {
        case (0, _): return .after
        case (_, 0): return .before
        default: return nil
        }
    }

    /// What a row's figures show, unless the user says it.
    func evidence(value: Amount?, amount: Amount?, isPaid: Bool, charges: Amount) -> ChargeEvidence {
        guard statedAmounts == nil, let value, let amount else { return .none }
        let evidence = ChargeEvidence(value: value, amount: amount.magnitude, isPaid: isPaid, charges: charges)
        switch (evidence, statedSign) {
        case (.costs, .minus?), (.refunds, .plus?): return .none
        default: return evidence
        }
    }
}

/// The charges of one row: what was paid, and what came back.
struct Charges {
    /// The sum of those with a plus.
    private(set) var costs: Amount = 0
    /// The sum of those with a minus.
    private(set) var refunds: Amount = 0

    /// Sums charges in which costs have a plus.
    init(_ charges: some Sequence<Amount>) {
        for charge in charges { if charge < 0 { refunds += charge } else { costs += charge } }
    }

    /// Whether there are none.
    var isEmpty: Bool { costs == 0 && refunds == 0 }

    /// Costs less refunds.
    var total: Amount { costs + refunds }

    /// The same charges in the other sign.
    var negated: Charges { Charges([-costs, -refunds]) }

    /// These charges and others.
    func adding(_ other: Charges) -> Charges { Charges([costs, refunds, other.costs, other.refunds]) }

    /// These charges in another currency.
    func divided(by rate: Amount) -> Charges { Charges([costs.divided(by: rate), refunds.divided(by: rate)]) }

    /// The same charges as what came back, whichever sign they have.
    var takenBack: Charges { total > 0 ? negated : self }

    /// The same charges in the sign that the other figures of their row show; some brokers write costs with a minus.
    ///
    /// Quantity times price, `value`, and `amount` have no sign.
    func signed(value: Amount?, amount: Amount?, isPaid: Bool) -> Charges {
        guard let value, let amount else { return self }
        return ChargeEvidence(value: value, amount: amount, isPaid: isPaid, charges: total) == .refunds ? negated : self
    }
}

extension Entry {
    /// Sets the costs, and returns what came back as a line of its own; `nil` if nothing did.
    ///
    /// No trade has negative costs; a dividend that is taken back has negative tax.
    mutating func split(_ charges: Charges) -> Entry? {
        guard charges.refunds < 0, !isTakenBackDividend else {
            fees = isTakenBackDividend ? charges.takenBack.total : charges.total
            return nil
        }
        fees = charges.costs
        return Entry(
            .fee, security: security, time: time, currency: currency, amount: charges.refunds, rate: rate, id: id,
            line: line)
    }

    /// Whether it is a dividend that is taken back, and its tax with it.
    var isTakenBackDividend: Bool { action == .dividend && (amount ?? 0) < 0 }

    /// Makes the amount after charges, which is what was paid or received, the one before them, and sets the costs.
    ///
    /// - Returns: the refund as a separate entry; `nil` if there is none.
    mutating func take(_ charges: Charges) -> Entry? {
        let charges = isTakenBackDividend ? charges.takenBack : charges
        switch action {
        case .buy, .reinvest, .opening: amount = amount.map { max(0, $0 - charges.total) }
        case .sell, .dividend, .interest, .deposit: amount = amount.map { $0 + charges.total }
        case .withdrawal, .fee, .tax:
            // What was paid is one sum, unless it is too small to have the charges in it.
            if let amount, amount.magnitude >= charges.total.magnitude {
                fees = 0
                return nil
            }
        case .split, .addedShares: break
        }
        return split(charges)
    }
}
