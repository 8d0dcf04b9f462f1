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
        expected.source = file.source
        #expect(file == expected && file.source.diagnostics == [] && file.source.name == "portfolio.yaml")
        let places = file.source.values
        #expect(places["title"] == .init(line: 1, column: 8) && places["contact.url"]?.line == 7)
        #expect(places["metrics[0].trend.direction"]?.line == 9)
        #expect(places["inputs[1].url"] == .init(line: 12, column: 22) && places["inputs[2].date"]?.line == 14)
        #expect(places["edition.captions.a.jpg"] == .init(line: 18, column: 12))
        #expect(file.source.keys["edition.captions.a.jpg"] == .init(line: 18, column: 5))
    }

    @Test("JSON is read like YAML")
    func json() throws {
        let text = #"{"title": "Ada \"A.\" L\u00E9", "inputs": [{"url": "https:\/\/example.org", "cover": false}]}"#
        let file = try PortfolioFileReader.portfolio(Data(text.utf8), name: "portfolio.json")
        #expect(file.title == #"Ada "A." Lé"# && file.inputs == [.init(.url("https://example.org"))])
    }

    private func mistakes(_ text: String, names: [String] = ["a.jpg"]) -> [Failure] {
        failures {
            _ = try FolderPlan(
                folderName: "Ada", entries: names.map { FolderEntry($0, size: 1) },
                file: try PortfolioFileReader.portfolio(Data(text.utf8), name: "portfolio.yaml")
            ) { _ in [] }
        }
    }

    @Test("all mistakes, of form and of content, are one answer in the order of lines")
    func mistakes() {
        let text = """
            titel: Ada
            subtitle: ""
            date: 31.1.2026
            contact: [a]
            metrics:
              - {label: x}
              - {label: x, value: 1, trend: {direction: sideways, percentage: y}}
              - {label: " ", value: 1}
            inputs:
              - {title: nothing, date: soon}
              - {url: a, text: b}
              - {type: url, text: b}
              - {text: b, cover: perhaps, title: \(String(repeating: "x", count: 101))}
            edition:
              page: a5
              bleed: 99mm
              maxSize: huge
              ppi: 1
              sections: [work, play]
              accent: red
              omit: [a.jpg, [b], c.jpg]
              captions: {d.jpg: "", a.jpg: ""}
              maxSize: 10
            date: 2026-01-31
            """
        let found = mistakes(text)
        #expect(
            lines(found) == [
                1, 2, 3, 4, 6, 7, 7, 8, 10, 10, 11, 12, 13, 13, 15, 16, 17, 18, 19, 20, 21, 21, 22, 22, 22, 23, 24,
            ])
        #expect(found.allSatisfy { [.malformedPortfolio, .textTooLong].contains($0.code) })
        #expect(found.filter { $0.code == .textTooLong }.map(\.line) == [13])
        #expect(found.first?.message.contains("title") == true)
        #expect(found[1].message == "“subtitle” is empty; give it a value, or leave it out.")
        #expect(found[21].message == "edition.omit[2]: No file has that name.")
        #expect(found[22].message == "edition.captions.d.jpg: No file has that name.")
        #expect(found[25].message == "“maxSize” is written twice in this mapping; keep one.")
        #expect(found.last?.message == "“date” is written twice in this mapping; keep one.")
        // What is right is not mentioned.
        #expect(mistakes("title: Ada\nedition: {omit: [a.jpg], captions: {a.jpg: b}}") == [])
    }

    @Test("only the mistakes of a key that is written twice are found where nothing else is wrong")
    func repeated() {
        #expect(
            mistakes("{title: a, user: b, title: c, date: 2026-01-31}").map(\.message) == [
                "“title” is written twice in this mapping; keep one."
            ])
        #expect(
            mistakes("edition: {captions: {a.jpg: é, 'a.jpg': c}}").map(\.location) == [
                .file("portfolio.yaml", line: 1, column: 32)
            ])
    }

    @Test("JSON keeps its lines, and has escapes that YAML has not")
    func escapes() throws {
        let text = "{\n\t\"title\": \"A \\ud83d\\ude00 \\\\ud83d \\u00e9\",\n\t\"date\": \"x\"\n}"
        let file = try PortfolioFileReader.portfolio(Data(text.utf8), name: "portfolio.json")
        #expect(file.title == "A 😀 \\ud83d é" && file.source.values["date"]?.line == 3)
        let lone = failures {
            _ = try PortfolioFileReader.portfolio(Data(#"{"title": "\ud83d"}"#.utf8), name: "p")
        }
        #expect(lone.map(\.code) == [.malformedPortfolio])
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
        let file = try PortfolioFileReader.edition(Data(text.utf8), name: "Ada.edition.yaml")
        let (edition, lines) = (file.edition, file.source.values.mapValues(\.line))
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
        for text in [bomb, deep, steps, many, "a: b: c", "\"", "{", "? [a]\n: b"] {
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
            let found = failures {
                let file = try PortfolioFileReader.portfolio(bytes, name: "p")
                _ = try FolderPlan(folderName: "x", entries: [], file: file) { _ in [] }
            }
            #expect(
                found.allSatisfy {
                    [.malformedPortfolio, .textTooLong].contains($0.code) && $0.line != nil
                        || $0.message.contains("UTF-8")
                })
        }
    }
}
