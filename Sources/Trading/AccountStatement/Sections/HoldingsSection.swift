import Foundation
import Trading
package import Typesetting

/// The holdings, with weights and totals.
package struct HoldingsSection {
    private let content: StatementContent
    private let style: StatementStyle

    package init(_ content: StatementContent, _ style: StatementStyle) {
        self.content = content
        self.style = style
    }

    package var blocks: AnySequence<FlowBlock> {
        let holdings = content.holdings.holdings
        let heading = StatementStyle.heading("Holdings")
        guard !holdings.isEmpty else {
            return AnySequence([heading, StatementStyle.paragraph("Nothing is held on \(content.period.to).")])
        }
        let summary = content.holdings.summary
        let columns: [StatementStyle.Column] = [
            .text("Security", .share(84)), style.shares("Shares", 50), .figures("Average cost", 52),
            .figures("Price", 58), .figures("Cost", 60), .figures("Value", 60), .figures("Gain", 60),
            .figures("Gain", 44), .figures("Weight", 44),
        ]
        let last = holdings.indices.last
        return AnySequence(
            [heading, style.table(columns, summary: "What is held on \(summary.asOf), the largest value first")],
            holdings.indices.lazy.map { row(holdings[$0], staysWithNext: $0 == last) },
            [
                style.totals(
                    "Total", span: 4,
                    [
                        FigureText.money(summary.totalInvested), FigureText.money(summary.totalCurrentValue),
                        FigureText.money(summary.totalUnrealisedGain),
                        FigureText.percent(summary.totalUnrealisedGainPercent),
                        FigureText.percent(summary.totalCurrentValue == 0 ? 0 : 100),
                    ]),
                .end,
                StatementStyle.paragraph(
                    "Average cost, cost, value and gain are in \(content.currency), prices in the currency that "
                        + "stands below them. “Trade” marks the price of the last trade, where no file has a close. "
                        + "Weights are shares of the holdings’ value; rounded, they may not add up to 100.00 %.",
                    StatementStyle.note),
            ])
    }

    private func row(_ holding: Holding, staysWithNext: Bool) -> FlowBlock {
        let security = content.security(holding.security)
        let quote = holding.quote
        let name = security.name == security.label ? nil : security.name
        return .row(
            TableRow(
                [
                    style.text(security.label, detail: name, isBold: true, isRowHeader: true),
                    style.figure(FigureText.quantity(holding.quantity)),
                    style.figure(FigureText.price(holding.averagePrice)),
                    style.figure(
                        FigureText.price(quote.price),
                        detail: "\(quote.currency)\(quote.isTradePrice ? ", trade" : "")\n\(quote.day)"),
                    style.figure(FigureText.money(holding.cost)), style.figure(FigureText.money(holding.value)),
                    style.figure(FigureText.money(holding.gain)), style.figure(FigureText.percent(holding.gainPercent)),
                    style.figure(FigureText.percent(holding.weightPercent)),
                ], staysWithNext: staysWithNext))
    }
}
