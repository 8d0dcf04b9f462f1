/// A share, fund or bond as one file identifies and describes it.
///
/// Files name the same security differently; those with a common symbol, alias, ISIN or CUSIP are the same.
package struct Security: Hashable, Sendable, Codable {
    /// The ticker symbol in capital letters, as the user writes it in other files.
    package var symbol: String?
    /// The ISIN, 12 characters.
    package var isin: String?
    /// The CUSIP, 9 characters.
    package var cusip: String?
    /// Other symbols of the security, such as former ones or those of other brokers.
    package var aliases: [String]?
    /// The name in words.
    package var name: String?
    /// The currency in which it is traded.
    package var currency: CurrencyCode?
    /// The exchange on which it is traded.
    package var exchange: String?
    /// The sector of the economy.
    package var sector: String?
    /// A rating, from the user's own files only.
    package var grade: String?
    /// The address of a logo, from the user's own files only.
    package var logoURL: String?

    /// Creates a security, which needs at least a symbol, an ISIN or a CUSIP.
    package init(
        symbol: String? = nil, isin: String? = nil, cusip: String? = nil, aliases: [String]? = nil,
        name: String? = nil, currency: CurrencyCode? = nil, exchange: String? = nil, sector: String? = nil,
        grade: String? = nil, logoURL: String? = nil
    ) {
        self.symbol = symbol
        self.isin = isin
        self.cusip = cusip
        self.aliases = aliases
        self.name = name
        self.currency = currency
        self.exchange = exchange
        self.sector = sector
        self.grade = grade
        self.logoURL = logoURL
    }

    /// The label for display: the symbol, or else the ISIN, the CUSIP or the name.
    package var label: String { symbol ?? isin ?? cusip ?? name ?? "" }
}
