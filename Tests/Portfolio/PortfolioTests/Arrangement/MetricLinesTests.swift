import Portfolio
import Testing

@Suite struct MetricLinesTests {
    @Test(
        "a line that is a figure is one",
        arguments: [
            ("98 % retention", PortfolioMetric(label: "retention", value: "98", unit: "%")),
            ("98% retention", PortfolioMetric(label: "retention", value: "98", unit: "%")),
            ("- +12.5% growth per year", PortfolioMetric(label: "growth per year", value: "+12.5", unit: "%")),
            ("Clients: 40", PortfolioMetric(label: "Clients", value: "40")),
            ("Clients : 1,200+", PortfolioMetric(label: "Clients", value: "1,200+")),
            ("40+ happy clients", PortfolioMetric(label: "happy clients", value: "40+")),
            ("2.5M users", PortfolioMetric(label: "users", value: "2.5M")),
            ("Revenue: €2M", PortfolioMetric(label: "Revenue", value: "€2M")),
            ("Conversion: 4.2 %", PortfolioMetric(label: "Conversion", value: "4.2", unit: "%")),
            ("3x faster delivery", PortfolioMetric(label: "faster delivery", value: "3x")),
        ])
    func found(_ line: String, _ metric: PortfolioMetric) {
        #expect(MetricLines.metric(in: line) == metric)
    }

    @Test(
        "years, addresses, sizes, telephone numbers and sentences are none",
        arguments: [
            "2019 Lisbon", "24 Rue Longue", "3 chairs", "Phone: 5551234", "Tel: 0612", "Year: 2019", "Size: 40 cm",
            "Since 2019: 40", "We kept 98 % of our clients", "98 % retention, which is much.", "Clients: about 40",
            "Account: 12", "Members: 12345678", "ISO: 400", "Clients:", ": 40", "98 %", "40", "", "https://a.org: 40",
            "Time: 12:30", "Ratio: 3/4", "1.2.3: 4", "5Kg wood", "12 % of all people who came to us",
            "Score: 12..3", "98 % 97 %", "5 m wall",
        ])
    func none(_ line: String) {
        #expect(MetricLines.metric(in: line) == nil)
    }

    @Test("a text gives at most twelve figures, in its order")
    func limit() {
        let text = (0..<40).map { "Item \(Character(UnicodeScalar(97 + UInt8($0 % 26)))): \($0)" }.joined(
            separator: "\r\n")
        let metrics = MetricLines.metrics(in: text)
        #expect(metrics.map(\.value) == (0..<12).map(String.init))
    }
}
