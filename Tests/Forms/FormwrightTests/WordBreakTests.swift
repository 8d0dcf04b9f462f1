import FailureModel
import FormModel
import Formwright
import FormImport
import Foundation
import Testing
import TestSupport

@Suite("Broken words") struct WordBreakTests {
    /// Fills a field of several lines and returns its lines from the top, and the font size.
    private func lines(
        _ text: String, width: Double = 110, height: Double = 90
    ) async throws -> (lines: [String], size: Double) {
        var builder = PDFBuilder()
        builder.add(
            PDFBuilder.Page(),
            widgets: [.init(x: 60, y: 60, width: width, height: height, "/FT /Tx /Ff 4096 /T (a)")])
        let form = try await Form(data: builder.data(), fileName: "a.pdf")
        let filled = try await form.fill(["a": .text(text)])
        let words = try RenderedPages(filled.data).words(0)
        let rows = Dictionary(grouping: words) { Int(($0.region.midY).rounded()) }.sorted { $0.key < $1.key }
        return (
            rows.map { $0.value.sorted { $0.region.left < $1.region.left }.map(\.text).joined(separator: " ") },
            try #require(filled.report.filled[0].fontSize)
        )
    }

    @Test("a long word makes the text smaller rather than being broken, and gains no hyphen")
    func longWord() async throws {
        let word = "Arbeiterunfallversicherungsgesetz"
        let (lines, size) = try await lines("Das \(word) gilt", width: 140)
        #expect(lines.joined(separator: " ").split(separator: " ").contains(Substring(word)))
        #expect(size < 11)
    }

    @Test("no line ends in a hyphen that is not in the value")
    func hyphens() async throws {
        var builder = PDFBuilder()
        builder.add(
            PDFBuilder.Page(), widgets: [.init(x: 60, y: 60, width: 110, height: 90, "/FT /Tx /Ff 4096 /T (a)")])
        let form = try await Form(data: builder.data(), fileName: "a.pdf")
        let filled = try await form.fill(["a": .text(String(repeating: "Rindfleisch", count: 8))]).data
        // A hyphen that Pango adds is part of the letter before it, which becomes wider.
        let letters = try RenderedPages(filled).words(0).flatMap { zip($0.text, $0.characters) }
        #expect(letters.count == 88)
        for (letter, places) in Dictionary(grouping: letters, by: \.0) {
            let widths = places.map(\.1.width)
            #expect((widths.max() ?? 0) - (widths.min() ?? 0) < 0.5, "\(letter)")
        }
    }

    @Test("a word that does not fit at the smallest size is broken without a hyphen")
    func endlessWord() async throws {
        let word = String(repeating: "Rindfleisch", count: 8)
        let (lines, size) = try await lines(word)
        #expect(lines.count > 1 && lines.joined() == word)
        #expect(size == 7)
    }

    @Test(
        "addresses of e-mail and numbers are on one line",
        arguments: [
            ("ada-maria.lovelace-king@example-post.org", 170.0), ("+49-30-1234-5678-9012-3456", 110),
            ("(804)555-0142/0143/0144/01", 110),
        ])
    func unbroken(_ value: String, _ width: Double) async throws {
        let (lines, size) = try await lines("write to: \(value) or else", width: width)
        #expect(lines.contains { $0.split(separator: " ").contains(Substring(value)) }, "\(lines)")
        #expect(size < 11)
    }

    @Test("a number that is longer than the line at the smallest size is refused, not broken")
    func tooLongNumber() async throws {
        await #expect { _ = try await lines(String(repeating: "1234567890", count: 6)) } throws: {
            ($0 as? Failure)?.code == .valueOverflow
        }
    }
}
