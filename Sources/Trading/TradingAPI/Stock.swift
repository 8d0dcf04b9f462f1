package import Foundation
package import Trading

/// A security and its price, in the currency of the price.
package struct Stock: Sendable, Hashable, Codable {
    /// The ticker symbol, or another identifier of the security.
    package var symbol: String
    /// The name, or the symbol if no file contains a name.
    package var name: String
    /// The address of a logo, from the user's files.
    package var logoURL: String?
    /// The last close, or the price of the last trade.
    package var currentPrice: Amount
    /// The close before the last one.
    package var previousClose: Amount?
    /// The price less the previous close.
    package var dayChange: Amount?
    /// The change in percent of the previous close, to two places.
    package var dayChangePercent: Amount?
    /// A rating, from the user's files.
    package var grade: String?
    /// The currency of the prices.
    package var currency: String
    /// The exchange.
    package var exchange: String?
    /// The sector of the economy, from the user's files.
    package var sector: String?
    /// The day of the price.
    package var priceDate: Date
    /// Whether the price is that of the last trade, for lack of a close.
    package var isTradePrice: Bool

    init(_ security: Security, _ quote: Quote) {
        symbol = security.label
        name = security.name ?? security.label
        logoURL = security.logoURL
        currentPrice = quote.price.shownPrice
        previousClose = quote.previousClose?.shownPrice
        dayChange = previousClose.map { [currentPrice] in currentPrice - $0 }
        dayChangePercent = quote.dayChangePercent
        grade = security.grade
        currency = quote.currency.description
        exchange = security.exchange
        sector = security.sector
        priceDate = Date(quote.day)
        isTradePrice = quote.isTradePrice
    }

    private enum CodingKeys: String, CodingKey {
        case symbol, name, currency, exchange, sector
        case logoURL = "logo_url"
        case currentPrice = "current_price"
        case previousClose = "previous_close"
        case dayChange = "day_change"
        case dayChangePercent = "day_change_percent"
        case grade = "fmp_grade"
        case priceDate = "price_date"
        case isTradePrice = "is_trade_price"
    }
}
