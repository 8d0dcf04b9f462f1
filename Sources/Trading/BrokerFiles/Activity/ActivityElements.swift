import Foundation
import Trading

/// The rows of an activity statement as elements of a Flex statement.
enum ActivityElements {
    /// The classes of securities, by the words of the statement.
    private static let classes = [
        "Stocks": "STK", "Mutual Funds": "FUND", "Forex": "CASH", "Bonds": "BOND", "Treasury Bills": "BILL",
        "Equity and Index Options": "OPT", "Futures": "FUT", "Options On Futures": "FOP", "Warrants": "WAR",
        "CFDs": "CFD", "Structured Products": "IOPT",
    ]

    /// The types of cash transactions, by section.
    private static let cash = [
        "Dividends": "Dividends", "Payment In Lieu Of Dividends": "Payment In Lieu Of Dividends",
        "Withholding Tax": "Withholding Tax", "871(m) Withholding": "871(m) Withholding",
        "Deposits & Withdrawals": "Deposits & Withdrawals", "Interest": "Broker Interest Received",
        "Bond Interest Received": "Bond Interest Received", "Bond Interest Paid": "Bond Interest Paid",
        "Fees": "Other Fees", "Other Fees": "Other Fees", "Transaction Fees": "Other Fees",
        "Commission Adjustments": "Commission Adjustments", "Other Income": "Other Income",
        "Advisor Fees": "Advisor Fees",
        "Broker Fees": "Broker Fees",
    ]

    /// The other sections that are used.
    private static let used: Set<String> = [
        "Trades", "Corporate Actions", "Transfers", "Open Positions", "Cash Report", "Base Currency Exchange Rate",
    ]

    /// Sections that repeat, add up or explain others.
    private static let repetitions: Set<String> = [
        "Statement", "Account Information", "Net Asset Value", "Change in NAV", "Mark-to-Market Performance Summary",
        "Realized & Unrealized Performance Summary", "Month & Year to Date Performance Summary", "Forex Balances",
        "Net Stock Position Summary", "Financial Instrument Information", "Codes", "Notes/Legal Notes",
        "Interest Accruals", "Change in Dividend Accruals", "Open Dividend Accruals", "Commission Details",
        "Location of Customer Assets, Positions and Money", "Total P/L for Statement Period",
        "Complex Positions Summary", "Forex P/L Details",
    ]

    /// Returns whether the rows of a section are elements.
    static func isUsed(_ section: String) -> Bool { used.contains(section) || cash[section] != nil }

    /// Returns whether the rows of a section repeat or explain others.
    ///
    /// Those of an unknown section may be payments.
    static func isRepetition(_ section: String) -> Bool { repetitions.contains(section) }

    /// Returns the security of an order; `nil` for other rows.
    ///
    /// Executions repeat the orders of their security, which the statements of any period have alike.
    static func order(_ row: ActivityRows.Row) -> String? {
        guard row.section == "Trades", isOrder(row) else { return nil }
        return security(of: row)
    }

    private static func isOrder(_ row: ActivityRows.Row) -> Bool { (row["DataDiscriminator"] ?? "Order") == "Order" }

    private static func security(of row: ActivityRows.Row) -> String {
        [row["Asset Category"], row["Currency"], row["Symbol"]].map { $0 ?? "" }.joined(separator: "\n")
    }

    /// Returns the element of a row with its attributes.
    ///
    /// It is `nil` for rows that repeat others or are not used.
    static func element(
        of row: ActivityRows.Row, _ account: ActivityAccount, _ orders: Set<String>
    ) -> (name: String, [String: String])? {
        switch row.section {
        case "Trades": trade(row, account, orders)
        case "Corporate Actions": action(row, account)
        case "Transfers": transfer(row, account)
        case "Open Positions": position(row, account)
        case "Cash Report": balance(row)
        case "Base Currency Exchange Rate": rate(row, account)
        default: cash[row.section].flatMap { transaction(row, type: $0, account) }
        }
    }

    /// Returns the attributes that several sections have; `nil` without a currency.
    private static func common(_ row: ActivityRows.Row, _ account: ActivityAccount) -> [String: String]? {
        guard let currency = row["Currency"] else { return nil }
        var attributes = ["currency": currency]
        attributes["assetCategory"] = row["Asset Category"].map { classes[$0] ?? $0 }
        attributes["description"] = row["Description"]
        if let symbol = row["Symbol"] { attributes.merge(account.identity(of: symbol)) { $1 } }
        return attributes
    }

    private static func trade(
        _ row: ActivityRows.Row, _ account: ActivityAccount, _ orders: Set<String>
    ) -> (String, [String: String])? {
        guard var attributes = common(row, account) else { return nil }
        let level = row["DataDiscriminator"] ?? "Order"
        let counts = isOrder(row) || level == "Trade" && !orders.contains(security(of: row))
        let quantity = row.number("Quantity")
        let codes = (row["Code"] ?? "").split(whereSeparator: { ";,".contains($0) }).map(\.trimmed)
        // In the words of a Flex statement, where executions count and orders repeat them.
        attributes["levelOfDetail"] = counts ? "EXECUTION" : level == "Trade" ? "ORDER" : level.uppercased()
        attributes["dateTime"] = row["Date/Time"]
        attributes["quantity"] = quantity
        attributes["tradePrice"] = row.number("T. Price")
        attributes["proceeds"] = row.number("Proceeds")
        attributes["ibCommission"] = row.number("Comm/Fee")
        // Exchanges have their commission in the account's currency.
        if let title = row.title(beginning: "Comm in ") {
            attributes["ibCommission"] = row.number(title)
            attributes["ibCommissionCurrency"] = String(title.dropFirst("Comm in ".count))
        }
        let isCancellation = codes.contains("Ca")
        // A cancellation has the opposite quantity of its trade.
        let isSale = (quantity?.hasPrefix("-") == true) != isCancellation
        attributes["buySell"] = (isSale ? "SELL" : "BUY") + (isCancellation ? " (Ca.)" : "")
        attributes["openCloseIndicator"] = codes.filter { $0 == "O" || $0 == "C" }.joined(separator: ";")
        return ("Trade", attributes)
    }

    private static func transaction(
        _ row: ActivityRows.Row, type: String, _ account: ActivityAccount
    ) -> (String, [String: String])? {
        guard var attributes = common(row, account) else { return nil }
        attributes["dateTime"] = row["Date", "Settle Date", "Date/Time"]
        attributes["amount"] = row.number("Amount")
        attributes["type"] = type
        // Only dividends and their taxes name a security in front: AAPL(US0378331005) Cash Dividend …
        if row["Symbol"] == nil, let (symbol, identifier) = FlexText.subject(row["Description"] ?? "") {
            attributes.merge(account.identity(of: symbol)) { $1 }
            attributes.merge(ActivityAccount.identity(identifier)) { $1 }
        }
        return ("CashTransaction", attributes)
    }

    private static func action(_ row: ActivityRows.Row, _ account: ActivityAccount) -> (String, [String: String])? {
        guard var attributes = common(row, account) else { return nil }
        let text = row["Description"] ?? ""
        attributes["dateTime"] = row["Date/Time", "Report Date"]
        attributes["quantity"] = row.number("Quantity")
        attributes["proceeds"] = row.number("Proceeds")
        attributes["value"] = row.number("Value")
        attributes["code"] = row["Code"]
        attributes["type"] = kind(of: text)
        // The security of the row is in parentheses at its end: … (AAPL, APPLE INC, US0378331005)
        let parts = object(text)
        if let symbol = parts.first {
            attributes.merge(account.identity(of: symbol)) { $1 }
            attributes.merge(ActivityAccount.identity(parts.last)) { $1 }
        } else if let (symbol, identifier) = FlexText.subject(text) {
            attributes.merge(account.identity(of: symbol)) { $1 }
            attributes.merge(ActivityAccount.identity(identifier)) { $1 }
        }
        return ("CorporateAction", attributes)
    }

    private static func transfer(_ row: ActivityRows.Row, _ account: ActivityAccount) -> (String, [String: String])? {
        guard var attributes = common(row, account) else { return nil }
        attributes["dateTime"] = row["Date"]
        attributes["direction"] = row["Direction"]
        attributes["quantity"] = row.number("Qty", "Quantity")
        attributes["positionAmount"] = row.number("Market Value")
        attributes["cashTransfer"] = row.number("Cash Amount")
        return ("Transfer", attributes)
    }

    private static func position(_ row: ActivityRows.Row, _ account: ActivityAccount) -> (String, [String: String])? {
        guard var attributes = common(row, account) else { return nil }
        attributes["levelOfDetail"] = row["DataDiscriminator"] == "Lot" ? "LOT" : "SUMMARY"
        attributes["position"] = row.number("Quantity")
        attributes["markPrice"] = row.number("Close Price")
        return ("OpenPosition", attributes)
    }

    private static func balance(_ row: ActivityRows.Row) -> (String, [String: String])? {
        guard row["Currency Summary"] == "Ending Cash", let currency = row["Currency"],
            currency != "Base Currency Summary", let amount = row.number("Total")
        else { return nil }
        return ("CashReportCurrency", ["currency": currency, "endingCash": amount])
    }

    private static func rate(_ row: ActivityRows.Row, _ account: ActivityAccount) -> (String, [String: String])? {
        guard let currency = row["Currency"], let rate = row.number("Rate", "Exchange Rate"),
            let base = account.currency,
            let day = account.period?.last
        else { return nil }
        return ("ConversionRate", ["fromCurrency": currency, "toCurrency": base, "rate": rate, "reportDate": day])
    }

    // MARK: Descriptions

    /// Returns the parts of the parentheses at the end of a text.
    ///
    /// The first is a symbol, the last an identifier.
    private static func object(_ text: String) -> [String] {
        guard text.hasSuffix(")") else { return [] }
        // The name can contain parentheses, too.
        var depth = 0
        for place in text.indices.reversed() {
            if text[place] == ")" { depth += 1 }
            if text[place] == "(" { depth -= 1 }
            if depth == 0 {
                let parts = text[place...].dropFirst().dropLast().split(separator: ",").map { String($0.trimmed) }
                return parts.count >= 2 ? parts : []
            }
        }
        return []
    }

    /// Returns the kind of an action by its text.
    ///
    /// It is the abbreviation of a Flex statement, or the text itself.
    private static func kind(of text: String) -> String {
        let kinds: [(words: String, kind: String)] = [
            (" Split ", "FS"), (" Spinoff ", "SO"), (" Stock Dividend ", "SD"), (" Merged(", "TC"),
            (" Tendered to ", "TO"),
            (" Subscribable Rights Issue ", "RI"), ("CUSIP/ISIN Change", "IC"), (" Bond Maturity", "BM"),
            (" Full Call", "BC"), (" Delisted", "DW"),
        ]
        return kinds.first { text.contains($0.words) }?.kind ?? String(text.prefix(40))
    }
}
