/// The words for sections and columns in messages about a statement of Interactive Brokers.
///
/// Activity statements are read as Flex statements, but have other titles.
struct FlexTerms: Sendable {
    /// The titles of columns that differ from those of a Flex query.
    private let titles: [String: String]
    /// What a user can do about a missing column.
    let remedy: String

    /// Returns the title of a column.
    func title(of column: String) -> String { titles[column] ?? column }

    /// The words of Flex queries.
    static let flex = FlexTerms(titles: [:], remedy: "add it to the Flex query")

    /// The words of activity statements.
    static let activity = FlexTerms(
        titles: [
            "ClientAccountID": "Account", "CurrencyPrimary": "Currency", "AssetClass": "Asset Category",
            "LevelOfDetail": "DataDiscriminator", "DateTime": "Date/Time", "Buy/Sell": "Quantity",
            "TradePrice": "T. Price", "IBCommission": "Comm/Fee", "IBCommissionCurrency": "Comm in …",
            "Open/CloseIndicator": "Code", "Type": "Description", "ActionDescription": "Description",
            "PositionAmount": "Market Value", "CashTransfer": "Cash Amount", "MarkPrice": "Close Price",
            "EndingCash": "Total", "FromCurrency": "Currency", "ISIN": "Security ID", "CUSIP": "Security ID",
        ], remedy: "export the activity statement with all columns")
}
