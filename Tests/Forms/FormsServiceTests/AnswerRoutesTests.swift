import FormImport
import FormModel
import FormReading
import FormsAPI
import FormsDomain
import FormwrightClient
import Foundation
import Geometry
import HTTPService
import LocalStore
import Pipeline
import PipelineSQL
import SQL
import SQLTestSupport
import ServiceTestSupport
import Spreadsheet
import TestSupport
import TestTraits
import Testing
import Users

@Suite("Filled copies of the office's forms over HTTP", .blocking, .onEveryEngine, .timeLimit(.minutes(30)))
struct AnswerRoutesTests {
    private static let withLogin = ServiceSettings(bind: "0.0.0.0", port: 0, rate: 1_000_000)
    private static let values = ["name": "Ada Lovelace", "town": "Ashford", "letters": "x"]

    /// Runs a service with Ada, an administrator, Ben and Cid, who are staff in the group intake, Dan, who is staff
    /// elsewhere, and Rita, a reader in the group.
    private static func run(_ body: @escaping @Sendable (ServiceHarness) async throws -> Void) async throws {
        try await ServiceHarness.run(settings: withLogin, users: ["ada", "ben", "cid", "dan", "rita"]) { service in
            try await service.accounts.change(try UserName("ada"), role: .administrator)
            try await service.accounts.change(try UserName("rita"), role: .reader)
            try await service.accounts.add(try GroupName("intake"))
            for name in ["ben", "cid", "rita"] {
                try await service.accounts.setMember(true, try UserName(name), of: try GroupName("intake"))
            }
            try await body(service)
        }
    }

    /// Shares the sample form with its known fields.
    private static func shared(_ client: FormwrightClient, groups: [String]? = nil) async throws -> UUID {
        let id = try await client.upload(AnswerSample().pdf, fileName: "blank.pdf").documentId
        try await client.process(id)
        _ = try await client.settled(id, polling: .milliseconds(50))
        let found = try await client.fields(of: id)
        try await client.change(
            FieldEdits(upsert: AnswerSample.fields, delete: found.fields.map(\.id)), of: id, version: found.version)
        let form = try await client.share(NewSharedForm(documentId: id, name: "Library card", groups: groups)).id
        while await ServiceHarness.code({ _ = try await client.answers(ofForm: form, as: .csv) }) == "not_ready" {
            try await Task.sleep(for: .milliseconds(50))
        }
        return form
    }

    /// Adds copies and waits until they are read or failed.
    private static func added(
        _ client: FormwrightClient, _ form: UUID, _ files: [(fileName: String, data: Data)]
    ) async throws -> [FilledCopySummary] {
        let added = try await client.addAnswers(files, toForm: form)
        #expect(added.map(\.fileName) == files.map(\.fileName))
        var settled: [FilledCopySummary] = []
        for answer in added { settled.append(try await Self.settled(client, form, answer.id).answer) }
        return settled
    }

    private static func settled(_ client: FormwrightClient, _ form: UUID, _ id: UUID) async throws -> FilledCopyDetail {
        while true {
            let detail = try await client.answer(id, ofForm: form)
            if detail.answer.state != .reading { return detail }
            try await Task.sleep(for: .milliseconds(50))
        }
    }

    private static func copy(_ values: [String: String] = values, revision: String? = nil) -> Data {
        var sample = AnswerSample(values: values)
        if let revision { sample.revision = revision }
        return sample.pdf
    }

    /// A copy whose name is a scribble.
    private static func scribbled() -> Data {
        let region = AnswerSample.region("name")
        let y = 792 - region.bottom + 3
        var stroke = "1.2 w \(region.left + 6) \(y) m "
        for turn in 0..<12 {
            let x = region.left + 6 + 9 * Double(turn)
            stroke +=
                "\(x + 3) \(y + 12) \(x + 8) \(y + 9 - Double(turn % 3) * 4) \(x + 9) \(y + Double(turn % 2) * 3) c "
        }
        return AnswerSample(values: ["town": "Ashford"]).pdf(adding: stroke + "S\n")
    }

    private static func rows(ofWorkbook data: Data) throws -> [[String]] {
        let sheet = try Sheet(data)
        return try (0..<sheet.rowCount).map { try sheet.cells(ofRow: $0).map { try $0.value.get().text } }
    }

    @Test("copies are read, and their tables are those of collect in three formats")
    func reading() async throws {
        try await Self.run { service in
            let ben = try await service.client(of: "ben")
            let form = try await Self.shared(ben)
            let other = Self.copy(["name": "=Cid", "county": "Kent"])
            let files = [("ada.pdf", Self.copy()), ("cid.pdf", other)]
            let read = try await Self.added(ben, form, files)
            #expect(read.map(\.state) == [.read, .read])
            #expect(read.map(\.cells) == [8, 8] && read.map(\.doubtful) == [0, 0] && read.map(\.version) == [1, 1])
            let cells = try await ben.answer(read[0].id, ofForm: form).cells
            #expect(cells.map(\.field) == AnswerSample.fields.map(\.name))
            #expect(cells.map(\.value) == ["Ada Lovelace", "", "Ashford", "", "", "", "yes", "no"])
            #expect(cells.allSatisfy { !$0.isDoubtful && !$0.isCorrected && $0.pictureUrl == nil })

            let reader = try await AnswerSample().form().answerReader()
            for format in AnswerTable.Format.allCases {
                let url = service.folder.file("expected.\(format.rawValue)")
                let table = try AnswerTable(format, headings: reader.columns.map(\.name), at: url)
                for (name, data) in files { try table.add(name, try await reader.read(data, named: name)) }
                try table.finish()
                let expected = try Data(contentsOf: url)
                let wanted = try #require(AnswerTableFormat(rawValue: format.rawValue))
                let given = try await ben.answers(ofForm: form, as: wanted)
                if format == .xlsx {
                    let rows = try Self.rows(ofWorkbook: given)
                    #expect(try rows == Self.rows(ofWorkbook: expected))
                    #expect(rows.map(\.first) == ["File", "ada.pdf", "cid.pdf"])
                    #expect(rows[2][1] == "=Cid" && rows[1].contains("Ashford"))
                } else {
                    #expect(given == expected, "\(format)")
                }
            }
        }
    }

    @Test("a damaged file, another form and another edition are in the list with their states, and not in the table")
    func unread() async throws {
        try await Self.run { service in
            let ben = try await service.client(of: "ben")
            let form = try await Self.shared(ben)
            let read = try await Self.added(
                ben, form,
                [
                    ("stranger.pdf", ServiceHarness.form()), ("damaged.pdf", Data("%PDF-1.7\nno more".utf8)),
                    ("new.pdf", Self.copy(revision: "Form 12-C (Rev. 04-2025)")), ("ada.pdf", Self.copy()),
                ])
            #expect(read.map(\.state) == [.unknownForm, .failed, .otherEdition, .read])
            #expect(read.map(\.cells) == [nil, nil, nil, 8])
            #expect(read[0].failure?.code == "fields_mismatch" && read[2].failure?.code == "other_edition")
            #expect(read[0].failure?.stage == "read" && read[3].failure == nil)
            let table = String(decoding: try await ben.answers(ofForm: form, as: .jsonl), as: UTF8.self)
            #expect(table.split(separator: "\n").count == 1 && table.contains("ada.pdf"))
            let labelled = try await ben.answers(ofForm: form, as: .csv, headings: .labels)
            let labels = AnswerHeadings.labels.texts(of: AnswerColumn.all(of: AnswerSample.fields))
            #expect(
                String(decoding: labelled, as: UTF8.self).hasPrefix("\u{FEFF}File,\(labels.joined(separator: ","))\r\n")
            )
            #expect(
                await ServiceHarness.code { try await ben.correct(read[0].id, ofForm: form, version: 0, ["name": "x"]) }
                    == "not_ready")

            let first = try await ben.answers(ofForm: form, limit: 3)
            #expect(first.answers.map(\.fileName) == ["ada.pdf", "new.pdf", "damaged.pdf"] && first.total == 4)
            let second = try await ben.answers(ofForm: form, before: first.next, limit: 3)
            #expect(second.answers.map(\.fileName) == ["stranger.pdf"] && second.next == nil)
        }
    }

    @Test("a doubtful cell has a picture, and a correction settles it, from its newest version only")
    func corrections() async throws {
        try await Self.run { service in
            let (ben, cid) = try await (service.client(of: "ben"), service.client(of: "cid"))
            let form = try await Self.shared(ben)
            let answer = try await Self.added(ben, form, [("scribble.pdf", Self.scribbled())])[0]
            #expect(answer.state == .read && answer.doubtful == 1)
            let cell = try #require(try await cid.answer(answer.id, ofForm: form).cells.first)
            #expect(cell.isDoubtful && cell.value.isEmpty && cell.reason == "handwriting")
            let png = try await cid.picture(ofCell: "name", in: answer.id, ofForm: form)
            #expect(png.starts(with: [0x89, 0x50, 0x4E, 0x47]))
            let noPicture = "/api/v1/forms/\(form)/answers/\(answer.id)/cells/town/picture"
            let headers = ["Authorization": "Bearer \(try await service.token(of: "ben").secret)"]
            #expect(try await service.send("GET", noPicture, headers: headers).status == 404)

            let changed = try await cid.correct(
                answer.id, ofForm: form, version: 1, ["name": "Ada", "letters": "yes"])
            #expect(changed.answer.version == 2 && changed.answer.doubtful == 0)
            #expect(changed.cells[0].value == "Ada" && changed.cells[0].isCorrected && !changed.cells[0].isDoubtful)
            #expect(changed.cells[6].value == "yes")
            let stale = try await service.send(
                "PATCH", "/api/v1/forms/\(form)/answers/\(answer.id)",
                headers: headers.merging(["Content-Type": "application/json", "If-Match": "\"1\""]) { $1 },
                body: Data("{\"name\": \"Ben\"}".utf8))
            #expect(stale.status == 412 && String(decoding: stale.body, as: UTF8.self).contains("answer_changed"))
            let table = String(decoding: try await ben.answers(ofForm: form, as: .csv), as: UTF8.self)
            #expect(table.contains("scribble.pdf,Ada,,Ashford,,,,yes,no\r\n"))

            // What is withdrawn is doubtful again.
            let withdrawn = try await ben.correct(answer.id, ofForm: form, version: 2, ["name": nil])
            #expect(withdrawn.answer.doubtful == 1 && withdrawn.cells[0].value.isEmpty && withdrawn.cells[0].isDoubtful)
            let refusals: [([String: String?], String)] = [
                (["nothing": "x"], "unknown_field"), (["letters": "perhaps"], "wrong_type"),
                (["name": "a\u{7}"], "wrong_type"), (["name": String(repeating: "a", count: 10_001)], "value_too_long"),
            ]
            for (values, code) in refusals {
                #expect(
                    await ServiceHarness.code {
                        try await ben.correct(answer.id, ofForm: form, version: 3, values)
                    } == code)
            }
            #expect(try await ben.answer(answer.id, ofForm: form).answer.version == 3)
        }
    }

    @Test("readers see and download, strangers see nothing, and the copies go with their form")
    func access() async throws {
        try await Self.run { service in
            let (ben, cid) = try await (service.client(of: "ben"), service.client(of: "cid"))
            let (dan, rita) = try await (service.client(of: "dan"), service.client(of: "rita"))
            let form = try await Self.shared(ben, groups: ["intake"])
            let answer = try await Self.added(ben, form, [("ada.pdf", Self.copy())])[0]
            #expect(try await rita.answers(ofForm: form).answers.map(\.id) == [answer.id])
            #expect(try await rita.answer(answer.id, ofForm: form).cells[0].value == "Ada Lovelace")
            #expect(try await !rita.answers(ofForm: form, as: .csv).isEmpty)
            for refused: () async throws -> Void in [
                { try await rita.correct(answer.id, ofForm: form, version: 1, ["name": "x"]) },
                { _ = try await rita.addAnswers([("x.pdf", Self.copy())], toForm: form) },
                { try await rita.deleteAnswer(answer.id, ofForm: form) },
                { try await cid.deleteAnswer(answer.id, ofForm: form) },
            ] { #expect(await ServiceHarness.code(refused) == "forbidden") }
            for refused: () async throws -> Void in [
                { _ = try await dan.answers(ofForm: form) }, { _ = try await dan.answer(answer.id, ofForm: form) },
                { _ = try await dan.answers(ofForm: form, as: .xlsx) },
                { _ = try await dan.addAnswers([("x.pdf", Self.copy())], toForm: form) },
                { try await dan.correct(answer.id, ofForm: form, version: 1, ["name": "x"]) },
                { try await dan.deleteAnswer(answer.id, ofForm: form) },
            ] { #expect(await ServiceHarness.code(refused) == "form_unknown") }
            // A copy of one form is none of another.
            let second = try await ben.share(
                NewSharedForm(documentId: try await ben.analysed("Second"), name: "Second")
            ).id
            #expect(
                await ServiceHarness.code { _ = try await ben.answer(answer.id, ofForm: second) } == "document_unknown")

            let file = service.folder.file("group.pdf")
            try Self.copy().write(to: file)
            let group = try await cid.addAnswer(contentsOf: file, toForm: form, for: "intake")
            #expect(group.group == "intake")
            _ = try await Self.settled(cid, form, group.id)
            try await ben.deleteAnswer(group.id, ofForm: form)
            #expect(
                await ServiceHarness.code { _ = try await cid.answer(group.id, ofForm: form) } == "document_unknown")
            try await ben.deleteForm(form)
            let left = try await service.system.store.documents(.init(in: .all, kind: AnswerKind.name, limit: 10))
            #expect(left.isEmpty)
        }
    }

    @Test("the page lists copies with names as text, takes them without scripts, and values are in no log")
    func page() async throws {
        try await Self.run { service in
            let (ben, rita) = try await (service.client(of: "ben"), service.client(of: "rita"))
            let form = try await Self.shared(ben, groups: ["intake"])
            func headers(_ name: String) async throws -> [String: String] {
                ["Authorization": "Bearer \(try await service.token(of: name).secret)"]
            }
            let address = "/forms/\(form)/answers"
            let staff = try await headers("ben")
            let empty = try await service.exchange("GET", address, staff)
            #expect(
                empty.status == 200 && empty.body.contains("No answers yet") && empty.body.contains("id=\"upload\""))
            let file = "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"<b>ada.pdf\"\r\n\r\n"
            let sent = try await service.send(
                "POST", "/api/v1\(address)",
                headers: staff.merging(["Content-Type": "multipart/form-data; boundary=b"]) { $1 },
                body: Data(file.utf8) + Self.copy() + Data("\r\n--b--\r\n".utf8))
            #expect(sent.status == 201)
            let id = try #require(try await ben.answers(ofForm: form).answers.first?.id)
            _ = try await Self.settled(ben, form, id)
            let list = try await service.exchange("GET", address, staff)
            #expect(list.body.contains("&lt;b&gt;ada.pdf") && list.body.contains("1 filled copy"))
            #expect(list.body.contains("Check<span") && !list.body.contains("Ada Lovelace"))
            let read = try await service.exchange("GET", address, try await headers("rita"))
            #expect(read.status == 200 && read.body.contains("Show<span") && !read.body.contains("id=\"upload\""))
            #expect(!read.body.contains("quiet danger delete"))
            #expect(try await service.exchange("GET", address, try await headers("dan")).status == 404)
            #expect(try await service.exchange("GET", address).status == 303)
            #expect(try await service.exchange("GET", "\(address)?before=x", staff).status == 400)
            _ = try await rita.answers(ofForm: form, as: .csv)
            try await ben.correct(id, ofForm: form, version: 1, ["name": "Grace Hopper"])
            for value in ["Lovelace", "Hopper"] { #expect(!service.log.text.contains(value)) }
            // An upload without scripts ends on the page.
            let body =
                "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"x.pdf\"\r\n\r\n%PDF-1.7\r\n--b--\r\n"
            let posted = try await service.exchange(
                "POST", address, staff.merging(["Content-Type": "multipart/form-data; boundary=b"]) { $1 }, body: body)
            #expect(posted.status == 303 && posted.headers["location"] == address)
        }
    }

    @Test("copies that a crash left unread are read")
    func forgotten() async throws {
        try await Self.run { service in
            let ben = try await service.client(of: "ben")
            let form = try await Self.shared(ben)
            let client = service.system.client
            let document = try await client.importDocument(
                Self.copy(), owner: OwnerID("ben"), kind: AnswerKind.name, fileName: "ada.pdf",
                mediaType: "application/pdf")
            try await service.system.database.write { transaction in
                try transaction.db.execute(
                    """
                    INSERT INTO answers_copies (document, form, place, corrections, changes) VALUES (?, ?, 1, ?, 0)
                    """, [document.id.description, DocumentID(form).description, Data("{}".utf8)])
            }
            #expect(try await ben.answer(document.id.uuid, ofForm: form).answer.state == .reading)
            let answers = AnswerStore(service.system)
            try await answers.beginForgotten(addedBefore: document.createdAt)
            #expect(try await client.store.document(document.id, in: .all).state == .imported)
            try await answers.beginForgotten(addedBefore: document.createdAt + .seconds(1))
            #expect(try await Self.settled(ben, form, document.id.uuid).answer.state == .read)
        }
    }

    @Test(
        "uploads are limited, refused as a whole if a file is of no known type, and too early before the form is analysed"
    )
    func limits() async throws {
        try await Self.run { service in
            let ben = try await service.client(of: "ben")
            let form = try await Self.shared(ben)
            #expect(
                await ServiceHarness.code {
                    _ = try await ben.addAnswers(
                        [("ada.pdf", Self.copy()), ("note.txt", Data("not a form".utf8))], toForm: form)
                } == "unsupported_type")
            #expect(
                await ServiceHarness.code {
                    _ = try await ben.addAnswers(
                        (0..<51).map { ("\($0).pdf", Data("%PDF-1.7".utf8)) }, toForm: form)
                } == "malformed_request")
            #expect(await ServiceHarness.code { _ = try await ben.addAnswers([], toForm: form) } == "malformed_request")
            #expect(try await ben.answers(ofForm: form).total == 0)
            try await service.expectNoLeftovers()
            #expect(
                String(decoding: try await ben.answers(ofForm: form, as: .csv), as: UTF8.self)
                    == "\u{FEFF}File,name,street,town,county,telephone,card,letters,children\r\n")
            let headers = ["Authorization": "Bearer \(try await service.token(of: "ben").secret)"]
            let path = "/api/v1/forms/\(form)/answers"
            for (method, path, status) in [
                ("GET", "\(path)?limit=0", 400), ("GET", "\(path)?before=x", 400), ("GET", "\(path)/x", 404),
                ("PATCH", "\(path)/\(UUID())", 428), ("DELETE", "\(path)/\(UUID())", 404),
                ("GET", "/api/v1/forms/\(UUID())/answers.csv", 404), ("GET", "\(path).csv?headings=x", 400),
                ("GET", "\(path).pdf", 404),
            ] {
                let answer = try await service.send(
                    method, path, headers: headers.merging(["Content-Type": "application/json"]) { $1 })
                #expect(answer.status == status, "\(method) \(path)")
            }
        }
        // No stage runs here, so that the form's fields stay unknown.
        try await ServiceHarness.run(works: false) { service in
            let blank = AnswerSample().pdf
            let digest = FormDigest.of(try Importer().document(blank, fileName: "blank.pdf"))
            let text =
                "{\"format\": 1, \"name\": \"Card\", \"edition\": \"\", \"digest\": \"\(digest)\", \"fileName\": \"blank.pdf\"}"
            let manifest = try JSONDecoder().decode(FormPack.Manifest.self, from: Data(text.utf8))
            let pack = FormPack(manifest, form: blank, template: nil, columns: nil)
            let form = try await SharedFormStore(service.system).add(pack, by: .local).id.uuid
            for refused: () async throws -> Void in [
                { _ = try await service.client.addAnswers([("ada.pdf", Self.copy())], toForm: form) },
                { _ = try await service.client.answers(ofForm: form, as: .csv) },
            ] { #expect(await ServiceHarness.code(refused) == "not_ready") }
        }
    }
}
