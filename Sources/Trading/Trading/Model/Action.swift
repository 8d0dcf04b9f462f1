/// What an entry of an account records.
package enum Action: String, Hashable, Sendable, Codable, CaseIterable {
    /// Shares bought for cash.
    case buy = "BUY"
    /// Shares sold for cash.
    case sell = "SELL"
    /// A dividend or distribution paid in cash.
    case dividend = "DIVIDEND"
    /// A dividend paid in shares: income and a purchase in one, without a change of cash.
    case reinvest = "REINVEST"
    /// Interest received; negative if it was paid.
    case interest = "INTEREST"
    /// Cash paid into the account.
    case deposit = "DEPOSIT"
    /// Cash paid out of the account.
    case withdrawal = "WITHDRAWAL"
    /// A fee that does not belong to a trade.
    case fee = "FEE"
    /// A tax, such as one withheld from a dividend.
    case tax = "TAX"
    /// A split as a ratio: ``Entry/quantity`` new shares for each ``Entry/price`` old ones, or for each single one.
    case split = "SPLIT"
    /// A split or stock dividend by its result: ``Entry/quantity`` shares are added to those held, at no cost.
    case addedShares = "ADDED_SHARES"
    /// Shares held before the first entry, at their cost; only `NAME.lots.csv` has such lines.
    case opening = "OPENING"

    /// Whether the entry concerns a number of shares, so that it needs a security and a quantity.
    package var needsSecurity: Bool {
        switch self {
        case .buy, .sell, .reinvest, .split, .addedShares, .opening: true
        case .dividend, .interest, .deposit, .withdrawal, .fee, .tax: false
        }
    }

    /// Whether the entry is a split, by its ratio or by its result.
    package var isSplit: Bool { self == .split || self == .addedShares }
}

/// The kind of order by which a trade came about.
package enum OrderType: String, Hashable, Sendable, Codable, CaseIterable {
    /// At the market price; also where the file names no kind.
    case market = "MARKET"
    /// At a price or better.
    case limit = "LIMIT"
    /// At the market price once a price is reached.
    case stop = "STOP"
    /// At a price or better once a price is reached.
    case stopLimit = "STOP_LIMIT"
}
