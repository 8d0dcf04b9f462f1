/// The kind of an account entry.
package enum Action: String, Hashable, Sendable, Codable, CaseIterable {
    /// Shares bought for cash.
    case buy = "BUY"
    /// Shares sold for cash.
    case sell = "SELL"
    /// A dividend or distribution paid in cash.
    case dividend = "DIVIDEND"
    /// A dividend paid in shares.
    ///
    /// It is income and a purchase in one, without a change of cash.
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
    /// A split as a ratio.
    ///
    /// It gives ``Entry/quantity`` new shares for ``Entry/price`` old ones, or for one if there is no price.
    case split = "SPLIT"
    /// A split or stock dividend as added shares, at no cost.
    ///
    /// ``Entry/quantity`` shares are added to those held.
    case addedShares = "ADDED_SHARES"
    /// Shares held before the first entry, at their cost; only in `NAME.lots.csv`.
    case opening = "OPENING"

    /// Whether the entry needs a security and a quantity.
    package var needsSecurity: Bool {
        switch self {
        case .buy, .sell, .reinvest, .split, .addedShares, .opening: true
        case .dividend, .interest, .deposit, .withdrawal, .fee, .tax: false
        }
    }

    /// Whether the entry is a split, as a ratio or as added shares.
    package var isSplit: Bool { self == .split || self == .addedShares }
}

/// The order type of a trade.
package enum OrderType: String, Hashable, Sendable, Codable, CaseIterable {
    /// At the market price; also the default.
    case market = "MARKET"
    /// At a price or better.
    case limit = "LIMIT"
    /// At the market price once a price is reached.
    case stop = "STOP"
    /// At a price or better once a price is reached.
    case stopLimit = "STOP_LIMIT"
}
