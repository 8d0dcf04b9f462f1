import Trading

/// Elements of a Flex statement as rows of the equivalent CSV table.
struct FlexRows {
    let header: TableHeader
    let rows: [TableRow]
    /// The words of messages.
    let terms: FlexTerms

    /// The columns of the sections, with the attributes that fill them in order of preference.
    typealias Columns = [(column: String, attributes: [String])]

    private static let common: Columns = [
        ("ClientAccountID", ["accountId"]), ("CurrencyPrimary", ["currency"]), ("FXRateToBase", ["fxRateToBase"]),
        ("AssetClass", ["assetCategory"]), ("Symbol", ["symbol"]), ("ISIN", ["isin"]), ("CUSIP", ["cusip"]),
        ("Description", ["description"]), ("LevelOfDetail", ["levelOfDetail"]),
    ]
    static let trades: Columns =
        common + [
            ("DateTime", ["dateTime", "tradeDate"]), ("Buy/Sell", ["buySell"]), ("Quantity", ["quantity"]),
            ("TradePrice", ["tradePrice", "price"]), ("TradeMoney", ["tradeMoney"]), ("Proceeds", ["proceeds"]),
            ("Multiplier", ["multiplier"]),
            ("IBCommission", ["ibCommission", "commission"]),
            ("IBCommissionCurrency", ["ibCommissionCurrency", "commissionCurrency"]), ("Taxes", ["taxes"]),
            ("Open/CloseIndicator", ["openCloseIndicator"]), ("OrderType", ["orderType"]),
            ("TradeID", ["tradeID", "transactionID", "ibExecID", "ibOrderID"]),
        ]
    static let cash: Columns =
        common + [
            ("Date/Time", ["dateTime", "settleDate", "reportDate"]), ("Type", ["type"]), ("Amount", ["amount"]),
            ("TransactionID", ["transactionID"]),
        ]
    static let actions: Columns =
        common + [
            ("Date/Time", ["dateTime", "reportDate"]), ("Type", ["type"]), ("Quantity", ["quantity"]),
            ("Proceeds", ["proceeds", "cashProceeds"]), ("Value", ["value"]), ("ActionID", ["actionID"]),
            ("ActionDescription", ["actionDescription", "description"]), ("Code", ["code", "notes"]),
            ("TransactionID", ["transactionID"]),
        ]
    static let transfers: Columns =
        common + [
            ("Date/Time", ["dateTime", "date", "reportDate"]), ("Direction", ["direction"]), ("Quantity", ["quantity"]),
            ("PositionAmount", ["positionAmount"]), ("CashTransfer", ["cashTransfer"]),
            ("TransactionID", ["transactionID"]),
        ]
    static let positions: Columns =
        common + [
            ("Quantity", ["position", "quantity"]), ("MarkPrice", ["markPrice"]), ("ReportDate", ["reportDate"]),
        ]
    static let balances: Columns =
        common + [
            ("EndingCash", ["endingCash"]), ("ToDate", ["toDate", "reportDate"]),
        ]
    static let rates: Columns = [
        ("ReportDate", ["reportDate"]), ("FromCurrency", ["fromCurrency"]), ("ToCurrency", ["toCurrency"]),
        ("Rate", ["rate"]),
    ]

    /// Creates rows with the columns that any element fills.
    init(_ elements: [FlexElement], _ columns: Columns, _ terms: FlexTerms) {
        let used = columns.filter { column in
            elements.contains { element in column.attributes.contains { element[$0] != nil } }
        }
        header = TableHeader(used.map(\.column), line: elements.first?.line ?? 1, title: terms.title)
        self.terms = terms
        rows = elements.map { element in
            TableRow(
                cells: used.map { column in
                    column.attributes.lazy.compactMap { element[$0] }.first ?? ""
                }, line: element.line)
        }
    }
}
