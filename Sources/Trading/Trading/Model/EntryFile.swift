/// The content of one file of an account.
///
/// Rows refer to ``securities`` by index, so that a file with a million rows stores each name once.
package struct EntryFile: Hashable, Sendable, Codable {
    /// The name of the file.
    package var name: String
    /// The format, such as `trades`, `ofx`, `schwab` or `trading212`.
    ///
    /// Transaction identifiers are unique within a format and an account, and meaningless elsewhere.
    package var format: String
    /// The last four characters of the broker's account number.
    package var accountNumberEnding: String?
    /// The currency of the account according to the file.
    package var currency: CurrencyCode?
    /// The days that the file covers completely, if it states them.
    package var coverage: ClosedRange<Day>?
    /// The securities of the rows, and others that the file describes.
    package var securities: [Security]
    /// The entries in the order of the file.
    package var entries: [Entry]
    /// Lines that cancel or replace transactions; `nil` without any.
    ///
    /// The corrected transactions are removed from this file already.
    package var corrections: [Correction]?
    /// Lines that the ledger does not support.
    package var omissions: [Omission]
    /// Lines and columns that the ledger does not need, or that are unknown.
    package var passedOver: PassedOver
    /// Notes for the user about reading the file, such as its encoding; `nil` without notes.
    package var notes: [String]?
    /// The broker's positions.
    package var positions: [BrokerPosition]
    /// The broker's cash.
    package var balances: [CashBalance]
    /// Closes.
    package var prices: [PriceRow]
    /// Exchange rates.
    package var rates: [RateRow]
    /// Opinions.
    package var opinions: [Opinion]
    /// The user's settings, if the file is `NAME.account.yaml`.
    package var settings: AccountSettings?

    /// Creates a file without rows.
    package init(name: String, format: String) {
        self.name = name
        self.format = format
        securities = []
        entries = []
        omissions = []
        passedOver = PassedOver()
        positions = []
        balances = []
        prices = []
        rates = []
        opinions = []
    }
}

/// Collects the securities of a file and gives each an index.
package struct SecurityTable: Sendable {
    /// The securities in the order of their indices.
    package private(set) var securities: [Security] = []
    private var bySymbol: [String: Int32] = [:]
    private var indices: [Security: Int32] = [:]

    /// Creates an empty table.
    package init() {}

    /// Returns the index of a symbol, and adds it if it is new.
    package mutating func index(symbol: String) -> Int32 {
        if let index = bySymbol[symbol] { return index }
        let index = index(of: Security(symbol: symbol))
        bySymbol[symbol] = index
        return index
    }

    /// Returns the index of a security with exactly these properties, and adds new ones.
    package mutating func index(of security: Security) -> Int32 {
        if let index = indices[security] { return index }
        let index = Int32(securities.count)
        securities.append(security)
        indices[security] = index
        return index
    }
}
