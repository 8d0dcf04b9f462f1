import FormModel
import FormsAPI
import FormwrightClient
import Foundation
import ServiceTestSupport
import SQLTestSupport
import TestSupport
import Testing

@Suite("Pictures of pages", .onEveryEngine, .timeLimit(.minutes(30))) struct PagePictureTests {
    /// Two pages, the first with two fields.
    private static func form() -> Data {
        var builder = PDFBuilder()
        var page = PDFBuilder.Page()
        page.text("A form", x: 60, y: 40)
        builder.add(
            page,
            widgets: [
                .init(x: 60, y: 80, width: 200, height: 20, "/FT /Tx /T (name) /TU (Full name)"),
                .init(x: 60, y: 120, width: 90, height: 20, "/FT /Tx /T (zip) /TU (ZIP) /MaxLen 5"),
            ])
        var second = PDFBuilder.Page()
        second.text("The second page", x: 60, y: 40)
        builder.add(second)
        return builder.data()
    }

    private static func ready(_ service: ServiceHarness) async throws -> DocumentDetail {
        let id = try await service.client.upload(form(), fileName: "a.pdf").documentId
        try await service.client.process(id)
        return try await service.client.settled(id, polling: .milliseconds(50))
    }

    /// Width and height in the header of a PNG file.
    private static func size(_ png: Data) -> [Int] {
        guard png.starts(with: [0x89, 0x50, 0x4E, 0x47]), png.count > 24 else { return [] }
        return [16, 20].map { start in png[start..<(start + 4)].reduce(0) { $0 << 8 | Int($1) } }
    }

    @Test("a page is drawn at the width asked for, and not sent again to those who have it")
    func page() async throws {
        try await ServiceHarness.run { service in
            let detail = try await Self.ready(service)
            let path = "/api/v1/documents/\(detail.document.id)/pages"
            let usual = try await service.send("GET", "\(path)/0.png")
            #expect(usual.status == 200 && usual.headers["content-type"] == "image/png")
            #expect(Self.size(usual.body).first == 935)
            let narrow = try await service.send("GET", "\(path)/1.png?width=300")
            #expect(Self.size(narrow.body).first == 300)
            let tag = try #require(usual.headers["etag"])
            let again = try await service.send("GET", "\(path)/0.png", headers: ["If-None-Match": tag])
            #expect(again.status == 304 && again.body.isEmpty)
            for (place, status) in [
                ("2.png", 404), ("-1.png", 404), ("0.gif", 404), ("x.png", 404), ("0.png?width=63", 400),
                ("0.png?width=3001", 400), ("0.png?width=a", 400), ("99999999999999999999.png", 404),
            ] {
                let answer = try await service.send("GET", "\(path)/\(place)")
                #expect(answer.status == status, "\(place)")
            }
        }
    }

    @Test("the links of a document's pages open without any other credential, and only while they are as signed")
    func links() async throws {
        try await ServiceHarness.run { service in
            let detail = try await Self.ready(service)
            let link = try #require(detail.pages.last?.imageUrl)
            let answer = try await service.send("GET", link)
            #expect(answer.status == 200 && Self.size(answer.body).first == 935)
            let other = try await service.send("GET", link.replacingOccurrences(of: "pages/1", with: "pages/0"))
            #expect(other.status == 403)
        }
    }

    @Test("a preview shows kept values and those sent, keeps nothing, and names what it leaves out")
    func preview() async throws {
        try await ServiceHarness.run { service in
            let detail = try await Self.ready(service)
            let id = detail.document.id
            let name = try #require(detail.components.first { $0.label == "Full name" }).fieldId
            let zip = try #require(detail.components.first { $0.label == "ZIP" }).fieldId
            let blank = try await service.client.preview(onPage: 0, of: id, width: 400)
            let sent = try await service.client.preview(
                [FieldValueInput(fieldRegionId: name, value: "Ada")], onPage: 0, of: id, width: 400)
            #expect(Self.size(sent) == Self.size(blank) && sent != blank)
            #expect(try await service.client.values(of: id).isEmpty)
            #expect(try await service.client.preview(onPage: 0, of: id, width: 400) == blank)

            try await service.client.submit([FieldValueInput(fieldRegionId: name, value: "Ada")], to: id)
            #expect(try await service.client.preview(onPage: 0, of: id, width: 400) == sent)
            #expect(try await service.client.values(of: id).map(\.value) == ["Ada"])

            let values = SubmittedValues(values: [
                FieldValueInput(fieldRegionId: zip, value: "123456"),
                FieldValueInput(fieldRegionId: UUID(), value: "x"),
            ])
            let answer = try await service.send(
                "POST", "/api/v1/documents/\(id)/pages/0/preview?width=400",
                headers: ["Content-Type": "application/json"], body: try JSONEncoder().encode(values))
            #expect(answer.status == 200 && answer.body == sent)
            let problems = try #require(answer.headers["formwright-problems"])
            #expect(problems.contains(zip.uuidString) && problems.contains("value_too_long"))
            #expect(problems.contains("unknown_field"))
        }
    }
}
