import Geometry
import Trading
import Typesetting

/// A chart of horizontal bars, labelled with names and figures.
///
/// It does not depend on colour.
struct BarChart {
    /// The compared items, such as `holding`.
    var title: String
    var bars: [Bar]
    var currency: CurrencyCode

    /// One bar.
    struct Bar {
        var name: String
        var value: Amount
        /// The share of the total in percent, to two places.
        var percent: Amount
    }

    private static let width = 500.0
    private static let pitch = 15.0
    private static let left = 128.0
    private static let right = 352.0
    private static let text = TextStyle(size: 8)

    /// The chart, with its figures in an alternative text.
    var figure: FlowBlock {
        let greatest = bars.map(\.value).max() ?? 0
        var commands: [Drawing.Command] = []
        for (index, bar) in bars.enumerated() {
            let top = Double(index) * Self.pitch
            let length =
                greatest > 0 ? max(0.5, (bar.value / greatest).double * (Self.right - Self.left)) : 0.5
            commands += [
                .text(
                    TextRun(Self.shortened(bar.name), Self.text), x: Self.left - 6, baseline: top + 10,
                    alignment: .end),
                .fill(
                    [.rectangle(Region(x: Self.left, y: top + 2.5, width: length, height: Self.pitch - 5))],
                    Color(red: 0.20, green: 0.36, blue: 0.53)),
                .text(
                    TextRun(figures(of: bar), Self.text), x: Self.left + length + 5, baseline: top + 10,
                    alignment: .start),
            ]
        }
        let height = Double(bars.count) * Self.pitch + 2
        commands.append(
            .stroke(
                [.move(x: Self.left, y: 0), .line(x: Self.left, y: height)], Color(gray: 0.3), width: 0.75, dashes: []))
        let listed = bars.map { "\($0.name) \(figures(of: $0))" }.joined(separator: ", ")
        return .figure(
            Figure(
                .drawing(Drawing(size: PageSize(width: Self.width, height: height), commands: commands)),
                alternativeText: "Bar chart of the holdings’ value by \(title) in \(currency): \(listed)."))
    }

    private func figures(of bar: Bar) -> String {
        "\(FigureText.money(bar.value)) (\(FigureText.percent(bar.percent)))"
    }

    /// Returns a name that fits beside the bar; wide letters count twice.
    static func shortened(_ name: String) -> String {
        var width = 0
        var result = ""
        for character in name {
            width += (character.unicodeScalars.first?.value ?? 0) >= 0x1100 ? 2 : 1
            if width > 24 { return result + "…" }
            result.append(character)
        }
        return result
    }
}
