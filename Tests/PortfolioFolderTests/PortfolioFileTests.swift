import FailureModel
import Foundation
import PipelineTestSupport
import Portfolio
import PortfolioFiles
import Testing

@Suite("Files that say how a portfolio is to be") struct PortfolioFileTests {
    private func failures(_ body: () throws -> Void) -> [Failure] {
        do {
            try body()
            return []
        } catch let failure as Failure {
            return failure.details.isEmpty ? [failure] : failure.details
        } catch {
            return [Failure("internal_error", "\(error)")]
        }
    }

    private func lines(_ failures: [Failure]) -> [Int?] { failures.map(\.line) }

    @Test("everything that a file can say is read")
    func whole() throws {
        let text = """
            title: Ada Lovelace
            subtitle: Engines and notes
            category: Design
            user: ada
            language: en
            date: 2026-01-31
            contact: {email: ada@example.org, phone: "+44 1", url: https://example.org}
            metrics:
              - {label: retention, value: 98, unit: "%", trend: {direction: up, percentage: 4.5}}
            inputs:
              - {file: "engine/*.jpg", title: The engine, caption: c, altText: a, cover: true}
              - {type: url, url: https://github.com/ada, title: Code, description: d}
              - text: I count.
                date: 2026-01-01
            edition:
              page: a4
              captions:
                a.jpg: b
            """
        let file = try PortfolioFileReader.portfolio(Data(text.utf8), name: "portfolio.yaml")
        var edition = PortfolioEdition()
        edition.page = .a4
        edition.captions = ["a.jpg": "b"]
        var expected = PortfolioFile(
            title: "Ada Lovelace", subtitle: "Engines and notes", category: "Design", user: "ada", language: "en",
            date: "2026-01-31",
            contact: PortfolioContact(email: "ada@example.org", phone: "+44 1", url: "https://example.org"),
            metrics: [
                PortfolioMetric(
                    label: "retention", value: "98", unit: "%", trend: .init(direction: .up, percentage: 4.5))
            ],
            edition: edition,
            inputs: [
                .init(.file("engine/*.jpg"), title: "The engine", caption: "c", altText: "a", isCover: true),
                .init(.url("https://github.com/ada"), title: "Code", description: "d"),
                .init(.text("I count."), date: "2026-01-01"),
            ])
        expected.lines = file.lines
        #expect(file == expected)
        #expect(
            file.lines["title"] == 1 && file.lines["contact.url"] == 7 && file.lines["metrics[0].trend.direction"] == 9)
        #expect(file.lines["inputs[1].url"] == 12 && file.lines["inputs[2].date"] == 14)
        #expect(file.lines["edition.captions.a.jpg"] == 18)
    }

    @Test("JSON is read like YAML")
    func json() throws {
        let text = #"{"title": "Ada \"A.\" L\u00E9", "inputs": [{"url": "https:\/\/example.org", "cover": false}]}"#
        let file = try PortfolioFileReader.portfolio(Data(text.utf8), name: "portfolio.json")
        #expect(file.title == #"Ada "A." Lé"# && file.inputs == [.init(.url("https://example.org"))])
    }

    @Test("all mistakes are reported with their lines")
    func mistakes() {
        let text = """
            titel: Ada
            contact: [a]
            metrics:
              - {label: x}
              - {label: x, value: 1, trend: {direction: sideways, percentage: y}}
            inputs:
              - {title: nothing}
              - {url: a, text: b}
              - {type: url, text: b}
              - {text: b, cover: perhaps}
            edition:
              page: a5
              bleed: 99mm
              maxSize: huge
              ppi: 1
              sections: [work, play]
            """
        let found = failures { _ = try PortfolioFileReader.portfolio(Data(text.utf8), name: "portfolio.yaml") }
        #expect(lines(found) == [1, 2, 4, 5, 5, 7, 8, 9, 10, 12, 13, 14, 15, 16])
        #expect(found.allSatisfy { $0.code == .malformedPortfolio })
        #expect(found.first?.message.contains("title") == true)
    }

    @Test("an edition is read with the lines of its values")
    func edition() throws {
        let text = """
            page: 16x9
            theme: dark
            accent: "#102030"
            maxSize: 10MB
            ppi: 150
            bleed: 3mm
            sections: [work, hook]
            cover: a.jpg
            omit:
              - b.jpg
              - c.jpg
            order: [d, e.jpg]
            titles: {d: D}
            altTexts: {e.jpg: E}
            json: true
            """
        let (edition, lines) = try PortfolioFileReader.edition(Data(text.utf8), name: "Ada.edition.yaml")
        #expect(edition.page == .widescreen && edition.theme == .dark && edition.accent == "#102030")
        #expect(edition.maxSize == 10_000_000 && edition.ppi == 150 && edition.bleed == 3 && edition.json == true)
        #expect(edition.sections == [.work, .hook] && edition.cover == "a.jpg" && edition.omit == ["b.jpg", "c.jpg"])
        #expect(edition.order == ["d", "e.jpg"] && edition.titles == ["d": "D"] && edition.altTexts == ["e.jpg": "E"])
        #expect(lines["omit[1]"] == 11 && lines["altTexts.e.jpg"] == 14)
        #expect(try PortfolioFileReader.edition(Data(), name: "e").edition == PortfolioEdition())
    }

    @Test("what would take all memory or stack is refused, and so is what is no text")
    func hostile() {
        let bomb = (0..<30).reduce("a0: &a0 [x]\n") { $0 + "a\($1 + 1): &a\($1 + 1) [*a\($1), *a\($1), *a\($1)]\n" }
        let deep = "title: " + String(repeating: "[", count: 100_000)
        let steps = String(repeating: "- ", count: 100_000) + "x"
        let many = "omit: [" + String(repeating: "a,", count: 50_000) + "]"
        for text in [bomb, deep, steps, many, "a: b: c", "\"", "{", "? [a]\n: b", "a: 1\na: 2"] {
            let found = failures { _ = try PortfolioFileReader.edition(Data(text.utf8), name: "e.yaml") }
            #expect(found.first?.code == .malformedPortfolio, "\(text.prefix(40))")
        }
        let binary = failures { _ = try PortfolioFileReader.edition(Data([0xFF, 0xFE, 0x00, 0x41]), name: "e.yaml") }
        #expect(binary.first?.code == .malformedPortfolio)
        let large = failures { _ = try PortfolioFileReader.edition(Data(count: 1 << 20 + 1), name: "e.yaml") }
        #expect(large.first?.code == .inputTooLarge)
    }

    @Test("no change of a byte crashes the reader")
    func fuzz() {
        var generator = SystemRandomNumberGenerator()
        let source = Data(
            "title: Ada\nmetrics: [{label: a, value: 1, trend: {direction: up, percentage: 1}}]\nedition: {omit: [a], captions: {b: c}}\n"
                .utf8)
        for _ in 0..<3_000 {
            var bytes = source
            for _ in 0..<Int.random(in: 1...5, using: &generator) {
                bytes[Int.random(in: 0..<bytes.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
            }
            let found = failures { _ = try PortfolioFileReader.portfolio(bytes, name: "p") }
            #expect(found.allSatisfy { $0.code == .malformedPortfolio })
        }
    }
}
