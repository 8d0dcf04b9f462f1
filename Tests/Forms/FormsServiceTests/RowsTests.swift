import ProcessTestSupport
import FormFilling
import FormsDomain
import FormModel
import FormImport
import FormsAPI
import FormwrightClient
import Foundation
import Pipeline
import Poppler
import ServiceTestSupport
import SQLTestSupport
import TestSupport
import TestTraits
import Testing

@Suite("Tables of values over HTTP", .blocking, .onEveryEngine, .timeLimit(.minutes(30))) struct RowsTests {
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
        return builder.data()
    }

    private static func ready(_ service: ServiceHarness) async throws -> UUID {
        let id = try await service.client.upload(form(), fileName: "a.pdf").documentId
        try await service.client.process(id)
        _ = try await service.client.settled(id, polling: .milliseconds(50))
        return id
    }

    private static func text(_ pdf: Data) throws -> String {
        try PopplerDocument(data: pdf).page(0).words().map(\.text).joined(separator: " ")
    }

    @Test("a table gives a ZIP file with a filled form for each row, and the same table the same bytes")
    func table() async throws {
        try await ServiceHarness.run { service in
            let id = try await Self.ready(service)
            let table = Data("Full name,ZIP\nAda Lovelace,11111\nGrace Hopper,22222\n".utf8)
            let started = try await service.client.fillRows(of: table, into: id, names: "{Full name}")
            #expect(started.rows == 2 && started.status == .filling)
            let detail = try await service.client.settled(id, polling: .milliseconds(50))
            #expect(detail.document.status == .filled)
            #expect(detail.rows == RowsSummary(filled: 2, failed: 0))
            let zip = try await service.client.filledPDF(of: id)
            let files = try Unzipped.files(zip)
            #expect(files.keys.sorted() == ["Ada Lovelace.pdf", "Grace Hopper.pdf", "report.json"])
            #expect(try Self.text(files["Grace Hopper.pdf"] ?? Data()).contains("Grace Hopper 22222"))

            try await service.client.fillRows(of: table, into: id, names: "{Full name}")
            _ = try await service.client.settled(id, polling: .milliseconds(50))
            #expect(try await service.client.filledPDF(of: id) == zip)

            // A later fill with one value has a PDF as its result again.
            let field = try #require(detail.components.first).fieldId
            try await service.client.submit([FieldValueInput(fieldRegionId: field, value: "Ada")], to: id)
            try await service.client.compose(id)
            let single = try await service.client.settled(id, polling: .milliseconds(50))
            #expect(single.rows == nil)
            #expect(try await service.client.filledPDF(of: id).starts(with: Data("%PDF".utf8)))
        }
    }

    @Test("a search for a text with NUL is refused, and the page's own finds nothing")
    func searchWithNUL() async throws {
        try await ServiceHarness.run { service in
            let search = try await service.send("GET", "/api/v1/documents?text=a%00")
            #expect(search.status == 400)
            let page = try await service.send("GET", "/?text=a%00", headers: ["Accept": "text/html"])
            #expect(page.status == 200)
        }
    }

    @Test(
        "a guessed column is answered with the mapping to confirm, and the confirmed one serves all copies of the form")
    func mapping() async throws {
        try await ServiceHarness.run { service in
            let id = try await Self.ready(service)
            let table = Data("Name full,ZIP\nAda Lovelace,11111\n".utf8)
            let path = "/api/v1/documents/\(id)/"
            let refused = try await service.send(
                "POST", path + "rows", headers: ["Content-Type": "text/csv"], body: table)
            #expect(refused.status == 409)
            struct Refusal: Decodable {
                let error: String
                let mapping: ColumnMapping
            }
            let refusal = try JSONDecoder().decode(Refusal.self, from: refused.body)
            #expect(refusal.error == "mapping_needed")
            #expect(refusal.mapping.columns.map(\.value) == ["Ada Lovelace", "11111"])

            let unconfirmed = try JSONEncoder().encode(refusal.mapping)
            #expect(
                try await service.send(
                    "PUT", path + "mapping", headers: ["Content-Type": "application/json"], body: unconfirmed
                ).status == 409)
            var mapping = refusal.mapping
            mapping.columns[0].isConfirmed = true
            let kept = try await service.send(
                "PUT", path + "mapping", headers: ["Content-Type": "application/yaml"],
                body: Data(mapping.yaml(table: "a.csv").utf8))
            #expect(kept.status == 200 && !String(decoding: kept.body, as: UTF8.self).contains("Ada"))
            mapping.columns[0].fields = ["no such field"]
            let wrong = try JSONEncoder().encode(mapping)
            #expect(
                try await service.send(
                    "PUT", path + "mapping", headers: ["Content-Type": "application/json"], body: wrong
                ).status == 409)

            let copy = try await Self.ready(service)
            let started = try await service.client.fillRows(of: table, into: copy, names: "{ZIP}")
            #expect(started.rows == 1)
            _ = try await service.client.settled(copy, polling: .milliseconds(50))
            let files = try Unzipped.files(try await service.client.filledPDF(of: copy))
            #expect(try Self.text(files["11111.pdf"] ?? Data()).contains("Ada Lovelace"))

            #expect(try await service.send("DELETE", path + "mapping").status == 204)
            #expect(
                try await service.send("POST", path + "rows", headers: ["Content-Type": "text/csv"], body: table).status
                    == 409)
        }
    }

    @Test("an app gets the mapping with the refusal, confirms it, and fills the rows")
    func mappingInApps() async throws {
        try await ServiceHarness.run { service in
            let id = try await Self.ready(service)
            let table = Data("Name full,ZIP\nAda Lovelace,11111\n".utf8)
            let refusal = try #require(
                await #expect(throws: ServiceError.self) { try await service.client.fillRows(of: table, into: id) })
            var mapping = try #require(refusal.mapping)
            #expect(mapping.guesses.map(\.name) == ["Name full"])
            #expect(try await service.client.mapping(for: id).columns.isEmpty)
            let unconfirmed = mapping
            await #expect(throws: ServiceError.self) { try await service.client.confirm(unconfirmed, for: id) }

            for place in mapping.columns.indices { mapping.columns[place].isConfirmed = true }
            let kept = try await service.client.confirm(mapping, for: id)
            #expect(kept.columns.map(\.value) == [nil, nil])
            #expect(try await service.client.mapping(for: id) == kept)
            #expect(try await service.client.fillRows(of: table, into: id).rows == 1)
            _ = try await service.client.settled(id, polling: .milliseconds(50))

            try await service.client.deleteMapping(for: id)
            await #expect(throws: ServiceError.self) { try await service.client.fillRows(of: table, into: id) }
        }
    }

    @Test("a mapping holds for the form and for filled copies of it")
    func mappingOfFilledForm() async throws {
        try await ServiceHarness.run { service in
            let blank = try await Self.ready(service)
            let name = try #require(try await service.client.fields(of: blank).fields.first { $0.name == "name" })
            let values = [FieldValueInput(fieldRegionId: name.id, value: "Ada")]
            try await service.client.submit(values, to: blank)
            _ = try await service.client.compose(blank)
            _ = try await service.client.settled(blank, polling: .milliseconds(50))
            let upload = try await service.client.upload(service.client.filledPDF(of: blank), fileName: "filled.pdf")
            let filled = upload.documentId
            _ = try await service.client.process(filled)
            _ = try await service.client.settled(filled, polling: .milliseconds(50))

            let table = Data("Name full,ZIP\nGrace,11111\n".utf8)
            let refusal = try #require(
                await #expect(throws: ServiceError.self) { try await service.client.fillRows(of: table, into: filled) })
            var mapping = try #require(refusal.mapping)
            for place in mapping.columns.indices { mapping.columns[place].isConfirmed = true }
            try await service.client.confirm(mapping, for: filled)
            for id in [filled, blank] {
                #expect(try await service.client.fillRows(of: table, into: id).rows == 1)
                #expect(try await service.client.settled(id, polling: .milliseconds(50)).document.status == .filled)
            }
            // The filled form holds values already, to be kept or left out.
            _ = try await service.client.compose(filled)
            #expect(try await service.client.settled(filled, polling: .milliseconds(50)).document.status == .filled)
            #expect(try Self.text(try await service.client.filledPDF(of: filled)).contains("Ada"))
            _ = try await service.client.compose(filled, startingFresh: true)
            #expect(try await service.client.settled(filled, polling: .milliseconds(50)).document.status == .filled)
            #expect(try !Self.text(try await service.client.filledPDF(of: filled)).contains("Ada"))
            // Values that need no mapping are used, too.
            try await service.client.submit(values, to: filled)
            _ = try await service.client.compose(filled, startingFresh: true)
            #expect(try await service.client.settled(filled, polling: .milliseconds(50)).document.status == .filled)
        }
    }

    @Test(
        "JSON Lines and a JSON array of objects are tables, too",
        arguments: [
            ("application/jsonl", "{\"Full name\": \"Ada\"}\n{\"ZIP\": 12345}\n"),
            ("application/json", " [ {\"Full name\": \"A[,]\\\"{\\n\"} ,\n{\"ZIP\":\n \"12345\"} ]\n"),
        ])
    func json(mediaType: String, table: String) async throws {
        try await ServiceHarness.run { service in
            let id = try await Self.ready(service)
            let answer = try await service.send(
                "POST", "/api/v1/documents/\(id)/rows", headers: ["Content-Type": mediaType], body: Data(table.utf8))
            #expect(answer.status == 202)
            #expect(try await service.client.settled(id, polling: .milliseconds(50)).rows?.filled == 2)
        }
    }

    @Test("a workbook is a table, too, and one with a row gives values")
    func workbook() async throws {
        try await ServiceHarness.run { service in
            let id = try await Self.ready(service)
            let type = ["Content-Type": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"]
            let table = try WorkbookBuilder(texts: [["Full name", "ZIP"], ["Ada", "02139"], ["Grace", ""]]).data()
            let answer = try await service.send("POST", "/api/v1/documents/\(id)/rows", headers: type, body: table)
            #expect(answer.status == 202)
            #expect(try await service.client.settled(id, polling: .milliseconds(50)).rows?.filled == 2)
            let row = try WorkbookBuilder(texts: [["Full name"], ["Ada"]]).data()
            let values = "/api/v1/documents/\(id)/values"
            #expect(try await service.send("POST", values, headers: type, body: row).status == 200)

            let cells = ["Full name", "Eve"].map { "<row><c t=\"str\"><v>\($0)</v></c></row>" }.joined()
            let several = try WorkbookBuilder(sheets: [("Notes", ""), ("2026", cells)]).data()
            let rows = "/api/v1/documents/\(id)/rows"
            #expect(try await service.send("POST", rows, headers: type, body: several).status == 400)
            #expect(try await service.send("POST", rows + "?sheet=Other", headers: type, body: several).status == 400)
            #expect(try await service.send("POST", values + "?sheet=2026", headers: type, body: several).status == 200)
            #expect(try await service.client.fillRows(of: several, into: id, sheet: "2").rows == 1)
            #expect(try await service.client.settled(id, polling: .milliseconds(50)).rows?.filled == 1)
        }
    }

    @Test("every mistake in a table is named with its row, and nothing is filled")
    func mistakes() async throws {
        try await ServiceHarness.run { service in
            let id = try await Self.ready(service)
            let table = Data("Full name,ZIP\nAda,123456\nGrace,22222\nMary,333333\n".utf8)
            let refusal = await #expect(throws: ServiceError.self) {
                try await service.client.fillRows(of: table, into: id)
            }
            #expect(refusal?.error == "value_too_long")
            let messages = refusal?.fields?.map(\.message) ?? []
            #expect(messages.count == 2)
            #expect(messages.first?.hasPrefix("Row 1 (line 2)") == true)
            #expect(messages.last?.hasPrefix("Row 3 (line 4)") == true)
            #expect(try await service.client.document(id).document.status == .ready)

            for (type, body, status) in [
                ("text/csv", "", 400), ("text/csv", "Full name,ZIP\n", 400), ("text/csv", "Nobody\nx\n", 422),
                ("application/json", "[", 400), ("application/json", "[]", 400), ("application/json", "[1]", 400),
                ("application/json", "{}", 400), ("text/plain", "Full name\nx\n", 415),
                ("application/json", "[]]", 400),
                ("application/json", "[{]}", 400),
            ] {
                let answer = try await service.send(
                    "POST", "/api/v1/documents/\(id)/rows", headers: ["Content-Type": type], body: Data(body.utf8))
                #expect(answer.status == status, "\(type) \(body): \(answer.status)")
            }
        }
    }

    @Test("a row that cannot be drawn is left out and reported; without any other row the fill fails")
    func undrawable() async throws {
        try await ServiceHarness.run { service in
            let id = try await Self.ready(service)
            // A character of a private use area, which no font has.
            let bad = "\u{10FFFD}"
            try await service.client.fillRows(of: Data("Full name\nAda\n\(bad)\n".utf8), into: id)
            let detail = try await service.client.settled(id, polling: .milliseconds(50))
            #expect(detail.rows == RowsSummary(filled: 1, failed: 1))
            let files = try Unzipped.files(try await service.client.filledPDF(of: id))
            #expect(files.keys.sorted() == ["0001.pdf", "report.json"])
            #expect(String(decoding: files["report.json"] ?? Data(), as: UTF8.self).contains("missing_glyph"))

            try await service.client.fillRows(of: Data("Full name\n\(bad)\n".utf8), into: id)
            let failed = try await service.client.settled(id, polling: .milliseconds(50))
            #expect(failed.document.status == .failed && failed.failure?.code == "missing_glyph")
        }
    }

    @Test("a table with one row gives the values for the next fill, whatever keys were used before")
    func oneRow() async throws {
        try await ServiceHarness.run { service in
            let id = try await Self.ready(service)
            let path = "/api/v1/documents/\(id)/values"
            let field = try #require(try await service.client.document(id).components.first).fieldId
            try await service.client.submit([FieldValueInput(fieldRegionId: field, value: "Grace")], to: id)
            let row = try await service.send(
                "POST", path, headers: ["Content-Type": "text/csv"], body: Data("Full name,ZIP\nAda,12345\n".utf8))
            #expect(row.status == 200)
            #expect(try await service.client.values(of: id).map(\.value) == ["Ada", "12345"])
            #expect(try await service.client.values(of: id).first?.fieldRegionId == field)
            let rows = try await service.send(
                "POST", path, headers: ["Content-Type": "text/csv"], body: Data("ZIP\n1\n2\n".utf8))
            #expect(rows.status == 409)
            // What another program kept under a label is the same value.
            _ = try await DraftValues(service.system).add(
                [ValueEntry(key: "Full name", value: .text("Mary"), source: .manual)], to: DocumentID(id), in: .all)
            try await service.client.submit([FieldValueInput(fieldRegionId: field, value: "Ada")], to: id)
            try await service.client.compose(id)
            #expect(try await service.client.settled(id, polling: .milliseconds(50)).document.status == .filled)
        }
    }
}

/// The files in a ZIP file, as Python reads it.
private enum Unzipped {
    static func files(_ zip: Data) throws -> [String: Data] {
        let folder = try TemporaryFolder()
        try zip.write(to: folder.file("a.zip"))
        let process = ChildProcess()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
        process.arguments = ["-m", "zipfile", "-e", folder.file("a.zip").path, folder.file("out").path]
        try process.run()
        process.waitUntilExit()
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.file("out").path)
        return Dictionary(
            uniqueKeysWithValues: try names.map {
                ($0, try Data(contentsOf: folder.file("out").appendingPathComponent($0)))
            })
    }
}
