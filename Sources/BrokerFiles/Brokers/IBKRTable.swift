import Trading

/// The tables of a Flex query of Interactive Brokers that are read: trades and cash transactions.
enum IBKRTable {
    /// What the tables have in common.
    struct Common {
        let account: TableColumn?
        let currency: TableColumn
        let rate: TableColumn?
        let assetClass: TableColumn?
        let symbol: TableColumn?
        let isin: TableColumn?
        let cusip: TableColumn?
        let description: TableColumn?

        init?(_ header: TableHeader) {
            guard let currency = header.column(["CurrencyPrimary", "Currency"]) else { return nil }
            self.currency = currency
            account = header.column("ClientAccountID")
            rate = header.column("FXRateToBase")
            assetClass = header.column("AssetClass")
            symbol = header.column("Symbol")
            isin = header.column("ISIN")
            cusip = header.column("CUSIP")
            description = header.column("Description")
        }

        /// Notes the end of the account's number.
        func readAccount(_ row: TableRow, _ draft: inout Draft) {
            guard draft.file.accountNumberEnding == nil, !row[account].isEmpty else { return }
            draft.file.accountNumberEnding = String(row[account].suffix(4))
        }

        func security(_ row: TableRow, _ currency: CurrencyCode?, isNamed: Bool, _ draft: inout Draft) -> Int32? {
            // Spreadsheets cut the leading zeros of some CUSIPs.
            let isin = draft.symbol(row, isin).flatMap { $0.utf8.count == 12 ? $0 : nil }
            let cusip = draft.symbol(row, cusip).flatMap { $0.utf8.count == 9 ? $0 : nil }
            let symbol = draft.symbol(row, symbol)
            guard isin != nil || symbol != nil || cusip != nil else { return nil }
            return draft.securities.index(
                of: Security(
                    symbol: symbol, isin: isin, cusip: cusip, name: isNamed ? draft.text(row, description) : nil,
                    currency: currency))
        }

        /// Why securities of the row's class are left out; `nil` if they are not.
        func omission(_ row: TableRow) -> Omission.Reason? {
            switch row[assetClass].uppercased() {
            case "", "STK", "FUND", "ETF": nil
            case "OPT", "FUT", "FOP", "FSFOP", "WAR", "CFD", "IOPT": .derivative
            default: .other
            }
        }
    }

    /// Recognises the header of either table.
    static func open(_ header: TableHeader, _ draft: inout Draft) -> (any TableFormat)? {
        guard let common = Common(header) else { return nil }
        let table: (any TableFormat)? =
            IBKRTrades(header, common) ?? IBKRCash(header, common)
        if table != nil { draft.file.format = "ibkr" }
        return table
    }

    /// Whether a row names columns: a file can consist of several tables.
    static func isHeader(_ cells: [String]) -> Bool {
        cells.contains { ["ClientAccountID", "CurrencyPrimary"].contains($0.trimmed) }
    }
}
