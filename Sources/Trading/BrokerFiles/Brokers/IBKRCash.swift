import Trading

/// The cash transactions of a Flex query of Interactive Brokers.
struct IBKRCash: TableFormat {
    private let common: IBKRTable.Common
    private let type: TableColumn
    private let amount: TableColumn
    private let time: TableColumn
    private let id: TableColumn?
    private let additions: TableAdditions
    private var added: AddedCharges

    /// Opens a table with the columns `Type` and `Amount`, or reports missing ones.
    static func open(
        _ header: TableHeader, _ common: IBKRTable.Common, _ additions: TableAdditions
    ) -> OpenedTable<IBKRCash> {
        let (type, amount) = (header.column("Type"), header.column("Amount"))
        let time = header.column(["Date/Time", "DateTime", "SettleDate", "ReportDate"])
        guard let type, let amount, let time else {
            return .lacking([("Type", type), ("Amount", amount), ("Date/Time", time)].filter { $0.1 == nil }.map(\.0))
        }
        return .success(IBKRCash(header, common, additions, type: type, amount: amount, time: time))
    }

    private init(
        _ header: TableHeader, _ common: IBKRTable.Common, _ additions: TableAdditions, type: TableColumn,
        amount: TableColumn, time: TableColumn
    ) {
        self.common = common
        self.additions = additions
        self.type = type
        self.amount = amount
        self.time = time
        id = header.column("TransactionID")
        added = AddedCharges(additions.fees(besides: amount), costs: additions.costs)
    }

    func isHeader(_ cells: [String]) -> Bool { IBKRTable.isHeader(cells) }

    var date: TableColumn { time }

    func isRow(_ row: TableRow) -> Bool {
        let word = row[type].lowercased()
        return DateText.ibkr(row[time]) != nil || Self.meaning(word) != nil || additions.actions[word] != nil
    }

    mutating func read(_ row: TableRow, into draft: inout Draft) {
        // Totals repeat the details.
        guard common.level(row, detail: "DETAIL", &draft) == .detail else { return }
        let before = draft.diagnostics.count
        let line = Int32(clamping: row.line)
        common.readAccount(row, &draft)
        let security = common.security(row, nil, isNamed: false, &draft)
        let convert: Conversion
        switch additions.meaning(row, type, &draft, own: Self.meaning) {
        case .done: return
        case .omitted(let reason):
            draft.file.omissions.append(Omission(reason, security: security, line: line))
            return
        case .meaning(let added): convert = added
        case nil:
            guard let known = Self.meaning(row[type].lowercased()) else {
                draft.omitUnknown(
                    row, type, security, "The type is not one that is known from Interactive Brokers."
                ) {
                    _ = readFigures(row, &$0)
                    _ = added.read(row, &$0)
                }
                return
            }
            convert = known
        }
        let figures = readFigures(row, &draft)
        let levies = added.read(row, &draft)
        let (id, notes) = (draft.name(row, id), draft.text(row, additions.notes ?? common.description))
        guard draft.diagnostics.count == before, let time = figures.time, let currency = figures.currency,
            let amount = figures.amount
        else { return }
        let (action, value) = convert(amount)
        added.add(levies, toEntryAt: draft.file.entries.count)
        draft.file.entries.append(
            Entry(
                action, security: security, time: time, currency: currency, amount: value, rate: figures.rate, id: id,
                notes: notes, line: line))
    }

    mutating func finish(_ draft: inout Draft) { added.settle(&draft) }

    private typealias Figures = (time: EntryTime?, currency: CurrencyCode?, amount: Amount?, rate: Amount?)

    private func readFigures(_ row: TableRow, _ draft: inout Draft) -> Figures {
        let time = draft.time(row, time, DateText.ibkr)
        let currency = draft.currency(row, common.currency)
        let rate = common.readRate(row, currency, &draft)
        for column in [amount, common.currency] where row[column].isEmpty {
            draft.report(.malformedTable, "The column \(column.name) is empty.", row, column)
        }
        return (time, currency, draft.number(row, amount), rate)
    }

    /// Converts an amount, negative if paid, to an action and its amount.
    private typealias Conversion = (Amount) -> (Action, Amount)

    /// Returns the conversion for the type of a row.
    private static func meaning(_ type: String) -> Conversion? {
        switch type {
        case "dividends", "payment in lieu of dividends": meaning(.dividend)
        case "withholding tax", "871(m) withholding": meaning(.tax)
        case "deposits/withdrawals", "deposits & withdrawals", "deposits and withdrawals": meaning(.deposit)
        case "broker interest received", "broker interest paid", "bond interest received", "bond interest paid":
            meaning(.interest)
        case "other fees", "broker fees", "commission adjustments", "advisor fees", "other income": meaning(.fee)
        default: nil
        }
    }

    /// Returns the conversion for an action; `nil` for actions on shares.
    private static func meaning(_ action: Action) -> Conversion? {
        switch action {
        // A reversed dividend is a negative one.
        case .dividend, .interest: { (action, $0) }
        case .tax, .fee: { (action, -$0) }
        case .deposit, .withdrawal: { $0 < 0 ? (.withdrawal, -$0) : (.deposit, $0) }
        default: nil
        }
    }
}
