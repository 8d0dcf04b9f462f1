import Foundation
import Trading
import Typesetting

/// All trades and payments of the period, with their effect on the cash.
struct EntriesSection {
    private let content: StatementContent
    private let style: StatementStyle

    init(_ content: StatementContent, _ style: StatementStyle) {
        self.content = content
        self.style = style
    }

    var blocks: AnySequence<FlowBlock> {
        let heading = StatementStyle.heading("Trades and cash")
        let columns: [StatementStyle.Column] = [
            .text("Day", .share(52)), .text("What", .share(76)), .text("Security", .share(70)),
            style.shares("Shares", 62), .figures("Price", 66), .figures("Fees", 50),
            .figures("Cash, \(content.currency)", 70),
        ]
        let opening = content.period.openingCash
        let last = content.entries.last
        return AnySequence(
            [
                heading, style.table(columns, summary: "Trades and payments of the period in their order"),
                style.totals("Cash before \(content.period.from)", span: 6, [FigureText.money(opening)]),
            ],
            content.entries.lazy.map { row($0, staysWithNext: $0 == last) },
            currencyGain + [
                style.totals(
                    "Cash on \(content.period.to)", span: 6, [FigureText.money(content.ledger.availableCash)]), .end,
                StatementStyle.paragraph(
                    "Prices and fees are in the currency of the trade, which stands below the price where it is not "
                        + "\(content.currency).", StatementStyle.note),
            ])
    }

    /// The change in value of foreign cash, without which the rows would not add up.
    private var currencyGain: [FlowBlock] {
        guard content.period.currencyGain != 0 else { return [] }
        return [
            style.totals("Foreign cash, by exchange rates", span: 6, [FigureText.money(content.period.currencyGain)])
        ]
    }

    private func row(_ index: Int, staysWithNext: Bool) -> FlowBlock {
        let entry = content.journal.entries[index]
        let isForeign = entry.currency != content.currency
        let isTrade = entry.action.needsSecurity
        let isSplit = entry.action.isSplit
        let price =
            switch entry.action {
            case .exchange:
                entry.received.map { "\(FigureText.money(entry.gross)) for \(FigureText.money(entry.quantity)) \($0)" }
                    ?? FigureText.money(-entry.gross)
            case .merger:
                entry.origin.map { "for \(content.security($0).label)" } ?? ""
            case .split:
                "\(FigureText.quantity(entry.quantity)) for \(FigureText.quantity(entry.price ?? 1))"
            case .addedShares: ""
            default: isTrade ? entry.price.map(FigureText.price) ?? "" : ""
            }
        return .row(
            TableRow(
                [
                    style.text("\(entry.time.day)"), style.text(Self.name(of: entry.action)),
                    style.text(entry.security.map { content.security($0).label } ?? ""),
                    style.figure(isTrade && entry.action != .split ? FigureText.quantity(entry.quantity) : ""),
                    style.figure(price, detail: isForeign && !isSplit ? "\(entry.currency)" : nil),
                    style.figure(entry.fees == 0 ? "" : FigureText.fees(entry.fees)),
                    style.figure(FigureText.money(content.ledger.cash[index])),
                ], staysWithNext: staysWithNext))
    }

    private static func name(of action: Action) -> String {
        switch action {
        case .buy: "Purchase"
        case .sell: "Sale"
        case .dividend: "Dividend"
        case .reinvest: "Dividend reinvested"
        case .interest: "Interest"
        case .deposit: "Paid in"
        case .withdrawal: "Paid out"
        case .fee: "Fee"
        case .tax: "Tax"
        case .split: "Split"
        case .addedShares: "Shares added"
        case .opening: "Held before"
        case .short: "Short sale"
        case .cover: "Purchase to cover"
        case .exchange: "Currency exchange"
        case .transferIn: "Shares brought in"
        case .transferOut: "Shares moved out"
        case .spinOff: "Spin-off"
        case .merger: "Merger"
        case .returnOfCapital: "Capital returned"
        }
    }
}
