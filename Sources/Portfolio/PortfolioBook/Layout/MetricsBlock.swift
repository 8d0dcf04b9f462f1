import Geometry
import Foundation
import Portfolio
import Typesetting

/// Places figures side by side, each above its label.
struct MetricsBlock {
    let setting: BookSetting
    let flow: PageFlow

    /// The maximum number of figures in a row.
    private var columns: Int { setting.grid.isWide ? 5 : 4 }
    private var sizes: [Double] {
        let sizes = setting.grid.sizes
        return [sizes.title, sizes.figure, sizes.heading, sizes.subtitle, sizes.lead]
    }

    func place(_ metrics: [PortfolioMetric]) {
        guard !metrics.isEmpty else { return }
        // Rows of about equal length.
        let rows = (metrics.count + columns - 1) / columns
        let count = (metrics.count + rows - 1) / rows
        for start in stride(from: 0, to: metrics.count, by: count) {
            place(row: metrics[start..<min(start + count, metrics.count)], columns: count)
            if start + count < metrics.count { flow.space(18) }
        }
    }

    private func place(row: ArraySlice<PortfolioMetric>, columns: Int) {
        let grid = setting.grid
        let palette = setting.palette
        let width = (grid.content.width - Double(columns - 1) * BookGrid.gutter) / Double(columns)
        let values = row.map { metric in
            let text = metric.value + (metric.unit.map { $0.isEmpty ? "" : "\u{202F}\($0)" } ?? "")
            return (text: text, fit: fitValue(text, width: width))
        }
        // All figures of a row have the same size.
        let size = values.map(\.fit.size).min() ?? setting.grid.sizes.lead
        let fitted = values.map { value in
            setting.fit(
                value.text, BookType.sans(size, weight: 700, color: palette.accent), width: width, spacing: 1.15)
        }
        let labels = row.map { metric in
            setting.fit(
                Self.label(of: metric), BookType.sans(setting.grid.sizes.body, color: palette.faint), width: width,
                spacing: 1.35)
        }
        let top = 10.0
        let tallest = fitted.map(\.height).max() ?? 0
        let height = top + tallest + 4 + (labels.map(\.height).max() ?? 0)
        flow.reserve(height)
        var items: [PlannedItem] = []
        for (column, (value, label)) in zip(fitted, labels).enumerated() {
            let x = grid.content.x + Double(column) * (width + BookGrid.gutter)
            items.append(.box(Region(x: x, y: flow.y, width: width, height: 0.75), palette.rule, radius: 0))
            items.append(value.planned(x: x, y: flow.y + top, size: size))
            items.append(label.planned(x: x, y: flow.y + top + tallest + 4, size: setting.grid.sizes.body))
        }
        flow.place(items, height: height)
    }

    private func fitValue(_ text: String, width: Double) -> (text: FittedText, size: Double) {
        setting.fit(text, sizes: sizes, lines: 1, width: width) {
            BookType.sans($0, weight: 700, color: setting.palette.accent)
        }
    }

    /// Returns the label with the change of the figure.
    private static func label(of metric: PortfolioMetric) -> String {
        guard let trend = metric.trend else { return metric.label }
        let sign =
            switch trend.direction {
            case .up: "↑"
            case .down: "↓"
            case .neutral: "→"
            }
        let share =
            trend.percentage.rounded() == trend.percentage && abs(trend.percentage) < 1e9
            ? "\(Int(trend.percentage))" : "\(trend.percentage)"
        return "\(metric.label)\n\(sign) \(share)\u{202F}%"
    }
}
