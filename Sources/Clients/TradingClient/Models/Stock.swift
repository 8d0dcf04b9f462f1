public import Foundation

/// A security and its price, in the currency of the price.
public struct Stock: Decodable, Sendable, Hashable, Identifiable {
    /// The ticker symbol, or another identifier of the security.
    public var symbol: String
    /// The name, or the symbol if no file contains a name.
    public var name: String
    /// The address of a logo.
    public var logoURL: String?
    /// The last close, or the price of the last trade.
    public var currentPrice: Decimal
    /// The close before the last one.
    public var previousClose: Decimal?
    /// The price less the previous close.
    public var dayChange: Decimal?
    /// The change in percent of the previous close.
    public var dayChangePercent: Decimal?
    /// A rating, from the user's files.
    public var grade: String?
    /// The currency of the prices, such as `USD`.
    public var currency: String
    /// The exchange.
    public var exchange: String?
    /// The sector of the economy.
    public var sector: String?

    /// The symbol.
    public var id: String { symbol }

    private enum CodingKeys: String, CodingKey {
        case symbol, name, currency, exchange, sector
        case logoURL = "logo_url"
        case currentPrice = "current_price"
        case previousClose = "previous_close"
        case dayChange = "day_change"
        case dayChangePercent = "day_change_percent"
        case grade = "fmp_grade"
    }
}
