import FormModel
import FormsAPI
import FormwrightClient
import Foundation
import Poppler
import ServiceTestSupport
import SQLTestSupport
import TestSupport
import Testing

@Suite("Results over HTTP", .onEveryEngine, .timeLimit(.minutes(30))) struct ResultRoutesTests {
    private static func ready(_ service: ServiceHarness, _ data: Data) async throws -> UUID {
        let id = try await service.client.upload(data, fileName: "a.pdf").documentId
        try await service.client.process(id)
        _ = try await service.client.settled(id, polling: .milliseconds(50))
        return id
    }

    /// Two pages with a field each, of which the second holds a value, which its script would calculate from the first.
    private static func form(lengthError: Int = 0) -> Data {
        var builder = PDFBuilder()
        builder.lengthError = lengthError
        let script = "/AA << /C << /S /JavaScript /JS (event.value = getField\\(\"f1\"\\).value) >> >>"
        for (number, value) in ["", "/V (Ely) \(script)"].enumerated() {
            var page = PDFBuilder.Page(width: 300, height: 300)
            page.text("Page\(number + 1)", x: 20, y: 30)
            builder.add(
                page,
                widgets: [
                    .init(
                        x: 20, y: 60, width: 150, height: 20,
                        "/FT /Tx /T (f\(number + 1)) /TU (Field \(number + 1)) \(value)")
                ])
        }
        return builder.data()
    }

    private static func texts(_ pdf: Data) throws -> [String] {
        let pages = try RenderedPages(pdf)
        return try (0..<pages.count).map { try pages.text($0) }
    }

    @Test("a filled form that is uploaded keeps its values, where no others are given")
    func again() async throws {
        try await ServiceHarness.run { service in
            var data = Self.form()
            for (place, value) in [(0, "Ada"), (1, "York"), (1, "Bath")] {
                let id = try await Self.ready(service, data)
                let fields = try await service.client.document(id).components
                #expect(fields.count == 2)
                try await service.client.submit(
                    [FieldValueInput(fieldRegionId: fields[place].fieldId, value: value)], to: id)
                try await service.client.compose(id)
                _ = try await service.client.settled(id, polling: .milliseconds(50))
                data = try await service.send("GET", service.client.download(id).filledPdfUrl).body
            }
            #expect(try Self.texts(data) == ["Page1 Ada", "Page2 Bath"])
        }
    }

    @Test("some pages of the filled form, without fields, and pictures of its pages")
    func filled() async throws {
        try await ServiceHarness.run { service in
            let id = try await Self.ready(service, Self.form())
            let early = try await service.send("GET", "/api/v1/documents/\(id)/pages/0.png?filled=true")
            #expect(early.status == 409)
            let field = try #require(try await service.client.document(id).components.first).fieldId
            try await service.client.submit([FieldValueInput(fieldRegionId: field, value: "Ada")], to: id)
            try await service.client.compose(id)
            _ = try await service.client.settled(id, polling: .milliseconds(50))
            let download = try await service.client.download(id)
            #expect(download.uncalculated == ["f2"])
            let link = download.filledPdfUrl
            let part = try await service.send("GET", link + "&pages=2&flatten=true")
            #expect(part.status == 200)
            #expect(try Self.texts(part.body) == ["Page2 Ely"])
            #expect(part.body.range(of: Data("/AcroForm".utf8)) == nil)
            #expect(try await service.send("GET", link + "&pages=3").status == 404)
            #expect(try await service.send("GET", link + "&pages=x").status == 400)
            #expect(try await service.send("GET", link + "&flatten=perhaps").status == 400)

            let blank = try await service.client.picture(ofPage: 0, of: id, width: 300)
            let picture = try await service.client.picture(ofPage: 0, of: id, width: 300, filled: true)
            #expect(picture.starts(with: [0x89, 0x50, 0x4E, 0x47]) && picture != blank)
        }
    }

    @Test("pages keep what they print where the length of their content is wrong", arguments: [-3, 3])
    func wrongLengths(_ error: Int) async throws {
        try await ServiceHarness.run { service in
            let id = try await Self.ready(service, Self.form(lengthError: error))
            let field = try #require(try await service.client.document(id).components.first).fieldId
            try await service.client.submit([FieldValueInput(fieldRegionId: field, value: "Ada")], to: id)
            try await service.client.compose(id)
            _ = try await service.client.settled(id, polling: .milliseconds(50))
            let filled = try Self.texts(try await service.client.filledPDF(of: id))
            #expect(filled.count == 2 && filled[0].contains("Page1") && filled[1].contains("Page2"), "\(filled)")
            let flat = try await service.send("GET", "/api/v1/documents/\(id)/flat.pdf")
            #expect(flat.status == 200)
            let texts = try Self.texts(flat.body)
            #expect(texts.count == 2 && texts[0].contains("Page1") && texts[1].contains("Page2"), "\(texts)")
        }
    }

    @Test("the values that a form holds, in every format")
    func export() async throws {
        try await ServiceHarness.run { service in
            let id = try await Self.ready(service, Self.form())
            let json = try await service.client.export(id)
            #expect(String(decoding: json, as: UTF8.self).contains("\"f2\": \"Ely\""))
            #expect(!String(decoding: json, as: UTF8.self).contains("f1"))
            for (format, type) in [
                ("yaml", "application/yaml"), ("fdf", "application/vnd.fdf"), ("xfdf", "application/vnd.adobe.xfdf"),
            ] {
                let answer = try await service.send(
                    "GET", "/api/v1/documents/\(id)/export?format=\(format)&empty=true")
                #expect(answer.status == 200 && answer.headers["content-type"] == type)
                #expect(String(decoding: answer.body, as: UTF8.self).contains("Ely"))
                #expect(answer.headers["content-disposition"]?.contains("a.\(format)") == true)
                // What was exported can be given back.
                let back = try await service.send(
                    "POST", "/api/v1/documents/\(id)/values?check=true", headers: ["Content-Type": type],
                    body: answer.body)
                #expect(back.status == 200)
            }
            #expect(try await service.send("GET", "/api/v1/documents/\(id)/export?format=doc").status == 400)
            #expect(try await service.send("GET", "/api/v1/documents/\(id)/export?filled=true").status == 409)
            let flat = try await service.send("GET", "/api/v1/documents/\(id)/flat.pdf?pages=2")
            #expect(try Self.texts(flat.body) == ["Page2 Ely"])
            #expect(try await service.send("GET", "/api/v1/documents/\(id)/fillable.pdf").status == 409)
        }
    }

    @Test("what an export leaves out is named in a header, of the form and of what it was filled to")
    func withheld() async throws {
        var builder = PDFBuilder()
        builder.add(
            PDFBuilder.Page(),
            widgets: [
                .init(x: 20, y: 60, width: 150, height: 20, "/FT /Tx /Ff 8192 /T (Kennwort, gehe\\355m) /V (s3cret)"),
                .init(x: 20, y: 90, width: 150, height: 20, "/FT /Tx /Ff 4 /T (inner) /V (kept)"),
                .init(x: 20, y: 120, width: 150, height: 20, "/FT /Tx /T (town) /V (Ely)"),
            ])
        let data = builder.data()
        try await ServiceHarness.run { service in
            let id = try await Self.ready(service, data)
            for format in ["json", "fdf"] {
                let answer = try await service.send("GET", "/api/v1/documents/\(id)/export?format=\(format)")
                #expect(answer.headers["formwright-withheld"] == "Kennwort%2C%20gehe%C3%ADm,inner")
                let text = String(decoding: answer.body, as: UTF8.self)
                #expect(text.contains("Ely") && !text.contains("s3cret") && !text.contains("kept"))
            }
            let plain = try await Self.ready(service, Self.form())
            let answer = try await service.send("GET", "/api/v1/documents/\(plain)/export")
            #expect(answer.status == 200 && answer.headers["formwright-withheld"] == nil)
        }
    }

    @Test("a flat form gets fields, which are those in force")
    func fillable() async throws {
        try await ServiceHarness.run { service in
            var builder = PDFBuilder()
            var page = PDFBuilder.Page()
            page.text("Last name", x: 60, y: 115)
            page.box(x: 130, y: 100, width: 220, height: 22)
            builder.add(page)
            let id = try await Self.ready(service, builder.data())
            let pdf = try await service.client.fillable(id)
            #expect(pdf.starts(with: Data("%PDF".utf8)))
            let again = try await Self.ready(service, pdf)
            #expect(try await service.client.document(again).components.map(\.label) == ["Last name"])
            #expect(try await service.send("GET", "/api/v1/documents/\(id)/export").status == 422)
            #expect(try await service.send("GET", "/api/v1/documents/\(UUID())/fillable.pdf").status == 404)
        }
    }
}
