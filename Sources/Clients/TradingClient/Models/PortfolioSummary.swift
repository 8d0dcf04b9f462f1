public import Foundation

/// The totals of an account in its currency.
public struct PortfolioSummary: Decodable, Sendable, Hashable {
    /// Cash and holdings.
    public var totalValue: Decimal
    /// The cash.
    public var availableCash: Decimal
    /// The cost of the holdings.
    public var totalInvested: Decimal
    /// The value of the holdings.
    public var totalCurrentValue: Decimal
    /// The gains of the holdings.
    public var totalUnrealizedGain: Decimal
    /// The gains in percent of the cost.
    public var totalUnrealizedGainPercent: Decimal
    /// The number of holdings.
    public var holdingsCount: Int
    /// The account's currency, such as `EUR`.
    public var currency: String
    /// The newest day in any of the account's files.
    public var asOf: Date
    /// Whether lines were omitted, so that any figure may be wrong.
    public var isIncomplete: Bool
    /// The cash of each currency; `nil` for an account with one currency.
    public var cashBalances: [CashAmount]?

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

/// Cash in one currency.
public struct CashAmount: Decodable, Sendable, Hashable {
    /// The currency, such as `EUR`.
    public var currency: String
    /// The amount.
    public var amount: Decimal
}

/// The holdings of an account with their totals.
public struct PortfolioHoldings: Decodable, Sendable, Hashable {
    /// The totals.
    public var summary: PortfolioSummary
    /// The holdings, largest value first.
    public var holdings: [Holding]

    private enum CodingKeys: String, CodingKey {
        case holdings
        case summary = "portfolio_summary"
    }
}
