import Trading
import Typesetting

/// The realised gains of the period, lot by lot, with subtotals by security and year.
struct GainsSection {
    private let content: StatementContent
    private let style: StatementStyle

    init(_ content: StatementContent, _ style: StatementStyle) {
        self.content = content
        self.style = style
    }

    var blocks: AnySequence<FlowBlock> {
        let heading = StatementStyle.heading("Realised gains")
        guard !content.gains.isEmpty else {
            return AnySequence([heading, StatementStyle.paragraph("Nothing was sold in the period.")])
        }
        let columns: [StatementStyle.Column] = [
            .text("Opened", .share(54)), .text("Sold", .share(54)), .figures("Days", 34), style.shares("Shares", 62),
            .figures("Cost", 66), .figures("Proceeds", 66), .figures("Gain", 62), .figures("Gain", 48),
        ]
        let total = Sums(content.gains.lazy.map { content.ledger.gains[$0] })
        let groups = self.groups
        return AnySequence(
            [
                heading,
                style.table(columns, summary: "Gains realised in \(content.currency), by security and year of sale"),
            ],
            groups.lazy.flatMap { rows(of: $0) },
            [
                totals("Total", total), .end,
                StatementStyle.paragraph(
                    "Costs and proceeds are in \(content.currency), with their parts of the fees.\(parts)",
                    StatementStyle.note),
            ])
    }

    /// The parts of the gains from prices and from exchange rates, as a sentence.
    private var parts: String {
        let gains = content.gains.lazy.map { content.ledger.gains[$0] }
        guard gains.contains(where: { $0.currencyGain != nil }) else { return "" }
        let (prices, rates) = (gains.reduce(0) { $0 + $1.priceGain }, gains.reduce(0) { $0 + ($1.currencyGain ?? 0) })
        return
            " Of the gains, \(FigureText.money(prices)) come from prices and \(FigureText.money(rates)) from exchange "
            + "rates, at which the cost is worth more or less on the day of the sale."
    }

    /// Sums of gains, with money as shown and percentages of the exact figures.
    private struct Sums {
        var cost: Amount = 0
        var proceeds: Amount = 0
        var gain: Amount = 0
        private var exactCost: Amount = 0
        private var exactProceeds: Amount = 0

        var gainPercent: Amount? { (exactProceeds - exactCost).percentage(of: exactCost) }

        init(_ gains: some Sequence<RealisedGain>) {
            for row in gains {
                cost += row.cost
                proceeds += row.proceeds
                gain += row.gain
                exactCost += row.exactCost
                exactProceeds += row.exactProceeds
            }
        }
    }

    /// The gains of one security and year, as indices of the ledger's.
    private struct Group {
        var security: Int32
        var year: Int
        var gains: [Int32]
    }

    private var groups: [Group] {
        let ledger = content.ledger
        func year(_ index: Int32) -> Int { content.journal.entries[Int(ledger.gains[Int(index)].closed)].time.day.year }
        let order = content.gains.map { Int32($0) }.map { ($0, ledger.gains[Int($0)].security, year($0)) }
            .sorted { ($0.1, $0.2, $0.0) < ($1.1, $1.2, $1.0) }
        var groups: [Group] = []
        for (index, security, year) in order {
            if groups.last?.security != security || groups.last?.year != year {
                groups.append(Group(security: security, year: year, gains: []))
            }
            groups[groups.count - 1].gains.append(index)
        }
        return groups
    }

    private func rows(of group: Group) -> AnySequence<FlowBlock> {
        let security = content.security(group.security)
        let title = [security.label, security.name == security.label ? nil : security.name].compactMap { $0 }
            .joined(separator: " · ")
        let gains = group.gains
        return AnySequence(
            [.row(TableRow([style.text(title, isBold: true, span: 8, isRowHeader: true)], staysWithNext: true))],
            gains.indices.lazy.map {
                row(content.ledger.gains[Int(gains[$0])], staysWithNext: $0 == gains.count - 1)
            },
            [
                totals(
                    "\(security.label) \(group.year)", Sums(gains.lazy.map { content.ledger.gains[Int($0)] }))
            ])
    }

    private func row(_ gain: RealisedGain, staysWithNext: Bool) -> FlowBlock {
        let opened = content.journal.entries[Int(gain.opened)].time.day
        let closed = content.journal.entries[Int(gain.closed)].time.day
        return .row(
            TableRow(
                [
                    style.text("\(opened)"), style.text("\(closed)"),
                    style.figure(FigureText.quantity(Amount(closed.days(since: opened)))),
                    style.figure(FigureText.quantity(gain.quantity)), style.figure(FigureText.money(gain.cost)),
                    style.figure(FigureText.money(gain.proceeds)), style.figure(FigureText.money(gain.gain)),
                    style.figure(FigureText.percent(gain.gainPercent)),
                ], staysWithNext: staysWithNext))
    }

    private func totals(_ title: String, _ sums: Sums) -> FlowBlock {
        style.totals(
            title, span: 4,
            [
                FigureText.money(sums.cost), FigureText.money(sums.proceeds), FigureText.money(sums.gain),
                FigureText.percent(sums.gainPercent),
            ])
    }
}
