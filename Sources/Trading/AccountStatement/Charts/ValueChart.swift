import Geometry
import Foundation
import Trading
import Typesetting

/// A chart of the account's value and the money paid in.
///
/// They are a solid and a dashed line.
struct ValueChart {
    private let days: [DailyValue]
    private let currency: CurrencyCode

    /// Maximum number of points of a line.
    private static let maximumPointCount = 1_500

    /// Creates a chart, or `nil` if there are fewer than two days.
    init?(_ performance: Performance, currency: CurrencyCode) {
        guard performance.days.count > 1 else { return nil }
        days = performance.days
        self.currency = currency
    }

    private static let size = PageSize(width: 500, height: 190)
    private static let (top, bottom, right) = (22.0, 168.0, 494.0)
    /// The width of a date on the axis, including the gap to the next one.
    private static let dateWidth = 60.0
    private static let label = TextStyle(size: 7.5, color: Color(gray: 0.25))

    /// The chart, with its figures in an alternative text.
    var figure: FlowBlock {
        let values = days.flatMap { [$0.value.double, $0.paidIn.double] }
        let scale = Scale(least: min(0, values.min() ?? 0), greatest: max(0, values.max() ?? 0))
        let labels = scale.ticks.map { tick in (tick, FigureText.quantity(Amount(tick, places: 2) ?? 0)) }
        let left = 10 + 4.4 * Double(labels.map(\.1.count).max() ?? 0)
        func y(_ value: Double) -> Double {
            Self.bottom - (value - scale.least) / (scale.greatest - scale.least) * (Self.bottom - Self.top)
        }
        let span = Double(max(1, days[days.count - 1].day.days(since: days[0].day)))
        func x(_ day: Day) -> Double {
            left + Double(day.days(since: days[0].day)) / span * (Self.right - left)
        }
        var commands: [Drawing.Command] = labels.flatMap { tick, text -> [Drawing.Command] in
            [
                .stroke(
                    [.move(x: left, y: y(tick)), .line(x: Self.right, y: y(tick))],
                    Color(gray: tick == 0 ? 0.3 : 0.85), width: tick == 0 ? 0.75 : 0.4, dashes: []),
                .text(TextRun(text, Self.label), x: left - 5, baseline: y(tick) + 2.7, alignment: .end),
            ]
        }
        // There are no more dates than days, or than fit beside each other.
        let steps = max(1, min(4, Int(span), Int((Self.right - left) / Self.dateWidth)))
        for step in 0...steps {
            let day = days[0].day.advanced(by: Int((span * Double(step) / Double(steps)).rounded()))
            commands += [
                .stroke(
                    [.move(x: x(day), y: Self.bottom), .line(x: x(day), y: Self.bottom + 3)], Color(gray: 0.3),
                    width: 0.75, dashes: []),
                .text(
                    TextRun("\(day)", Self.label), x: x(day), baseline: Self.bottom + 13,
                    alignment: step == 0 ? .start : step == steps ? .end : .center),
            ]
        }
        let points = self.points
        commands += [
            .stroke(
                points.enumerated().flatMap { index, point -> [PathStep] in
                    let (px, py) = (x(point.day), y(point.paidIn.double))
                    return index == 0
                        ? [.move(x: px, y: py)]
                        : [.line(x: px, y: y(points[index - 1].paidIn.double)), .line(x: px, y: py)]
                }, Color(gray: 0.35), width: 1.1, dashes: [4, 3]),
            .stroke(
                points.enumerated().map { index, point in
                    let (px, py) = (x(point.day), y(point.value.double))
                    return index == 0 ? .move(x: px, y: py) : .line(x: px, y: py)
                }, Color(red: 0.10, green: 0.27, blue: 0.48), width: 1.6, dashes: []),
        ]
        commands += legend(left)
        return .figure(
            Figure(
                .drawing(Drawing(size: Self.size, commands: commands)), alternativeText: alternativeText))
    }

    private func legend(_ left: Double) -> [Drawing.Command] {
        let y = 8.0
        let second = left + 150
        return [
            .stroke(
                [.move(x: left, y: y - 2.5), .line(x: left + 22, y: y - 2.5)],
                Color(red: 0.10, green: 0.27, blue: 0.48), width: 1.6, dashes: []),
            .text(TextRun("Value in \(currency)", Self.label), x: left + 27, baseline: y, alignment: .start),
            .stroke(
                [.move(x: second, y: y - 2.5), .line(x: second + 22, y: y - 2.5)], Color(gray: 0.35), width: 1.1,
                dashes: [4, 3]),
            .text(TextRun("Paid in, less paid out", Self.label), x: second + 27, baseline: y, alignment: .start),
        ]
    }

    /// The days to draw: all of them, or an even selection that includes the last.
    private var points: [DailyValue] {
        let step = (days.count + Self.maximumPointCount - 1) / Self.maximumPointCount
        guard step > 1 else { return days }
        let chosen = stride(from: 0, to: days.count - 1, by: step).map { days[$0] }
        return chosen + [days[days.count - 1]]
    }

    private var alternativeText: String {
        let (first, last) = (days[0], days[days.count - 1])
        let least = days.min { $0.value < $1.value } ?? first
        let greatest = days.max { $0.value < $1.value } ?? last
        return "Line chart of the account’s value and the money paid in, in \(currency), from \(first.day) to "
            + "\(last.day). Value: \(FigureText.money(first.value)) at the beginning, "
            + "\(FigureText.money(last.value)) at the end, least \(FigureText.money(least.value)) on \(least.day), "
            + "greatest \(FigureText.money(greatest.value)) on \(greatest.day). Paid in less paid out: "
            + "\(FigureText.money(first.paidIn)) at the beginning, \(FigureText.money(last.paidIn)) at the end."
    }

    /// An axis with round numbers as ticks.
    struct Scale {
        let least: Double
        let greatest: Double
        let ticks: [Double]

        init(least: Double, greatest: Double) {
            let range = max(greatest - least, 0.01)
            let power = pow(10, floor(log10(range / 5)))
            let step = [1, 2, 2.5, 5, 10].map { $0 * power }.first { range / $0 <= 5.0001 } ?? 10 * power
            let first = (least / step).rounded(.down)
            let last = max((greatest / step).rounded(.up), first + 1)
            ticks = stride(from: first, through: last, by: 1).map { $0 * step }
            self.least = first * step
            self.greatest = last * step
        }
    }
}
