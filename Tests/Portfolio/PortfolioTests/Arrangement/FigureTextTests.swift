import Portfolio
import Testing

@Suite("Texts that consist of figures") struct FigureTextTests {
    private func arrangement(_ text: String, metrics: [PortfolioMetric] = []) throws -> Arrangement {
        try Sample.contents(
            [.file("a.jpg", Sample.photo(1)), .file("facts.txt", Sample.text(text))], category: "Design",
            metrics: metrics
        ).arrangement()
    }

    private func isShown(_ arrangement: Arrangement) -> Bool {
        arrangement.sections.flatMap(\.blocks).contains { $0.inputs.contains(1) }
    }

    @Test("are shown as figures only, not as a text again")
    func figures() throws {
        let arrangement = try arrangement("Clients: 40\n98 % retention\n")
        #expect(!isShown(arrangement))
        #expect(
            arrangement.section(.credibility).contains {
                $0.content
                    == .metrics([
                        PortfolioMetric(label: "Clients", value: "40"),
                        PortfolioMetric(label: "retention", value: "98", unit: "%"),
                    ])
            })
    }

    @Test("are shown as a text if they have a line of words, or if the person gave other figures")
    func words() throws {
        #expect(isShown(try arrangement("Clients: 40\nAll of them came back.\n")))
        #expect(
            isShown(try arrangement("Clients: 40\n", metrics: [PortfolioMetric(label: "Chairs", value: "12")])))
    }
}
