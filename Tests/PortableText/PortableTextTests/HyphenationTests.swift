import Foundation
import Hyphenation
import PortableText
import PortableTextPDF
import TestSupport
import Testing

@Suite("Hyphenation") struct HyphenationTests {
    private func shown(_ text: String) -> String { text.replacing("\u{AD}", with: "·") }

    @Test(
        "words are broken by the patterns of their language",
        arguments: [
            ("en-US", "hyphenation", "hy·phen·ation"), ("de", "Straßenbahnhaltestelle", "Stra·ßen·bahn·hal·te·stel·le"),
            ("de-AT", "Übergangsregelung", "Über·gangs·re·ge·lung"), ("fr", "hébergement", "hé·ber·ge·ment"),
            ("es", "administración", "ad·mi·nis·tra·ción"),
        ])
    func words(_ language: String, _ word: String, _ expected: String) throws {
        let hyphenator = try #require(Hyphenator.of(language: language))
        #expect(shown(hyphenator.hyphenated(word)) == expected)
    }

    @Test("addresses, words in capitals, short words, and words with soft hyphens of their own stay whole")
    func exceptions() throws {
        let hyphenator = try #require(Hyphenator.of(language: "en"))
        for text in [
            "https://example.org/documentation", "ada.lovelace@example.org", "ADMINISTRATION", "into",
            "docu\u{AD}mentation",
            "documentation2024", String(repeating: "documentation", count: 20), "", "  ", "字典",
        ] {
            #expect(hyphenator.hyphenated(text) == text, "\(text)")
        }
        #expect(shown(hyphenator.hyphenated("(documentation), 5 of")) == "(doc·u·men·ta·tion), 5 of")
        let accented = "docu\u{301}me\u{301}nta\u{301}tion"
        #expect(!hyphenator.hyphenated(accented).unicodeScalars.elementsEqual(accented.unicodeScalars))
        #expect(!shown(hyphenator.hyphenated(accented)).unicodeScalars.map(\.value).contains([0xB7, 0x301]))
        // A word of two runs.
        #expect(hyphenator.hyphenated("documentation", after: "x") == "documentation")
        #expect(hyphenator.hyphenated("a documentation", before: "x") == "a documentation")
        #expect(shown(hyphenator.hyphenated("documentation ", before: "x")) == "doc·u·men·ta·tion ")
    }

    @Test("a language without patterns, and a text that is none, have no hyphenator")
    func unknown() {
        for language in ["xx", "", "../../etc/passwd", "d", "de/../../x", "tlh"] {
            #expect(Hyphenator.of(language: language) == nil, "\(language)")
        }
    }

    private static func lines(_ renderer: PDFRenderer, _ text: String) throws -> (text: String, problems: [String]) {
        let document = PortableTextDocument(
            blocks: [PortableTextBlock(key: "a", children: [.span(PortableTextSpan(key: "s", text: text))])])
        let (pdf, report) = try renderer.render(document)
        let folder = try TemporaryFolder()
        let file = folder.file("a.pdf")
        try pdf.write(to: file)
        return (
            String(decoding: try Program.run("pdftotext", [file.path, "-"]), as: UTF8.self),
            report.problems.map(\.message)
        )
    }

    @Test("words of a PDF are broken at the ends of lines, and can still be found")
    func typeset() throws {
        let text = Array(
            repeating: "Donaudampfschifffahrtsgesellschaft Straßenbahnhaltestelle Rechtsschutzversicherung", count: 20
        ).joined(separator: " ")
        let whole = try Self.lines(PDFRenderer(language: "de"), text)
        let broken = try Self.lines(PDFRenderer(language: "de", hyphenates: true), text)
        #expect(broken.problems.isEmpty)
        #expect(broken.text.contains("\u{AD}\n") && !whole.text.contains("\u{AD}"))
        let joined = broken.text.replacing("\u{AD}\n", with: "").replacing("-\n", with: "").replacing(
            "\u{2010}\n", with: "")
        #expect(joined.contains("Donaudampfschifffahrtsgesellschaft Straßenbahnhaltestelle"), "\(broken.text)")
    }

    @Test("a language without patterns is reported")
    func report() throws {
        #expect(try Self.lines(PDFRenderer(language: "xx", hyphenates: true), "a").problems.count == 1)
        #expect(try Self.lines(PDFRenderer(hyphenates: true), "a").problems.count == 1)
        #expect(try Self.lines(PDFRenderer(language: "xx"), "a").problems.isEmpty)
    }
}
