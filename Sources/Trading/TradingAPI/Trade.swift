package import Foundation
package import Trading

/// A purchase or a sale.
package struct Trade: Sendable, Hashable, Codable {
    /// The side of a trade.
    package enum Side: String, Sendable, Hashable, Codable, CaseIterable {
        case buy = "BUY"
        case sell = "SELL"

        /// The side of an entry; `nil` if it is not a trade.
        init?(_ action: Action) {
            switch action {
            case .buy, .reinvest: self = .buy
            case .sell: self = .sell
            case .dividend, .interest, .deposit, .withdrawal, .fee, .tax, .split, .addedShares, .opening: return nil
            }
        }
    }

    /// The state of an order; trades from files are filled.
    package enum Status: String, Sendable, Hashable, Codable, CaseIterable {
        case pending = "PENDING"
        case partiallyFilled = "PARTIALLY_FILLED"
        case filled = "FILLED"
        case cancelled = "CANCELLED"
        case rejected = "REJECTED"
        case expired = "EXPIRED"
    }

    /// What caused a trade; those from files are imported.
    package enum Source: String, Sendable, Hashable, Codable, CaseIterable {
        case manual = "MANUAL"
        case smartAnalysis = "SMART_ANALYSIS"
        case rebalancing = "REBALANCING"
        case imported = "IMPORT"
    }

    /// An identifier that stays the same.
    package var id: UUID
    /// The security, with its current price.
    package var stock: Stock
    /// The side.
    package var side: Side
    /// The kind of order.
    package var orderType: OrderType
    /// The whole shares.
    package var quantity: Int
    /// The shares with their fractions.
    package var exactQuantity: Amount
    /// The price of one share as the file has it, in ``priceCurrency``.
    package var price: Amount?
    /// The price of one share, computed from the amount if the file has no price; in ``priceCurrency``.
    package var averageFillPrice: Amount?
    /// The currency of the price.
    package var priceCurrency: String
    /// What was paid, with the commission, or received, less the commission; in the account's currency.
    package var totalAmount: Amount
    /// The commission and other costs, in the account's currency.
    package var commission: Amount
    /// The account's currency.
    package var currency: String
    /// The state of the order.
    package var status: Status
    /// What caused the trade.
    package var source: Source
    /// When it was executed.
    package var executedAt: Date?
    /// When it was executed, too: files do not say when an order was placed.
    package var createdAt: Date
    /// The file's words about it.
    package var notes: String?

    /// Creates a trade, or `nil` if the entry is not one.
    ///
    /// - Parameters:
    ///   - index: the index of the entry in the journal; it must be booked.
    ///   - ledger: the books.
    ///   - id: the identifier.
    ///   - stock: the security.
    init?(_ index: Int, of ledger: Ledger, id: UUID, stock: Stock) {
        let entry = ledger.journal.entries[index]
        guard let side = Side(entry.action) else { return nil }
        // A booked entry has a rate.
        let rate = ledger.journal.rate(of: entry) ?? 1
        self.id = id
        self.stock = stock
        self.side = side
        orderType = entry.orderType
        quantity = entry.quantity.integerPart
        exactQuantity = entry.quantity
        price = entry.price
        averageFillPrice =
            entry.price ?? (entry.quantity > 0 ? (entry.gross / entry.quantity).rounded(toPlaces: 10) : nil)
        priceCurrency = entry.currency.description
        totalAmount =
            switch entry.action {
            case .sell: ledger.cash[index]
            // No cash moves, but the dividend is spent.
            case .reinvest: ((entry.gross + entry.fees) * rate).money
            default: -ledger.cash[index]
            }
        commission = (entry.fees * rate).money
        currency = ledger.journal.currency.description
        status = .filled
        source = .imported
        createdAt = Date(entry.time)
        executedAt = createdAt
        notes = entry.notes
    }

    private enum CodingKeys: String, CodingKey {
        case id, stock, quantity, price, commission, currency, status, notes
        case side = "trade_type"
        case orderType = "order_type"
        case exactQuantity = "quantity_exact"
        case averageFillPrice = "average_fill_price"
        case priceCurrency = "price_currency"
        case totalAmount = "total_amount"
        case source = "trade_source"
        case executedAt = "executed_at"
        case createdAt = "created_at"
    }
}

/// The answer to a request for the newest trades.
package struct TradesResponse: Sendable, Hashable, Codable {
    /// The number of these trades.
    package var count: Int
    /// The trades, the newest first.
    package var results: [Trade]
}

/// Which trades are requested.
package struct TradeFilter: Sendable, Hashable {
    /// Only those of the security with this symbol or alias, in any case of letters.
    package var symbol: String?
    /// The first day.
    package var from: Day?
    /// The last day.
    package var to: Day?

    /// Creates a filter; without arguments it lets all trades pass.
    package init(symbol: String? = nil, from: Day? = nil, to: Day? = nil) {
        self.symbol = symbol
        self.from = from
        self.to = to
    }
}

/// The answer to a request for a page of trades.
package struct TradePageResponse: Sendable, Hashable, Codable {
    /// The greatest number of trades on a page.
    package static let pageLength = 20

    /// The number of trades on all pages.
    package var count: Int
    /// The address of the page with older trades, if there is one.
    package var next: String?
    /// The address of the page with newer trades, if there is one.
    package var previous: String?
    /// The trades, the newest first.
    package var results: [Trade]
}
