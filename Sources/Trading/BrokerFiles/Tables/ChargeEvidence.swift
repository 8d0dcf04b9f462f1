import Trading

/// Evidence about the charges of a row from its figures.
///
/// It covers whether the amount is the one after charges, and what the sign of the charges means.
///
/// A purchase of 10 shares at 100 for 1,001.50 with charges of 1.50 includes them in its amount; at 1,000.00 it does
/// not. A purchase for 998.50 had them refunded.
enum ChargeEvidence: Hashable {
    /// The amount is after charges, and positive charges are costs.
    case costs
    /// The amount is after charges, and negative charges are costs.
    case refunds
    /// The amount is before charges.
    case before
    /// The figures give no evidence.
    case none

    /// Compares the figures of a row.
    ///
    /// - Parameters:
    ///   - value: quantity times price.
    ///   - amount: the amount paid or received according to the row.
    ///   - isPaid: whether the amount was paid.
    ///   - charges: the charges with the sign of the table.
    init(value: Amount, amount: Amount, isPaid: Bool, charges: Amount) {
        self = .none
        guard charges != 0 else { return }
        let implied = isPaid ? amount - value : value - amount
        let distances: [(ChargeEvidence, Amount)] = [
            (.costs, (implied - charges).magnitude), (.refunds, (implied + charges).magnitude),
            (.before, implied.magnitude),
        ].sorted { $0.1 < $1.1 }
        // Prices are rounded, so quantity times price differs from the amount by some cents.
        let tolerance = max(Amount(2) / 100, charges.magnitude / 4)
        guard distances[0].1 <= tolerance, distances[0].1 * 4 <= distances[1].1 else { return }
        self = distances[0].0
    }
}

/// The conventions of a table for costs and amounts, inferred from its rows.
///
/// Tables contain costs with a plus or a minus, and amounts before or after them. The user's statement takes
/// precedence, then rows with quantity, price and amount.
struct ChargeConventions {
    /// The sign of costs.
    enum Sign: String, CaseIterable {
        case plus, minus

        /// The opposite sign.
        var opposite: Sign { self == .plus ? .minus : .plus }
    }

    /// The meaning of amounts.
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

    /// Records the charges of a row.
    mutating func add(_ charges: Charges, _ evidence: ChargeEvidence) {
        if charges.refunds == 0 { positiveCount += 1 } else if charges.costs == 0 { negativeCount += 1 }
        counts[evidence, default: 0] += 1
    }

    /// The sign of costs; `nil` if the rows are inconclusive.
    var sign: Sign? {
        if let statedSign { return statedSign }
        switch (counts[.costs] ?? 0, counts[.refunds] ?? 0) {
        case (0, 0): break
        case (_, 0): return .plus
        case (0, _): return .minus
        default: return nil
        }
        if negativeCount == 0 { return .plus }
        // A single negative cell can be a refund or a cost; no table contains refunds only.
        if positiveCount == 0 { return negativeCount >= Self.minimumCount ? .minus : nil }
        return positiveCount == negativeCount ? nil : positiveCount > negativeCount ? .plus : .minus
    }

    private static let minimumCount = 3

    /// Whether amounts are before or after charges; `nil` if rows differ.
    var amounts: Amounts? {
        if let statedAmounts { return statedAmounts }
        let after = (counts[.costs] ?? 0) + (counts[.refunds] ?? 0)
        switch (counts[.before] ?? 0, after) {
        case (0, _): return .after
        case (_, 0): return .before
        default: return nil
        }
    }

    /// Returns the evidence of a row's figures, unless the user states the conventions.
    func evidence(value: Amount?, amount: Amount?, isPaid: Bool, charges: Amount) -> ChargeEvidence {
        guard statedAmounts == nil, let value, let amount else { return .none }
        let evidence = ChargeEvidence(value: value, amount: amount.magnitude, isPaid: isPaid, charges: charges)
        switch (evidence, statedSign) {
        case (.costs, .minus?), (.refunds, .plus?): return .none
        default: return evidence
        }
    }
}

/// The costs and refunds of one row.
struct Charges {
    /// The sum of the positive charges.
    private(set) var costs: Amount = 0
    /// The sum of the negative charges.
    private(set) var refunds: Amount = 0

    /// Sums charges with positive costs.
    init(_ charges: some Sequence<Amount>) {
        for charge in charges { if charge < 0 { refunds += charge } else { costs += charge } }
    }

    /// Whether there are no charges.
    var isEmpty: Bool { costs == 0 && refunds == 0 }

    /// Costs less refunds.
    var total: Amount { costs + refunds }

    /// The charges with the opposite sign.
    var negated: Charges { Charges([-costs, -refunds]) }

    /// Returns the sum of these charges and others.
    func adding(_ other: Charges) -> Charges { Charges([costs, refunds, other.costs, other.refunds]) }

    /// Returns the charges converted to another currency.
    func divided(by rate: Amount) -> Charges { Charges([costs.divided(by: rate), refunds.divided(by: rate)]) }

    /// The charges as refunds, regardless of their sign.
    var takenBack: Charges { total > 0 ? negated : self }

    /// Returns the charges with the sign that the row's other figures imply.
    ///
    /// Some brokers write costs with a minus.
    ///
    /// Both `value`, which is quantity times price, and `amount` are unsigned.
    func signed(value: Amount?, amount: Amount?, isPaid: Bool) -> Charges {
        guard let value, let amount else { return self }
        return ChargeEvidence(value: value, amount: amount, isPaid: isPaid, charges: total) == .refunds ? negated : self
    }
}

extension Entry {
    /// Sets the costs, and returns the refunds as a separate entry, if any.
    ///
    /// Trades have no negative costs; a reversed dividend has negative tax.
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

    /// Whether the entry is a reversed dividend, together with its tax.
    var isTakenBackDividend: Bool { action == .dividend && (amount ?? 0) < 0 }

    /// Converts the amount after charges to the one before them, and sets the costs.
    ///
    /// The amount after charges is the one paid or received.
    ///
    /// - Returns: the refund as a separate entry; `nil` if there is none.
    mutating func take(_ charges: Charges) -> Entry? {
        let charges = isTakenBackDividend ? charges.takenBack : charges
        switch action {
        case .buy, .cover, .reinvest, .opening, .transferIn: amount = amount.map { max(0, $0 - charges.total) }
        case .sell, .short, .dividend, .interest, .deposit, .returnOfCapital, .merger:
            amount = amount.map { $0 + charges.total }
        case .withdrawal, .fee, .tax:
            // The payment is a single sum, unless it is too small to include the charges.
            if let amount, amount.magnitude >= charges.total.magnitude {
                fees = 0
                return nil
            }
        case .split, .addedShares, .spinOff, .transferOut, .exchange: break
        }
        return split(charges)
    }
}
