import Trading
import Typesetting

/// The holdings, lot by lot.
struct LotsSection {
    private let content: StatementContent
    private let style: StatementStyle

    init(_ content: StatementContent, _ style: StatementStyle) {
        self.content = content
        self.style = style
    }

    var blocks: AnySequence<FlowBlock> {
        let lots = content.holdings.lots(of: content.ledger)
        guard !lots.isEmpty else { return AnySequence([]) }
        let summary = content.holdings.summary
        let columns: [StatementStyle.Column] = [
            .text("Security", .share(80)), .text("Opened", .share(54)), .figures("Days", 36),
            style.shares("Shares", 64),
            .figures("Cost", 66), .figures("Value", 66), .figures("Gain", 62), .figures("Gain", 48),
        ]
        let last = lots.count - 1
        return AnySequence(
            [
                StatementStyle.heading("Unrealised gains by lot"),
                style.table(columns, summary: "The lots that are held on \(summary.asOf)"),
            ],
            lots.indices.lazy.map { row(lots[$0], staysWithNext: $0 == last) },
            [
                style.totals(
                    "Total", span: 4,
                    [
                        FigureText.money(summary.totalInvested), FigureText.money(summary.totalCurrentValue),
                        FigureText.money(summary.totalUnrealisedGain),
                        FigureText.percent(summary.totalUnrealisedGainPercent),
                    ]), .end,
            ])
    }

    private func row(_ lot: HeldLot, staysWithNext: Bool) -> FlowBlock {
        let opened = content.journal.entries[Int(lot.entry)].time.day
        return .row(
            TableRow(
                [
                    style.text(content.security(lot.security).label, isRowHeader: true), style.text("\(opened)"),
                    style.figure(FigureText.quantity(Amount(content.period.to.days(since: opened)))),
                    style.figure(FigureText.quantity(lot.quantity)), style.figure(FigureText.money(lot.cost)),
                    style.figure(FigureText.money(lot.value)), style.figure(FigureText.money(lot.gain)),
                    style.figure(FigureText.percent(lot.gainPercent)),
                ], staysWithNext: staysWithNext))
    }
}
