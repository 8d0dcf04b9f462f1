import PortableText
import PortableTextPDF
import PortableTextDomain
import Foundation
import TestSupport
import Testing

@Suite("Typeset pages look as they were recorded") struct GoldenPageTests {
    private static let pages = GoldenPages("typesetting/handbook")

    /// A document with every type of block, each styled differently.
    private func handbook(_ change: (inout PortableTextStyleSheet) -> Void = { _ in }) throws -> Data {
        var styles = try StyleFile.read(TestData.data("typesetting/handbook.style.yaml"), name: "handbook.style.yaml")
        change(&styles)
        let reader = PortableTextReader(vocabulary: styles.vocabulary)
        let (document, _) = try reader.read(TestData.data("typesetting/handbook.pt.json"))
        let renderer = PDFRenderer(
            styles: styles, title: "Volunteers’ handbook", language: "en", hasTableOfContents: true)
        return try renderer.render(document).pdf
    }

    @Test("every type of block")
    func everyBlock() throws {
        let pdf = try handbook()
        try Self.pages.recordIfAsked(pdf)
        #expect(try Self.pages.differences(from: pdf) == [])
    }

    @Test("a line that is one point lower, and another colour, are differences")
    func changes() throws {
        let lower = try handbook { $0["h1"].padding.bottom = ($0["h1"].padding.bottom ?? 0) + 1 }
        #expect(try Self.pages.differences(from: lower).contains { $0.hasPrefix("Page 2 differs by") })
        let black = try handbook { $0["h1"].foregroundColor = PortableTextColor("#000") }
        #expect(try Self.pages.differences(from: black).count == 2)
    }
}
