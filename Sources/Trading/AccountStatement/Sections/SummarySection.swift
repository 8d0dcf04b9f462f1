import Trading
package import Typesetting

/// The first page, with the change of the account's value and its returns.
package struct SummarySection {
    private let content: StatementContent
    private let style: StatementStyle

    package init(_ content: StatementContent) {
        self.content = content
        // Two columns have room for any figure.
        style = StatementStyle(widestAmount: 0)
    }

    package var blocks: AnySequence<FlowBlock> {
        AnySequence(title + column + returns + chart)
    }

    private var title: [FlowBlock] {
        let name = content.ledger.isIncomplete ? "\(content.title) – incomplete" : content.title
        let facts = [
            content.maskedNumber.map { "Account \($0)" }, content.journal.settings.owner, content.periodText,
            "all money in \(content.currency)",
        ]
        var blocks = [
            StatementStyle.heading(name, level: 1),
            StatementStyle.paragraph(facts.compactMap { $0 }.joined(separator: " · "), StatementStyle.note),
        ]
        if content.ledger.isIncomplete {
            let count = content.journal.omissions.count
            blocks.append(
                StatementStyle.notice(
                    "Incomplete.",
                    "\(count == 1 ? "One line" : "\(count) lines") of the account’s files could not be booked, so that "
                        + "every figure may be wrong. The section Sources lists what was left out."))
        }
        blocks += content.coverageNotes.map { StatementStyle.paragraph($0, StatementStyle.note) }
        return blocks + [StatementStyle.paragraph("This is not a tax document.", StatementStyle.note)]
    }

    /// The rows from the opening to the closing value.
    private var changes: [(String, Amount)] {
        let totals = content.period.totals
        let always: [(String, Amount)] = [
            ("Paid in", totals.deposits), ("Paid out", -totals.withdrawals), ("Dividends", totals.dividends),
            ("Interest", totals.interest), ("Fees", -totals.fees), ("Taxes", -totals.taxes),
            ("Realised gains", content.period.realised),
            ("Change of unrealised gains", content.period.unrealisedChange),
        ]
        let sometimes: [(String, Amount)] = [
            ("Foreign cash, by exchange rates", content.period.currencyGain),
            ("Securities brought in, at cost", totals.openings), ("Rounding", content.period.rounding),
        ]
        return always + sometimes.filter { $0.1 != 0 }
    }

    private var column: [FlowBlock] {
        [
            StatementStyle.heading("Summary"),
            style.table(
                [.text("From \(content.period.from) to \(content.period.to)", .share(3)), .figures(money, 1)],
                summary: "How the account came from its opening to its closing value"),
            style.totals("Opening value", [FigureText.money(content.period.openingValue)]),
        ]
            + changes.map { title, amount in
                row(title, FigureText.money(amount), staysWithNext: true)
            } + [style.totals("Closing value", [FigureText.money(content.period.closingValue)]), .end]
    }

    private var returns: [FlowBlock] {
        let summary = content.holdings.summary
        let performance = content.performance
        return [
            style.table(
                [.text("On \(summary.asOf)", .share(3)), .figures(money, 1)],
                summary: "Cash and holdings at the end of the period"),
            row("Cash", FigureText.money(summary.availableCash)),
        ] + balances + [
            row(
                summary.holdingsCount == 1
                    ? "One holding, at its price"
                    : "\(FigureText.quantity(Amount(summary.holdingsCount))) holdings, at their prices",
                FigureText.money(summary.totalCurrentValue), staysWithNext: true),
            style.totals("Total value", [FigureText.money(summary.totalValue)]),
            row("What the holdings cost", FigureText.money(summary.totalInvested)),
            row(
                "Unrealised gain (\(FigureText.percent(summary.totalUnrealisedGainPercent)))",
                FigureText.money(summary.totalUnrealisedGain)),
            .end,
            style.table(
                [.text("Return of the period", .share(3)), .figures("", 1)],
                summary: "Returns and risk of the period"),
            row("Time-weighted return", FigureText.percent(fraction: performance.timeWeighted)),
            row("Money-weighted return, a year", FigureText.percent(fraction: performance.moneyWeighted)),
            row("Volatility, a year", FigureText.percent(fraction: performance.volatility)),
            row("Greatest loss since an earlier day", FigureText.percent(fraction: performance.drawdown)),
            .end,
        ]
    }

    /// The cash of each currency, if there are several.
    private var balances: [FlowBlock] {
        guard content.ledger.hasForeignCash else { return [] }
        return content.ledger.balances.sorted { $0.key < $1.key }.map { currency, amount in
            row("of which \(currency), in that currency", FigureText.money(amount))
        }
    }

    private var chart: [FlowBlock] {
        guard let chart = ValueChart(content.performance, currency: content.currency) else { return [] }
        return [StatementStyle.heading("Value and money paid in"), chart.figure]
    }

    private var money: String { "\(content.currency)" }

    private func row(_ title: String, _ figure: String, staysWithNext: Bool = false) -> FlowBlock {
        .row(
            TableRow([style.text(title, isRowHeader: true), style.figure(figure)], staysWithNext: staysWithNext))
    }
}
