import Trading

/// The supported tables of an Interactive Brokers Flex query: trades and cash transactions.
enum IBKRTable {
    /// The name of the format, also of statements in XML.
    static let format = "ibkr"

    /// Columns that both tables have.
    struct Common {
        let account: TableColumn?
        let currency: TableColumn
        let rate: TableColumn?
        let assetClass: TableColumn?
        let symbol: TableColumn?
        let isin: TableColumn?
        let cusip: TableColumn?
        let description: TableColumn?
        let levelOfDetail: TableColumn?

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
            levelOfDetail = header.column("LevelOfDetail")
        }

        /// Returns the rate to the account's currency.
        func readRate(_ row: TableRow, _ currency: CurrencyCode?, _ draft: inout Draft) -> Amount? {
            guard let rate, !row[rate].isEmpty else { return nil }
            let number = draft.positive(row, rate)
            draft.baseCurrency.add(currency, rate: number)
            return number
        }

        /// Records the end of the account's number; a second number is an error.
        func readAccount(_ row: TableRow, _ draft: inout Draft) {
            draft.readAccountNumber(row, account)
        }

        func security(_ row: TableRow, _ currency: CurrencyCode?, isNamed: Bool, _ draft: inout Draft) -> Int32? {
            // Spreadsheets drop the leading zeros of some CUSIPs.
            let isin = draft.symbol(row, isin).flatMap { $0.utf8.count == 12 ? $0 : nil }
            let cusip = draft.symbol(row, cusip).flatMap { $0.utf8.count == 9 ? $0 : nil }
            let symbol = draft.symbol(row, symbol)
            guard isin != nil || symbol != nil || cusip != nil else { return nil }
            return draft.securities.index(
                of: Security(
                    symbol: symbol, isin: isin, cusip: cusip, name: isNamed ? draft.text(row, description) : nil,
                    currency: currency))
        }

        /// Returns whether a row counts by its level of detail.
        ///
        /// A row with an unknown level is left out and listed.
        ///
        /// - Parameters:
        ///   - row: the row.
        ///   - detail: the level of detail of rows that count, in capital letters.
        ///   - draft: the content of the file, which receives the omission.
        /// - Returns: the level of the row.
        func level(_ row: TableRow, detail: String, _ draft: inout Draft) -> Level {
            let level = Level(row[levelOfDetail], detail: detail)
            switch level {
            case .detail: break
            case .repetition: draft.file.passedOver.add(.repetition, line: row.line)
            case .unknown:
                let security = security(row, CurrencyCode(row[currency]), isNamed: false, &draft)
                draft.file.omissions.append(Omission(.level, security: security, line: Int32(clamping: row.line)))
            }
            return level
        }

        /// Returns why securities of the row's class are omitted; `nil` if they are not.
        func omission(_ row: TableRow) -> Omission.Reason? {
            switch row[assetClass].uppercased() {
            case "", "STK", "FUND", "ETF": nil
            case "BOND", "BILL": .debt
            case "OPT", "FUT", "FOP", "FSFOP", "WAR", "CFD", "IOPT": .derivative
            default: .other
            }
        }
    }

    /// What a row's level of detail means.
    enum Level {
        /// The row counts.
        case detail
        /// The row repeats others.
        case repetition
        /// The row may repeat others or not.
        case unknown

        /// Interprets the broker's word for a level.
        init(_ word: some StringProtocol, detail: String) {
            let letters = word.uppercased().filter(\.isLetter)
            if letters.isEmpty || letters == detail {
                self = .detail
            } else if letters.hasSuffix("SUMMARY") || Self.repeating.contains(letters) {
                self = .repetition
            } else {
                self = .unknown
            }
        }

        private static let repeating: Set<String> = ["ORDER", "CLOSEDLOT", "LOT", "WASHSALE"]
    }

    /// Recognises the header of either table.
    ///
    /// A table of Interactive Brokers that lacks columns, or is of another section, is an error.
    static func open(_ header: TableHeader, _ additions: TableAdditions, _ draft: inout Draft) -> (any TableFormat)? {
        guard isHeader(header.titles) else { return nil }
        guard let common = Common(header) else {
            draft.diagnostics.add(
                .unknownColumns, "The table has no column CurrencyPrimary; add it to the Flex query.", line: header.line
            )
            return nil
        }
        var missing: [String] = []
        if header.contains(["Buy/Sell"]) {
            let table = IBKRTrades.open(header, common, additions)
            if case .success(let trades) = table {
                draft.file.format = format
                return trades
            }
            missing = table.missing
        } else if header.contains(["Type", "Amount"]) {
            let table = IBKRCash.open(header, common, additions)
            if case .success(let cash) = table {
                draft.file.format = format
                return cash
            }
            missing = table.missing
        }
        draft.diagnostics.add(
            .unknownColumns,
            missing.isEmpty
                ? "The table that begins here has columns that are not known; leave it out of the export."
                : "The table has no column \(missing.joined(separator: ", ")); add it to the Flex query.",
            line: header.line)
        return nil
    }

    /// Returns whether a row is a header; a file can contain several tables.
    static func isHeader(_ cells: [String]) -> Bool {
        cells.contains { marks.contains(String($0.trimmed)) }
    }

    /// Columns that occur in Flex queries only.
    private static let marks: Set<String> = [
        "ClientAccountID", "CurrencyPrimary", "FXRateToBase", "LevelOfDetail", "IBCommission",
    ]
}

/// An opened table, or the columns that it lacks.
enum OpenedTable<Table> {
    case success(Table)
    case lacking([String])

    var missing: [String] {
        if case .lacking(let columns) = self { return columns }
        return []
    }
}
