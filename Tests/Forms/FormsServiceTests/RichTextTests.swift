import FormModel
import FormsAPI
import FormwrightClient
import Foundation
import Poppler
import ServiceTestSupport
import TestSupport
import Testing

@Suite("Rich text over HTTP", .timeLimit(.minutes(30))) struct RichTextTests {
    private static func form() -> Data {
        var builder = PDFBuilder()
        builder.add(
            PDFBuilder.Page(),
            widgets: [
                .init(x: 60, y: 80, width: 300, height: 100, "/FT /Tx /Ff 4096 /T (notes) /TU (Notes)"),
                .init(x: 60, y: 200, width: 300, height: 20, "/FT /Tx /T (name) /TU (Full name)"),
            ])
        return builder.data()
    }

    private static let text = RichText(blocks: [
        RichText.Block(children: [RichText.Span("Some "), RichText.Span("bold", marks: ["strong"])]),
        RichText.Block(listItem: "bullet", children: [RichText.Span("item")]),
    ])

    @Test("a field with several lines is filled with rich text, and sends its text back")
    func filled() async throws {
        try await ServiceHarness.run { service in
            let client = service.client
            let id = try await client.upload(Self.form(), fileName: "a.pdf").documentId
            try await client.process(id)
            let detail = try await client.settled(id, polling: .milliseconds(50))
            let notes = try #require(detail.components.first { $0.type == .multiline }).fieldId
            try await client.submit([FieldValueInput(fieldRegionId: notes, richText: Self.text)], to: id)
            #expect(try await client.values(of: id).map(\.value) == ["Some bold\n• item"])
            try await client.compose(id)
            _ = try await client.settled(id, polling: .milliseconds(50))
            let words = try PopplerDocument(data: try await client.filledPDF(of: id)).page(0).words().map(\.text)
            #expect(words == ["Some", "bold", "•", "item"])
        }
    }

    @Test("a field with one line, a mark without a meaning and a text that is too long are refused")
    func refused() async throws {
        try await ServiceHarness.run { service in
            let client = service.client
            let id = try await client.upload(Self.form(), fileName: "a.pdf").documentId
            try await client.process(id)
            let detail = try await client.settled(id, polling: .milliseconds(50))
            let name = try #require(detail.components.first { $0.type == .text }).fieldId
            let notes = try #require(detail.components.first { $0.type == .multiline }).fieldId
            func code(_ text: RichText, for field: UUID) async -> String? {
                let error = await #expect(throws: ServiceError.self) {
                    try await client.submit([FieldValueInput(fieldRegionId: field, richText: text)], to: id)
                }
                return error?.error
            }
            func span(_ span: RichText.Span) -> RichText { RichText(blocks: [RichText.Block(children: [span])]) }
            #expect(await code(Self.text, for: name) == "wrong_type")
            #expect(await code(span(RichText.Span("a", marks: ["loud"])), for: notes) == "unsupported_mark_type")
            let long = RichText.Span(String(repeating: "x", count: 300_000))
            #expect(await code(span(long), for: notes) == "value_too_long")
            #expect(try await client.values(of: id).isEmpty)
        }
    }

    @Test("a value is drawn as it asks, and sends back how; what cannot be is refused")
    func style() async throws {
        try await ServiceHarness.run { service in
            let client = service.client
            let id = try await client.upload(Self.form(), fileName: "a.pdf").documentId
            try await client.process(id)
            let detail = try await client.settled(id, polling: .milliseconds(50))
            let name = try #require(detail.components.first { $0.type == .text }).fieldId
            var value = FieldValueInput(fieldRegionId: name, value: "Ada")
            (value.verbatim, value.fontSize, value.color) = (true, 7, "#ff0000")
            func code(_ value: FieldValueInput) async -> String? {
                let error = await #expect(throws: ServiceError.self) { try await client.submit([value], to: id) }
                return error?.fields?.first?.code
            }
            var (small, loud) = (value, value)
            (small.fontSize, loud.color) = (3, "loud")
            #expect(await code(small) == "malformed_values")
            #expect(await code(loud) == "malformed_values")
            try await client.submit([value], to: id)
            #expect(try await client.values(of: id) == [value])
            try await client.compose(id)
            _ = try await client.settled(id, polling: .milliseconds(50))
            let words = try PopplerDocument(data: try await client.filledPDF(of: id)).page(0).words()
            #expect(words.map(\.text) == ["Ada"] && words.allSatisfy { abs($0.fontSize - 7) < 0.1 })
        }
    }

    @Test("a value is a text or an object with blocks, both ways")
    func coding() throws {
        let field = UUID()
        for value in [
            FieldValueInput(fieldRegionId: field, value: "a"),
            FieldValueInput(fieldRegionId: field, richText: Self.text),
        ] {
            let data = try JSONEncoder().encode(value)
            #expect(try JSONDecoder().decode(FieldValueInput.self, from: data) == value)
        }
        let json = #"{"fieldRegionId":"\#(field)","source":"manual","value":{"block":[]}}"#
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(FieldValueInput.self, from: Data(json.utf8))
        }
    }
}
