import FormModel
import Formwright
import Foundation
import Testing
import TestSupport

/// Pages on which overlays are easily misplaced: rotated, cropped, shifted, in other units.
@Suite("Geometry") struct GeometryTests {
    struct Case: CustomTestStringConvertible, Sendable {
        var name: String
        var rotation = 0
        var origin = (x: 0.0, y: 0.0)
        var margin = 0.0
        var userUnit = 1.0
        var trimInset: Double?
        var width = 612.0
        var height = 792.0

        var testDescription: String { name }

        var page: PDFBuilder.Page {
            var page = PDFBuilder.Page(width: width, height: height)
            (page.rotation, page.origin, page.margin) = (rotation, origin, margin)
            (page.userUnit, page.trimInset) = (userUnit, trimInset)
            return page
        }
    }

    static let cases: [Case] =
        [0, 90, 180, 270].flatMap { turn in
            [
                Case(name: "rotated \(turn)", rotation: turn),
                Case(name: "rotated \(turn), crop box off the origin", rotation: turn, origin: (50, 70), margin: 30),
                Case(name: "rotated \(turn), media box below zero", rotation: turn, origin: (-300, -400), margin: 20),
                Case(name: "rotated \(turn), user unit 2.5", rotation: turn, userUnit: 2.5, width: 700, height: 900),
                Case(
                    name: "rotated \(turn), all at once", rotation: turn, origin: (-40, 25), margin: 12, userUnit: 1.5,
                    trimInset: 20, width: 500, height: 640),
            ]
        } + [
            Case(name: "trim box within the crop box", trimInset: 36),
            Case(name: "landscape", width: 792, height: 612),
            Case(name: "very small", width: 300, height: 200),
        ]

    /// The box, in points from the top-left corner of the page as displayed.
    static let box = Region(x: 120, y: 80, width: 150, height: 24)

    @Test("a value is drawn in its widget", arguments: cases)
    func valueLandsInWidget(_ c: Case) async throws {
        var builder = PDFBuilder()
        var page = c.page
        page.text("Name", x: 60, y: 96)
        let box = Self.box
        builder.add(
            page,
            widgets: [.init(x: box.x, y: box.y, width: box.width, height: box.height, "/FT /Tx /T (name) /TU (Name)")])
        try await check(builder.data(), c, pages: [0])
    }

    @Test(
        "the size of the text and the border are in the page's own unit, whether the form asks for a size or not",
        arguments: [1.0, 3.0], [12.0, 0])
    func userUnit(_ unit: Double, _ size: Double) async throws {
        var builder = PDFBuilder()
        var page = PDFBuilder.Page(width: 612 * unit, height: 792 * unit)
        page.userUnit = unit
        builder.add(
            page,
            widgets: [
                .init(
                    x: 60 * unit, y: 80 * unit, width: 200 * unit, height: 30 * unit,
                    "/FT /Tx /T (name) /TU (Name) /DA (/Helv \(size) Tf 0 g) /MK << /BC [0] >> /BS << /W 2 >>")
            ])
        let form = try await Form(data: builder.data(), fileName: "a.pdf")
        for keepsFields in [false, true] {
            let filled = try await form.fill(["name": "Ada"], options: ComposeOptions(keepsFields: keepsFields))
            #expect(filled.report.filled[0].fontSize == (size == 0 ? 11 : size) * unit)
            // Of equal size for poppler, which ignores the unit.
            let picture = try RenderedPages(filled.data).image(0)
            #expect(picture[320, 163] < 50 && picture[320, 168] > 200, "the border")
            let ink = (126..<200).filter { x in (170..<210).contains { picture[x, $0] < 100 } }
            #expect((30..<60).contains((ink.last ?? 0) - (ink.first ?? 0)), "the word")
        }
    }

    @Test("a value is drawn in its printed box", arguments: cases)
    func valueLandsInPrintedBox(_ c: Case) async throws {
        var builder = PDFBuilder()
        builder.add(printed(c))
        try await check(builder.data(), c, pages: [0])
    }

    @Test("pages of different sizes and angles each get their value")
    func mixedPages() async throws {
        var builder = PDFBuilder()
        let mixed = [Self.cases[1], Self.cases[6], Self.cases[9], Self.cases[14]]
        for c in mixed { builder.add(printed(c)) }
        let data = builder.data()
        let form = try await Form(data: data, fileName: "mixed.pdf")
        var values: [String: FieldValue] = [:]
        for page in mixed.indices { values["p\(page + 1):Name"] = .text("Grace\(page)") }
        let filled = try await form.fill(values)
        let after = try RenderedPages(filled.data)
        for (page, c) in mixed.enumerated() {
            let word = try #require(try after.words(page, userUnit: c.userUnit).first { $0.text == "Grace\(page)" })
            #expect(Self.box.encloses(word.region))
        }
    }

    private func printed(_ c: Case) -> PDFBuilder.Page {
        var page = c.page
        page.text("Name", x: 60, y: 96)
        page.box(x: Self.box.x, y: Self.box.y, width: Self.box.width, height: Self.box.height)
        return page
    }

    private func check(_ data: Data, _ c: Case, pages: [Int]) async throws {
        let form = try await Form(data: data, fileName: "geometry.pdf")
        let field = try #require(form.fields.first { $0.label == "Name" })
        #expect(Self.box.encloses(field.region) && field.region.intersectionOverUnion(Self.box) > 0.5)
        #expect(form.description.pages[0].width.rounded() == c.width)
        let filled = try await form.fill(["Name": "Gracejumping"])

        let before = try RenderedPages(data)
        let after = try RenderedPages(filled.data)
        let word = try #require(try after.words(0, userUnit: c.userUnit).first { $0.text == "Gracejumping" })
        #expect(Self.box.encloses(word.region), "the text is at \(word.region)")
        let changed = try #require(
            difference(try before.image(0, userUnit: c.userUnit), try after.image(0, userUnit: c.userUnit)))
        #expect(Self.box.encloses(changed), "ink is at \(changed)")
        #expect(changed.width > 30 && changed.height > 4)
    }
}
