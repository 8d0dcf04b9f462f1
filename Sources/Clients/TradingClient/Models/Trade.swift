public import Foundation

/// A purchase or a sale.
public struct Trade: Decodable, Sendable, Hashable, Identifiable {
    /// A stable identifier.
    public var id: String
    /// The security, with its current price.
    public var stock: Stock
    /// The side, `BUY` or `SELL`.
    public var tradeType: String
    /// The order type, such as `MARKET`.
    public var orderType: String
    /// The number of whole shares.
    public var quantity: Int
    /// The number of shares including fractions.
    public var exactQuantity: Decimal
    /// The price of one share from the file, in ``priceCurrency``.
    public var price: Decimal?
    /// The price of one share, computed if the file contains none.
    public var averageFillPrice: Decimal?
    /// The currency of the prices.
    public var priceCurrency: String
    /// The amount paid or received with all costs, in ``currency``.
    public var totalAmount: Decimal
    /// The commission and other costs, in ``currency``.
    public var commission: Decimal
    /// The account's currency.
    public var currency: String
    /// The state of the order, such as `FILLED`.
    public var status: String
    /// The origin of the trade, such as `IMPORT`.
    public var tradeSource: String
    /// The time of execution.
    public var executedAt: Date?
    /// The time of the order.
    public var createdAt: Date
    /// Notes from the file.
    public var notes: String?

    /// Whether shares were bought.
    public var isPurchase: Bool { tradeType == "BUY" }

    private enum CodingKeys: String, CodingKey {
        case id, stock, quantity, price, commission, currency, status, notes
        case tradeType = "trade_type"
        case orderType = "order_type"
        case exactQuantity = "quantity_exact"
        case averageFillPrice = "average_fill_price"
        case priceCurrency = "price_currency"
        case totalAmount = "total_amount"
        case tradeSource = "trade_source"
        case executedAt = "executed_at"
        case createdAt = "created_at"
    }
}

/// The newest trades of an account.
public struct RecentTrades: Decodable, Sendable, Hashable {
    /// The number of trades in the response.
    public var count: Int
    /// The trades, newest first.
    public var results: [Trade]
}

/// A page of the trades of an account.
public struct TradePage: Decodable, Sendable, Hashable {
    /// The number of trades on all pages.
    public var count: Int
    /// The address of the page with older trades; `nil` on the last page.
    public var next: String?
    /// The trades, newest first.
    public var results: [Trade]
}
