import FailureModel
import Trading

/// The rows of `NAME.trades.csv` and `NAME.lots.csv`.
struct TradesTable: TableFormat {
    let date: TableColumn
    /// The action; `nil` in `NAME.lots.csv`, which lists shares held before the first trade.
    private let action: TableColumn?
    private let symbol: TableColumn
    private let quantity: TableColumn
    private let price: TableColumn
    private let fees: TableColumn?
    private let currency: TableColumn
    private let id: TableColumn?
    private let name: TableColumn?
    private let orderType: TableColumn?
    private let lot: TableColumn?
    private let notes: TableColumn?
    /// The security given up in a merger.
    private let origin: TableColumn?
    /// The named securities by symbol, as a cache for each row.
    private var named: [String: (name: String, index: Int32)] = [:]

    /// Recognises the header of `NAME.trades.csv`.
    static func trades(_ header: TableHeader, _ draft: inout Draft) -> TradesTable? {
        OwnColumns(
            header, required: ["date", "action", "symbol", "quantity", "price", "fees", "currency"],
            optional: ["id", "name", "order_type", "lot", "from", "notes"], &draft
        ).map(TradesTable.init)
    }

    /// Recognises the header of `NAME.lots.csv`.
    static func lots(_ header: TableHeader, _ draft: inout Draft) -> TradesTable? {
        OwnColumns(
            header, required: ["date", "symbol", "quantity", "price", "currency"],
            optional: ["fees", "name", "lot", "notes"], &draft
        ).map(TradesTable.init)
    }

    private init(_ columns: OwnColumns) {
        date = columns.required("date")
        action = columns.optional("action")
        symbol = columns.required("symbol")
        quantity = columns.required("quantity")
        price = columns.required("price")
        fees = columns.optional("fees")
        currency = columns.required("currency")
        id = columns.optional("id")
        name = columns.optional("name")
        orderType = columns.optional("order_type")
        lot = columns.optional("lot")
        notes = columns.optional("notes")
        origin = columns.optional("from")
    }

    mutating func read(_ row: TableRow, into draft: inout Draft) {
        let before = draft.diagnostics.count
        let time = draft.time(row, date)
        let action = readAction(row, &draft)
        let received = action == .exchange ? readReceived(row, &draft) : nil
        let security = action == .exchange ? nil : security(row, &draft)
        let origin = draft.symbol(row, origin).map { draft.securities.index(symbol: $0) }
        let currency = readCurrency(action, row, &draft)
        let fees = draft.amount(row, self.fees) ?? 0
        let orderType = readOrderType(row, &draft)
        let (id, lot, notes) = (draft.name(row, id), draft.name(row, lot), draft.text(row, notes))
        guard let action else {
            // Regardless of the intended action, the figures must be numbers.
            for column in [quantity, price] { _ = draft.number(row, column) }
            return
        }
        if action.needsSecurity, security == nil, row[symbol].isEmpty {
            draft.report(.malformedTable, "A row with this action needs a symbol.", row, symbol)
        }
        if action == .merger, origin == nil {
            draft.report(.malformedTable, "A merger needs the symbol of the shares given up in the column from.", row)
        }
        let figures =
            action.needsSecurity || action == .exchange ? shares(action, row, &draft) : payment(action, row, &draft)
        guard draft.diagnostics.count == before, let time, let currency, let figures else { return }
        var entry = Entry(
            action, security: security, time: time, currency: currency, quantity: figures.quantity,
            price: figures.price, fees: fees, amount: figures.amount, id: id, orderType: orderType, lot: lot,
            notes: notes, line: Int32(clamping: row.line))
        entry.origin = origin
        if let received {
            entry.received = received
            // The price is what one unit of the currency received cost.
            entry.amount = figures.price.map { (figures.quantity * $0).rounded(toPlaces: 20) }
            entry.price = nil
        }
        // The tax of a reversed dividend is refunded as well.
        if action == .dividend, entry.gross < 0 { entry.fees = -fees }
        if action == .split { entry.fees = 0 }
        draft.file.entries.append(entry)
        // The shares of a split cost nothing, so its fees are a separate entry.
        if action == .split, fees != 0 {
            draft.file.entries.append(
                Entry(
                    .fee, security: security, time: time, currency: currency, amount: fees, id: id, line: entry.line))
        }
    }

    /// Returns the currency of a row.
    ///
    /// A split without fees moves no money, and need not state one.
    private func readCurrency(_ action: Action?, _ row: TableRow, _ draft: inout Draft) -> CurrencyCode? {
        guard row[currency].isEmpty else { return draft.currency(row, currency) }
        if action == .split, row[fees].allSatisfy({ $0 == "0" || $0 == "." }) {
            return draft.file.entries.last?.currency ?? .usd
        }
        draft.report(.malformedTable, "The column currency is empty.", row, currency)
        return nil
    }

    private typealias Figures = (quantity: Amount, price: Amount?, amount: Amount?)

    private func shares(_ action: Action, _ row: TableRow, _ draft: inout Draft) -> Figures? {
        let quantity = draft.positive(row, quantity)
        var figure: Amount?
        if row[price].isEmpty {
            if !Self.priceless.contains(action) {
                draft.report(.malformedTable, "The column price is empty.", row, price)
            }
        } else {
            figure =
                action.pricesShares || action == .exchange ? draft.positive(row, price) : draft.amount(row, price)
        }
        return quantity.map { ($0, figure, nil) }
    }

    /// The actions on shares that need no price.
    private static let priceless: Set<Action> = [.split, .merger, .transferIn, .transferOut, .spinOff]

    /// Returns the currency received in an exchange, which stands in place of a symbol.
    private func readReceived(_ row: TableRow, _ draft: inout Draft) -> CurrencyCode? {
        guard let currency = CurrencyCode(row[symbol]) else {
            draft.report(
                .malformedTable, "The symbol of an exchange is not the code of the currency received.", row, symbol)
            return nil
        }
        if currency == CurrencyCode(row[self.currency]) {
            draft.report(.malformedTable, "An exchange needs two currencies.", row, symbol)
        }
        return currency
    }

    /// Returns the payment of a row.
    ///
    /// The amount is quantity times price; a missing factor counts as 1.
    private func payment(_ action: Action, _ row: TableRow, _ draft: inout Draft) -> Figures? {
        if row[quantity].isEmpty, row[price].isEmpty {
            draft.report(.malformedTable, "The amount is missing: write it as the price.", row, price)
            return nil
        }
        let before = draft.diagnostics.count
        let (quantity, price) = (draft.number(row, quantity), draft.number(row, price))
        guard draft.diagnostics.count == before else { return nil }
        let amount = ((quantity ?? 1) * (price ?? 1)).rounded(toPlaces: 20)
        if amount < 0 {
            guard [.dividend, .interest, .fee, .tax].contains(action) else {
                draft.report(.malformedTable, "The amount of this action must not be negative.", row, self.price)
                return nil
            }
            return (0, nil, amount)
        }
        if quantity == 0 { return (0, nil, 0) }
        // Two negative factors result in a positive amount; the numbers of an entry are positive.
        if let quantity, quantity < 0 { return (-quantity, price.map { -$0 }, nil) }
        return (quantity ?? 0, price, nil)
    }

    private func readAction(_ row: TableRow, _ draft: inout Draft) -> Action? {
        guard let column = action else { return .opening }
        guard let action = Action(rawValue: row[column].uppercased()), Self.actions.contains(action) else {
            let known = Self.actions.map(\.rawValue).joined(separator: ", ")
            draft.report(.unknownAction, "The action is not one of \(known).", row, column)
            return nil
        }
        return action
    }

    /// The actions allowed in our own tables.
    private static let actions = Action.allCases.filter { $0 != .addedShares && $0 != .opening }

    private func readOrderType(_ row: TableRow, _ draft: inout Draft) -> OrderType {
        guard let column = orderType, !row[column].isEmpty else { return .market }
        guard let type = OrderType(rawValue: row[column].uppercased()) else {
            let known = OrderType.allCases.map(\.rawValue).joined(separator: ", ")
            draft.report(.malformedTable, "The order type is not one of \(known).", row, column)
            return .market
        }
        return type
    }

    private mutating func security(_ row: TableRow, _ draft: inout Draft) -> Int32? {
        guard let symbol = draft.symbol(row, symbol) else { return nil }
        guard let name = draft.text(row, name) else { return draft.securities.index(symbol: symbol) }
        if let known = named[symbol], known.name == name { return known.index }
        let index = draft.securities.index(of: Security(symbol: symbol, name: name))
        named[symbol] = (name, index)
        return index
    }
}
