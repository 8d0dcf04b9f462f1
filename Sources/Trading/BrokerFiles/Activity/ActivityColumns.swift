/// The columns of an activity statement that are read, or that repeat or explain others.
enum ActivityColumns {
    /// Columns of all sections.
    private static let common: Set<String> = [
        "Account", "Asset Category", "Code", "Currency", "Date", "Date/Time", "DataDiscriminator", "Description",
        "Subtitle", "Symbol",
    ]

    /// Columns of cash transactions.
    private static let cash: Set<String> = ["Amount", "Settle Date"]

    private static let sections: [String: Set<String>] = [
        "Trades": [
            "Quantity", "T. Price", "C. Price", "Proceeds", "Comm/Fee", "Basis", "Realized P/L", "Realized P/L %",
            "MTM P/L", "Notional Value", "Exchange", "Trade ID", "Order ID",
        ],
        "Transaction Fees": ["Amount", "Quantity", "Trade Price"],
        "Corporate Actions": ["Report Date", "Quantity", "Proceeds", "Value", "Realized P/L"],
        "Transfers": [
            "Type", "Direction", "Xfer Company", "Xfer Account", "Qty", "Quantity", "Xfer Price", "Market Value",
            "Realized P/L", "Cash Amount",
        ],
        "Open Positions": [
            "Quantity", "Mult", "Open", "Cost Price", "Cost Basis", "Close Price", "Value", "Unrealized P/L",
            "Unrealized P/L %", "Realized P/L",
        ],
        "Cash Report": [
            "Currency Summary", "Total", "Securities", "Futures", "IB-UKL", "IBUKL", "Month to Date", "Year to Date",
            "MTD", "YTD",
        ],
        "Base Currency Exchange Rate": ["Rate", "Exchange Rate"],
    ]

    /// The beginnings of titles that end with a currency or another unit.
    private static let beginnings = ["Comm in ", "MTM in ", "Realized P/L in ", "Basis in "]

    /// Returns whether a column of a section is known, or has no title.
    ///
    /// Sections that are not used are named as a whole, so all of their columns count as known.
    static func isKnown(_ title: String, in section: String) -> Bool {
        guard !title.isEmpty, ActivityElements.isUsed(section) else { return true }
        return common.contains(title) || (sections[section] ?? cash).contains(title)
            || section == "Trades" && beginnings.contains { title.hasPrefix($0) }
    }
}
