import Foundation
import Trading

/// The cash transactions of a Flex query of Interactive Brokers.
struct IBKRCash: TableFormat {
    private let common: IBKRTable.Common
    private let type: TableColumn
    private let amount: TableColumn
    private let time: TableColumn
    private let id: TableColumn?
    private let level: TableColumn?

    init?(_ header: TableHeader, _ common: IBKRTable.Common) {
        guard let type = header.column("Type"), let amount = header.column("Amount"),
            let time = header.column(["Date/Time", "DateTime", "SettleDate", "ReportDate"])
        else { return nil }
        self.common = common
        self.type = type
        self.amount = amount
        self.time = time
        id = header.column("TransactionID")
        level = header.column("LevelOfDetail")
    }

    func isHeader(_ cells: [String]) -> Bool { IBKRTable.isHeader(cells) }

    mutating func read(_ row: TableRow, into draft: inout Draft) {
        // Totals repeat what the details say.
        guard ["", "DETAIL"].contains(row[level].uppercased()) else { return }
        let before = draft.mistakes.count
        let line = Int32(clamping: row.line)
        common.readAccount(row, &draft)
        let time = draft.time(row, time, DateText.ibkr)
        let currency = draft.currency(row, common.currency)
        let security = common.security(row, nil, isNamed: false, &draft)
        let rate = row[common.rate].isEmpty ? nil : common.rate.flatMap { draft.positive(row, $0) }
        let (id, notes) = (draft.name(row, id), draft.text(row, common.description))
        let amount = draft.number(row, amount)
        for (column, isMissing) in [
            (self.amount, row[self.amount].isEmpty), (common.currency, row[common.currency].isEmpty),
        ]
        where isMissing {
            draft.report(.malformedTable, "The column \(column.name) is empty.", row, column)
        }
        guard let convert = Self.meaning(row[type].lowercased()) else {
            draft.report(.unknownAction, "The type is not one that is known from Interactive Brokers.", row, type)
            return
        }
        guard draft.mistakes.count == before, let time, let currency, let amount else { return }
        let (action, value) = convert(amount)
        draft.file.entries.append(
            Entry(
                action, security: security, time: time, currency: currency, amount: value, rate: rate, id: id,
                notes: notes, line: line))
    }

    /// Returns what becomes of an amount, in which a minus means that it was paid.
    private static func meaning(_ type: String) -> ((Decimal) -> (Action, Decimal))? {
        switch type {
        case "dividends", "payment in lieu of dividends":
            // A correction of a dividend is a cost, since dividends are never negative.
            { $0 < 0 ? (.fee, -$0) : (.dividend, $0) }
        case "withholding tax", "871(m) withholding": { (.tax, -$0) }
        case "deposits/withdrawals", "deposits & withdrawals", "deposits and withdrawals":
            { $0 < 0 ? (.withdrawal, -$0) : (.deposit, $0) }
        case "broker interest received", "broker interest paid", "bond interest received", "bond interest paid":
            { (.interest, $0) }
        case "other fees", "broker fees", "commission adjustments", "advisor fees", "other income":
            { (.fee, -$0) }
        default: nil
        }
    }
}
