import Foundation
import Trading

extension AccountView {
    /// The holdings as a table, largest value first.
    package var holdingsTable: SpreadsheetTable {
        let heads = [
            "symbol", "name", "isin", "sector", "quantity", "price", "price_currency", "price_date", "average_price",
            "cost", "value", "gain", "gain_percent", "weight_percent", "purchased", "currency",
        ]
        let holdings = holdings.holdings
        return SpreadsheetTable(heads, rowCount: holdings.count) { index in
            let holding = holdings[index]
            let security = security(holding.security)
            return [
                .text(security.label), .text(security.name ?? ""), .text(security.isin ?? ""),
                .text(security.sector ?? ""), .number(holding.quantity), .number(holding.quote.price.shownPrice),
                .text(holding.quote.currency.description), .text(holding.quote.day.description),
                .price(holding.averagePrice), .money(holding.cost), .money(holding.value), .money(holding.gain),
                holding.gainPercent.map { .money($0) } ?? .empty, .money(holding.weightPercent),
                .text(holding.purchased.description), .text(currency),
            ]
        }
    }

    /// The realised gains as a table, in the order of sales.
    package var gainsTable: SpreadsheetTable {
        let heads = [
            "symbol", "name", "isin", "opened", "sold", "days", "quantity", "cost", "proceeds", "gain", "gain_percent",
            "currency", "currency_gain",
        ]
        let entries = ledger.journal.entries
        let gains = ledger.gains
        return SpreadsheetTable(heads, rowCount: gains.count) { index in
            let gain = gains[index]
            let security = security(gain.security)
            let (opened, sold) = (entries[Int(gain.opened)].time.day, entries[Int(gain.closed)].time.day)
            return [
                .text(security.label), .text(security.name ?? ""), .text(security.isin ?? ""),
                .text(opened.description), .text(sold.description), .number(.init(sold.days(since: opened))),
                .number(gain.quantity), .money(gain.cost), .money(gain.proceeds), .money(gain.gain),
                gain.gainPercent.map { .money($0) } ?? .empty, .text(currency),
                gain.currencyGain.map { .money($0) } ?? .text(""),
            ]
        }
    }
}
