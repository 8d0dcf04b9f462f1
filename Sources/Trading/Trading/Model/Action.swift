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

    /// Shares sold that need not be held; the others form a short position.
    case short = "SHORT"
    /// Shares bought back that were sold short.
    case cover = "COVER"
    /// Cash exchanged for another currency.
    ///
    /// ``Entry/gross`` in ``Entry/currency`` is paid, and ``Entry/quantity`` in ``Entry/received`` comes in. Without
    /// ``Entry/received`` it is one side of an exchange, negative for cash that comes in.
    case exchange = "EXCHANGE"
    /// Shares brought in from another account, at their cost.
    ///
    /// Without a price or amount the cost is unknown, and has to be stated by an ``opening``.
    case transferIn = "TRANSFER_IN"
    /// Shares moved to another account, without a gain.
    case transferOut = "TRANSFER_OUT"
    /// Shares of another company, given to holders at no cost.
    ///
    /// A price or an amount is their value on the day.
    case spinOff = "SPIN_OFF"
    /// Shares received for those of ``Entry/origin``, with their cost and days of purchase.
    ///
    /// ``Entry/price`` is the number of shares given up, all by default. ``Entry/amount`` is cash received besides.
    case merger = "MERGER"
    /// Cash that reduces the cost of a holding.
    case returnOfCapital = "RETURN_OF_CAPITAL"

    /// Whether the entry needs a security and a quantity.
    package var needsSecurity: Bool {
        switch self {
        case .buy, .sell, .reinvest, .split, .addedShares, .opening, .short, .cover, .transferIn, .transferOut,
            .spinOff, .merger:
            true
        case .dividend, .interest, .deposit, .withdrawal, .fee, .tax, .exchange, .returnOfCapital: false
        }
    }

    /// Whether the entry changes the shares or the cost of its security.
    package var changesHolding: Bool { needsSecurity || self == .returnOfCapital }

    /// The side of a trade for cash: ``buy`` or ``sell``; `nil` for other entries.
    package var side: Action? {
        switch self {
        case .buy, .cover: .buy
        case .sell, .short: .sell
        default: nil
        }
    }

    /// Whether ``Entry/price`` is a number of shares.
    package var pricesShares: Bool { self == .split || self == .merger }

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
