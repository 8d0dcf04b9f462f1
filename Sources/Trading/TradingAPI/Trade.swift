package import Foundation
package import Trading

/// A purchase or a sale.
package struct Trade: Sendable, Hashable, Codable {
    /// The side of a trade.
    package enum Side: String, Sendable, Hashable, Codable, CaseIterable {
        case buy = "BUY"
        case sell = "SELL"

        /// Creates the side of an entry; `nil` if it is not a trade.
        init?(_ action: Action) {
            switch action.side ?? action {
            case .buy, .reinvest: self = .buy
            case .sell: self = .sell
            default: return nil
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

    /// The origin of a trade; those from files are imported.
    package enum Source: String, Sendable, Hashable, Codable, CaseIterable {
        case manual = "MANUAL"
        case smartAnalysis = "SMART_ANALYSIS"
        case rebalancing = "REBALANCING"
        case imported = "IMPORT"
    }

    /// A stable identifier.
    package var id: UUID
    /// The security, with its current price.
    package var stock: Stock
    /// The side.
    package var side: Side
    /// The order type.
    package var orderType: OrderType
    /// The number of whole shares.
    package var quantity: Int
    /// The number of shares including fractions.
    package var exactQuantity: Amount
    /// The price of one share from the file, in ``priceCurrency``.
    package var price: Amount?
    /// The price of one share, in ``priceCurrency``.
    ///
    /// It is computed from the amount if the file contains no price.
    package var averageFillPrice: Amount?
    /// The currency of the price.
    package var priceCurrency: String
    /// The amount paid with the commission, or received less the commission.
    ///
    /// It is in the account's currency.
    package var totalAmount: Amount
    /// The commission and other costs, in the account's currency.
    package var commission: Amount
    /// The account's currency.
    package var currency: String
    /// The state of the order.
    package var status: Status
    /// The origin of the trade.
    package var source: Source
    /// The time of execution.
    package var executedAt: Date?
    /// The time of execution as well, since files lack that of the order.
    package var createdAt: Date
    /// Notes from the file.
    package var notes: String?

    /// Creates a trade, or `nil` if the entry is not one.
    ///
    /// - Parameters:
    ///   - index: the index of the entry in the journal, which must be booked.
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
            case .sell, .short: ledger.cash[index]
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

/// The response to a request for the newest trades.
package struct TradesResponse: Sendable, Hashable, Codable {
    /// The number of trades in the response.
    package var count: Int
    /// The trades, newest first.
    package var results: [Trade]
}

/// A filter for trades.
package struct TradeFilter: Sendable, Hashable {
    /// The case-insensitive symbol or alias of the security.
    package var symbol: String?
    /// The first day.
    package var from: Day?
    /// The last day.
    package var to: Day?

    /// Creates a filter; without arguments it accepts all trades.
    package init(symbol: String? = nil, from: Day? = nil, to: Day? = nil) {
        self.symbol = symbol
        self.from = from
        self.to = to
    }
}

/// The response to a request for a page of trades.
package struct TradePageResponse: Sendable, Hashable, Codable {
    /// Maximum number of trades on a page.
    package static let pageLength = 20

    /// The number of trades on all pages.
    package var count: Int
    /// The address of the page with older trades, if any.
    package var next: String?
    /// The address of the page with newer trades, if any.
    package var previous: String?
    /// The trades, newest first.
    package var results: [Trade]
}
