import Trading
package import Typesetting

/// The allocation of the holdings' value to holdings, sectors and currencies.
package struct AllocationSection {
    private let content: StatementContent

    /// Maximum number of bars; smaller parts are combined.
    private static let maximumBarCount = 12

    package init(_ content: StatementContent) {
        self.content = content
    }

    package var blocks: AnySequence<FlowBlock> {
        let holdings = content.holdings.holdings
        guard !holdings.isEmpty else { return AnySequence([]) }
        var blocks = [StatementStyle.heading("Allocation")]
        blocks += chart("By holding", "holding") { content.security($0.security).label }
        blocks += chart("By sector", "sector") { content.security($0.security).sector ?? "Not stated" }
        blocks += chart("By currency", "currency") { "\($0.quote.currency)" }
        return AnySequence(blocks)
    }

    private func chart(_ heading: String, _ title: String, _ name: (Holding) -> String) -> [FlowBlock] {
        var values: [String: Amount] = [:]
        for holding in content.holdings.holdings { values[name(holding), default: 0] += holding.value }
        var parts = values.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { (name: $0.key, value: $0.value) }
        if parts.count > Self.maximumBarCount {
            let rest = parts[(Self.maximumBarCount - 1)...]
            let others = (
                name: "\(FigureText.quantity(Amount(rest.count))) others", value: rest.reduce(0) { $0 + $1.value }
            )
            parts = parts.prefix(Self.maximumBarCount - 1) + [others]
        }
        let total = content.holdings.summary.totalCurrentValue
        let bars = parts.map {
            BarChart.Bar(name: $0.name, value: $0.value, percent: $0.value.percent(of: total))
        }
        return [
            StatementStyle.heading(heading, level: 3),
            BarChart(title: title, bars: bars, currency: content.currency).figure,
        ]
    }
}
