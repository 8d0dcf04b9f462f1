package import Foundation
package import Trading

/// The totals of an account in its currency, each the sum of the displayed rows.
package struct PortfolioSummary: Sendable, Hashable, Codable {
    /// Cash and holdings.
    package var totalValue: Amount
    /// The cash.
    package var availableCash: Amount
    /// The cost of the holdings.
    package var totalInvested: Amount
    /// The value of the holdings.
    package var totalCurrentValue: Amount
    /// The gains of the holdings.
    package var totalUnrealizedGain: Amount
    /// The gains in percent of the cost, to two places; 0 without holdings.
    package var totalUnrealizedGainPercent: Amount
    /// The number of holdings.
    package var holdingsCount: Int
    /// The account's currency.
    package var currency: String
    /// The newest day in any file.
    package var asOf: Date
    /// Whether lines were omitted, so that any figure may be wrong.
    package var isIncomplete: Bool
    /// The cash of each currency, in alphabetical order; `nil` for an account with one currency.
    package var cashBalances: [CashAmount]?

    init(_ summary: Trading.PortfolioSummary, _ ledger: Ledger) {
        totalValue = summary.totalValue
        availableCash = summary.availableCash
        totalInvested = summary.totalInvested
        totalCurrentValue = summary.totalCurrentValue
        totalUnrealizedGain = summary.totalUnrealisedGain
        // Apps require a number.
        totalUnrealizedGainPercent = summary.totalUnrealisedGainPercent ?? 0
        holdingsCount = summary.holdingsCount
        currency = summary.currency.description
        asOf = Date(summary.asOf)
        isIncomplete = ledger.isIncomplete
        if ledger.hasForeignCash {
            cashBalances = ledger.balances.sorted { $0.key < $1.key }.map {
                CashAmount(currency: $0.key.description, amount: $0.value)
            }
        }
    }

    private enum CodingKeys: String, CodingKey {
        case currency
        case totalValue = "total_value"
        case availableCash = "available_cash"
        case totalInvested = "total_invested"
        case totalCurrentValue = "total_current_value"
        case totalUnrealizedGain = "total_unrealized_pnl"
        case totalUnrealizedGainPercent = "total_unrealized_pnl_percent"
        case holdingsCount = "holdings_count"
        case asOf = "as_of"
        case isIncomplete = "is_incomplete"
        case cashBalances = "cash_balances"
    }
}

/// The cash of one currency.
package struct CashAmount: Sendable, Hashable, Codable {
    /// The currency.
    package var currency: String
    /// The amount in that currency; negative if the account is overdrawn.
    package var amount: Amount
}

/// The response to a request for holdings.
package struct PortfolioHoldingsResponse: Sendable, Hashable, Codable {
    /// The totals.
    package var summary: PortfolioSummary
    /// The holdings, largest value first.
    package var holdings: [Holding]

    private enum CodingKeys: String, CodingKey {
        case holdings
        case summary = "portfolio_summary"
    }
}
