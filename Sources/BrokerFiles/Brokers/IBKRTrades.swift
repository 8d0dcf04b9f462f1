import Foundation
import Trading

/// The trades of a Flex query of Interactive Brokers.
struct IBKRTrades: TableFormat {
    private let common: IBKRTable.Common
    private let side: TableColumn
    private let time: TableColumn
    private let quantity: TableColumn
    private let price: TableColumn
    private let commission: TableColumn?
    private let commissionCurrency: TableColumn?
    private let taxes: TableColumn?
    private let id: TableColumn?
    private let orderType: TableColumn?
    private let level: TableColumn?
    private let openOrClose: TableColumn?
    private var hasExecutions = false
    private var hasOtherLevels = false

    init?(_ header: TableHeader, _ common: IBKRTable.Common) {
        guard let side = header.column("Buy/Sell"), let time = header.column(["DateTime", "Date/Time", "TradeDate"]),
            let quantity = header.column("Quantity"), let price = header.column(["TradePrice", "Price"])
        else { return nil }
        self.common = common
        self.side = side
        self.time = time
        self.quantity = quantity
        self.price = price
        commission = header.column(["IBCommission", "Commission"])
        commissionCurrency = header.column(["IBCommissionCurrency", "CommissionCurrency"])
        taxes = header.column("Taxes")
        id = header.column(["TradeID", "TransactionID", "IBExecID"])
        orderType = header.column("OrderType")
        level = header.column("LevelOfDetail")
        openOrClose = header.column("Open/CloseIndicator")
    }

    func isHeader(_ cells: [String]) -> Bool { IBKRTable.isHeader(cells) }

    mutating func read(_ row: TableRow, into draft: inout Draft) {
        guard ["", "EXECUTION"].contains(row[level].uppercased()) else {
            // Orders and totals repeat what the executions say.
            hasOtherLevels = true
            return
        }
        hasExecutions = true
        let before = draft.mistakes.count
        let line = Int32(clamping: row.line)
        common.readAccount(row, &draft)
        let currency = draft.currency(row, common.currency)
        if row[common.currency].isEmpty {
            draft.report(.malformedTable, "The column CurrencyPrimary is empty.", row, common.currency)
        }
        let time = draft.time(row, time, DateText.ibkr)
        let security = common.security(row, currency, isNamed: true, &draft)
        let action = Self.sides[row[side].uppercased()]
        if action == nil {
            if ["BUY (CA.)", "SELL (CA.)"].contains(row[side].uppercased()) {
                // A cancellation, which reverses an earlier row, makes the account incomplete.
                draft.file.omissions.append(Omission(.other, line: line))
                return
            }
            draft.report(.unknownAction, "The column Buy/Sell is neither BUY nor SELL.", row, side)
        }
        // Without a security it is an exchange of currencies.
        if let reason = omission(row, action, security) {
            draft.file.omissions.append(Omission(reason, security: security, line: line))
            return
        }
        let quantity = draft.number(row, quantity)
        if row[self.quantity].isEmpty || quantity == 0 {
            draft.report(.malformedTable, "The column Quantity is empty or 0.", row, self.quantity)
        }
        let price = draft.amount(row, price)
        if row[self.price].isEmpty {
            draft.report(.malformedTable, "The column TradePrice is empty.", row, self.price)
        }
        let rate = row[common.rate].isEmpty ? nil : common.rate.flatMap { draft.positive(row, $0) }
        // Costs are negative, rebates positive.
        let commission = -(draft.number(row, commission) ?? 0)
        let taxes = -(draft.number(row, taxes) ?? 0)
        let paid = draft.currency(row, commissionCurrency) ?? currency
        let id = draft.name(row, id)
        let orderType = readOrderType(row)
        guard draft.mistakes.count == before, let action, let time, let currency, let quantity, let price else {
            return
        }
        var fees = paid == currency ? commission + taxes : taxes
        // A rebate, or a commission in another currency, is a separate line with the same identifier.
        var extra: [(Decimal, CurrencyCode)] = []
        if let paid, paid != currency, commission != 0 { extra.append((commission, paid)) }
        if fees < 0 {
            extra.append((fees, currency))
            fees = 0
        }
        draft.file.entries.append(
            Entry(
                action, security: security, time: time, currency: currency, quantity: quantity.magnitude, price: price,
                fees: fees, rate: rate, id: id, orderType: orderType, line: line))
        for (amount, paid) in extra {
            draft.file.entries.append(
                Entry(
                    .fee, security: security, time: time, currency: paid, amount: amount,
                    rate: paid == currency ? rate : nil, id: id, line: line))
        }
    }

    mutating func finish(_ draft: inout Draft) {
        guard hasOtherLevels, !hasExecutions else { return }
        draft.mistakes.add(
            .malformedTable, "The Flex query has no executions; select the level of detail Execution.", line: nil)
    }

    private static let sides: [String: Action] = ["BUY": .buy, "SELL": .sell]

    private func omission(_ row: TableRow, _ action: Action?, _ security: Int32?) -> Omission.Reason? {
        if let reason = common.omission(row) { return reason }
        if security == nil { return .other }
        switch (action, row[openOrClose].uppercased()) {
        case (.sell, "O"), (.sell, "C;O"), (.buy, "C"), (.buy, "C;O"): return .short
        default: return nil
        }
    }

    private func readOrderType(_ row: TableRow) -> OrderType {
        switch row[orderType].uppercased() {
        case "LMT": .limit
        case "STP": .stop
        case "STPLMT", "STP LMT": .stopLimit
        default: .market
        }
    }
}
