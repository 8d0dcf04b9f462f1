import FormModel
import FormsAPI
import FormwrightClient
import Foundation
import Poppler
import ServiceTestSupport
import SQLTestSupport
import TestSupport
import Testing

@Suite("Values over HTTP", .onEveryEngine, .timeLimit(.minutes(30))) struct ValuesTests {
    private static func ready(_ service: ServiceHarness) async throws -> UUID {
        var builder = PDFBuilder()
        builder.add(
            PDFBuilder.Page(),
            widgets: [
                .init(x: 60, y: 60, width: 200, height: 20, "/FT /Tx /T (name) /TU (Your name)"),
                .init(x: 60, y: 90, width: 200, height: 20, "/FT /Tx /T (mail) /TU (E-mail)"),
                .init(x: 60, y: 120, width: 90, height: 20, "/FT /Tx /T (zip) /TU (ZIP) /MaxLen 5"),
            ])
        let id = try await service.client.upload(builder.data(), fileName: "a.pdf").documentId
        try await service.client.process(id)
        _ = try await service.client.settled(id, polling: .milliseconds(50))
        return id
    }

    private static func kept(_ service: ServiceHarness, _ id: UUID) async throws -> [String] {
        try await service.client.values(of: id).map(\.value).sorted()
    }

    @Test("a profile is kept as values of its own source, and gives way to what was given by hand")
    func profile() async throws {
        try await ServiceHarness.run { service in
            let id = try await Self.ready(service)
            let mail = try await service.client.document(id).components[1].fieldId
            try await service.client.submit([FieldValueInput(fieldRegionId: mail, value: "office@example.org")], to: id)
            let profile = ["name": "Ada Byron", "email": "ada@example.org", "postal-code": "62704"]
            let answer = try await service.client.submit(SubmittedValues(values: [], profile: profile), to: id)
            #expect(answer.problems.isEmpty && answer.fields.allSatisfy { $0.match == "profile" })
            #expect(answer.fields.map(\.label) == ["Your name", "ZIP"])
            #expect(try await Self.kept(service, id) == ["62704", "Ada Byron", "office@example.org"])
            let sources = try await service.client.values(of: id).map(\.source)
            #expect(sources.count { $0 == .autofill } == 2)
            // Another profile takes the place of the first.
            _ = try await service.client.submit(SubmittedValues(values: [], profile: ["name": "Grace"]), to: id)
            #expect(try await Self.kept(service, id).contains("Grace"))

            for body in [
                #"{"values": [], "profile": {"given-nam": "x"}}"#, #"{"values": [], "profile": {"cc-number": "1"}}"#,
            ] {
                let refusal = try await service.send(
                    "POST", "/api/v1/documents/\(id)/values", headers: ["Content-Type": "application/json"],
                    body: Data(body.utf8))
                #expect(refusal.status == 400)
            }
        }
    }

    @Test("a copy that was filled before holds its values, and an empty text removes one")
    func filledCopy() async throws {
        var builder = PDFBuilder()
        var page = PDFBuilder.Page()
        for (place, label) in ["First name", "Last name", "City"].enumerated() {
            let y = 80 + Double(place) * 50
            page.text(label, x: 40, y: y + 14)
            page.box(x: 130, y: y, width: 220, height: 20)
        }
        builder.add(page)
        let blank = builder.data()
        try await ServiceHarness.run { service in
            func ready(_ data: Data) async throws -> (id: UUID, fields: [FieldComponent]) {
                let id = try await service.client.upload(data, fileName: "a.pdf").documentId
                try await service.client.process(id)
                return (id, try await service.client.settled(id, polling: .milliseconds(50)).components)
            }
            func filled(_ id: UUID, _ values: [FieldValueInput]) async throws -> Data {
                try await service.client.submit(values, to: id)
                try await service.client.compose(id)
                _ = try await service.client.settled(id, polling: .milliseconds(50))
                return try await service.client.filledPDF(of: id)
            }
            let first = try await ready(blank)
            #expect(first.fields.map(\.defaultValue) == [nil, nil, nil])
            let copy = try await filled(
                first.id,
                zip(first.fields, ["Ada", "Byron"]).map { FieldValueInput(fieldRegionId: $0.fieldId, value: $1) })
            let second = try await ready(copy)
            #expect(second.fields.map(\.label) == first.fields.map(\.label))
            #expect(second.fields.map(\.defaultValue) == ["Ada", "Byron", nil])
            let name = try #require(second.fields.first).fieldId
            let changed = try await filled(second.id, [FieldValueInput(fieldRegionId: name, value: "")])
            #expect(try await ready(changed).fields.map(\.defaultValue) == [nil, "Byron", nil])
        }
    }

    @Test("each option that a control lists chooses itself, and a password is never sent")
    func options() async throws {
        var builder = PDFBuilder()
        let radio = builder.add("<< /FT /Btn /Ff 32768 /T (result) /TU (Result) >>")
        let states = ["1", "2", "1", "2"]
        builder.add(
            PDFBuilder.Page(),
            widgets: [
                .init(
                    x: 60, y: 60, width: 200, height: 20,
                    "/FT /Ch /T (branch) /TU (Branch) /Opt [[(a1) (Main St)] [(a2) (Main St)] [(a3) (High St)]] /V (a3)"
                ),
                .init(
                    x: 60, y: 90, width: 200, height: 20, "/FT /Ch /Ff 393216 /T (town) /TU (Town) /Opt [(Ely) (Diss)]"),
                .init(x: 60, y: 120, width: 90, height: 20, "/FT /Tx /Ff 8192 /T (pin) /TU (PIN) /V (s3cret)"),
            ]
                + states.enumerated().map { place, state in
                    .init(
                        x: 60, y: 150 + 30 * Double(place), width: 12, height: 12,
                        "/Parent \(radio) 0 R /AP << /N << /\(state) 3 0 R /Off 3 0 R >> >>")
                })
        let data = builder.data()
        try await ServiceHarness.run { service in
            let id = try await service.client.upload(data, fileName: "a.pdf").documentId
            try await service.client.process(id)
            let detail = try await service.client.settled(id, polling: .milliseconds(50))
            #expect(detail.components.map(\.options) == [["a1", "a2", "High St"], ["Ely", "Diss"], nil, ["1", "2"]])
            #expect(detail.components.map(\.isEditable) == [nil, true, nil, nil])
            #expect(detail.components.map(\.defaultValue) == ["High St", nil, nil, nil])
            for (component, value) in zip(detail.components, ["a2", "Elsewhere", nil, "2"]) {
                guard let value else { continue }
                let problems = try await service.client.submit(
                    SubmittedValues(values: [FieldValueInput(fieldRegionId: component.fieldId, value: value)]), to: id
                ).problems
                #expect(problems.isEmpty)
            }
            let fields = try await service.send("GET", "/api/v1/documents/\(id)/fields")
            #expect(!String(decoding: fields.body, as: UTF8.self).contains("s3cret"))
        }
    }

    @Test(
        "a question's answer goes by the id of its control in any spelling, and true and false tick the box of that id")
    func answers() async throws {
        var builder = PDFBuilder()
        let radio = builder.add("<< /FT /Btn /Ff 32768 /T (smoker) /TU (Smoker) >>")
        builder.add(
            PDFBuilder.Page(),
            widgets: ["No", "Yes"].enumerated().map { place, state in
                .init(
                    x: 60, y: 60 + 30 * Double(place), width: 12, height: 12,
                    "/Parent \(radio) 0 R /AP << /N << /\(state) 3 0 R /Off 3 0 R >> >>")
            })
        let data = builder.data()
        try await ServiceHarness.run { service in
            let id = try await service.client.upload(data, fileName: "a.pdf").documentId
            try await service.client.process(id)
            let field = try await service.client.settled(id, polling: .milliseconds(50)).components[0].fieldId
            func check(_ value: String) async throws -> ValuesCheck {
                try await service.client.submit(
                    SubmittedValues(values: [FieldValueInput(fieldRegionId: field, value: value)]), to: id,
                    onlyChecking: true)
            }
            for value in ["yes", "YES", "Yes ", "No", "", "true"] {
                #expect(try await check(value).problems.isEmpty, "\(value)")
            }
            for value in ["On", "1", "x", "Maybe"] {
                #expect(try await check(value).problems.map(\.code) == ["wrong_type"], "\(value)")
            }
            var pictures: [GrayImage] = []
            for value in ["yes", "No"] {
                try await service.client.submit([FieldValueInput(fieldRegionId: field, value: value)], to: id)
                _ = try await service.client.compose(id)
                _ = try await service.client.settled(id, polling: .milliseconds(50))
                pictures.append(try RenderedPages(try await service.client.filledPDF(of: id)).image(0))
            }
            // Both buttons differ: the one for yes is ticked in the first picture only.
            let changed = try #require(difference(pictures[0], pictures[1]))
            #expect(changed.top < 80 && changed.bottom > 85)
        }
    }

    @Test("a check says where values go and what is wrong with them, and keeps nothing")
    func check() async throws {
        try await ServiceHarness.run { service in
            let id = try await Self.ready(service)
            let row = Data("Your name,ZIP,Town\nAda,123456,Ely\n".utf8)
            let path = "/api/v1/documents/\(id)/values"
            let answer = try await service.send(
                "POST", path + "?check=true", headers: ["Content-Type": "text/csv"], body: row)
            #expect(answer.status == 200)
            let check = try JSONDecoder().decode(ValuesCheck.self, from: answer.body)
            #expect(check.fields.map(\.label) == ["Your name"] && check.fields.map(\.match) == ["label"])
            #expect(check.problems.map(\.code) == ["value_too_long", "unknown_field"] && check.skipped.isEmpty)
            #expect(!String(decoding: answer.body, as: UTF8.self).contains("Ely"))

            let skipping = try await service.send(
                "POST", path + "?skipUnknown=true", headers: ["Content-Type": "text/csv"],
                body: Data("Your name,Town\nAda,Ely\n".utf8))
            #expect(try JSONDecoder().decode(ValuesCheck.self, from: skipping.body).skipped == ["Town"])
            #expect(try await Self.kept(service, id) == ["Ada"])
            #expect(
                try await service.send(
                    "POST", path + "?check=perhaps", headers: ["Content-Type": "text/csv"], body: row
                ).status == 400)

            let stray = [FieldValueInput(fieldRegionId: UUID(), value: "x")]
            let known = try await service.client.submit(SubmittedValues(values: stray), to: id, skippingUnknown: true)
            #expect(known.skipped.count == 1)
            let checked = try await service.client.submit(
                SubmittedValues(values: stray), to: id, onlyChecking: true)
            #expect(checked.problems.map(\.code) == ["unknown_field"])
        }
    }

    @Test("a question whose boxes can all be ticked is answered by the text of one, and the form is filled so")
    func boxesOfQuestion() async throws {
        var page = PDFBuilder.Page()
        page.text("Marital status:", x: 60, y: 112)
        for (place, label) in ["Single", "Married", "Divorced"].enumerated() {
            page.box(x: 160 + 90 * Double(place), y: 102, width: 10, height: 10)
            page.text(label, x: 175 + 90 * Double(place), y: 112)
        }
        var builder = PDFBuilder()
        builder.add(page)
        let data = builder.data()
        try await ServiceHarness.run { service in
            let client = service.client
            let id = try await client.upload(data, fileName: "a.pdf").documentId
            try await client.process(id)
            _ = try await client.settled(id, polling: .milliseconds(50))
            let fields = try await client.fields(of: id).fields
            #expect(fields.map(\.label) == ["Single", "Married", "Divorced"])
            #expect(fields.allSatisfy { $0.group?.exclusive == false })
            let sent = try await service.send(
                "POST", "/api/v1/documents/\(id)/values", headers: ["Content-Type": "application/json"],
                body: Data(#"{"Marital status": "Married"}"#.utf8))
            #expect(sent.status == 200)
            let kept = try await client.values(of: id)
            #expect(kept.map(\.value) == ["true"] && kept.map(\.fieldRegionId) == [fields[1].id])
            try await client.compose(id)
            #expect(try await client.settled(id, polling: .milliseconds(50)).document.status == .filled)
        }
    }

    @Test("values in JSON can have the labels of fields as keys, as in a values file")
    func named() async throws {
        try await ServiceHarness.run { service in
            let id = try await Self.ready(service)
            func send(_ body: String, _ query: String = "") async throws -> (status: Int, body: Data) {
                let answer = try await service.send(
                    "POST", "/api/v1/documents/\(id)/values" + query, headers: ["Content-Type": "application/json"],
                    body: Data(body.utf8))
                return (Int(answer.status), answer.body)
            }
            #expect(try await send(#"{"Your name": "Ada", "zip": 12345}"#).status == 200)
            #expect(try await Self.kept(service, id) == ["12345", "Ada"])
            let answer = try await send(#"{"Your name": "Grace", "profile": {"email": "g@example.org"}}"#)
            #expect(answer.status == 200)
            #expect(try await Self.kept(service, id) == ["12345", "Grace", "g@example.org"])
            #expect(try await send("{}").status == 204)
            for wrong in [
                #"{"values": [], "zip": "1"}"#, #"{"values": [], "profil": {"name": "Eve"}}"#,
                #"{"values": [], "profile": {}, "Your name": "Eve"}"#,
            ] {
                let refusal = try await send(wrong)
                #expect(refusal.status == 400 && String(decoding: refusal.body, as: UTF8.self).contains("no key"))
            }
            for wrong in [
                #"{"Your name": Ada}"#, #"{"Your name": "Ada",}"#, #"["Your name"]"#, "Your name: Ada", "",
                #"{"Your name": "Ada", "Your name": "Eve"}"#, #"{"values": [{"Your name": "Ada"}]}"#,
                #"{"values": 1}"#, #"{"values": {"Your name": "Ada"}}"#,
            ] {
                #expect(try await send(wrong).status == 400, "\(wrong)")
            }
            #expect(try await Self.kept(service, id) == ["12345", "Grace", "g@example.org"])
        }
    }

    @Test("a problem has the id of its field, or none, and the key under which the value was given")
    func problems() async throws {
        try await ServiceHarness.run { service in
            let id = try await Self.ready(service)
            let zip = try await service.client.document(id).components[2].fieldId.uuidString
            let bodies = [
                ("application/json", #"{"ZIP": "123456", "Town": "Ely", "name": true}"#),
                ("application/yaml", "ZIP: '123456'\nTown: Ely\nname: true\n"),
            ]
            for (type, body) in bodies {
                for query in ["?check=true", ""] {
                    let answer = try await service.send(
                        "POST", "/api/v1/documents/\(id)/values" + query, headers: ["Content-Type": type],
                        body: Data(body.utf8))
                    let problems =
                        query.isEmpty
                        ? try JSONDecoder().decode(ServiceError.self, from: answer.body).fields ?? []
                        : try JSONDecoder().decode(ValuesCheck.self, from: answer.body).problems
                    #expect(problems.map(\.key) == ["ZIP", "Town", "name"])
                    #expect(problems.map(\.code) == ["value_too_long", "unknown_field", "wrong_type"])
                    #expect(problems.first?.fieldRegionId == zip)
                    #expect(problems.map { UUID(uuidString: $0.fieldRegionId) != nil } == [true, false, true])
                    #expect(problems.dropFirst().first?.fieldRegionId == "")
                }
            }
            let byID = try await service.client.submit(
                SubmittedValues(values: [
                    FieldValueInput(fieldRegionId: try #require(UUID(uuidString: zip)), value: "123456")
                ]),
                to: id, onlyChecking: true)
            #expect(byID.problems.map(\.fieldRegionId) == [zip] && byID.problems.map(\.key) == [nil])
        }
    }

    @Test("how a table was read is said, for one row and for many")
    func notes() async throws {
        try await ServiceHarness.run { service in
            let id = try await Self.ready(service)
            func send(_ route: String, _ table: Data) async throws -> (status: Int, body: Data) {
                let answer = try await service.send(
                    "POST", "/api/v1/documents/\(id)/\(route)", headers: ["Content-Type": "text/csv"], body: table)
                return (Int(answer.status), answer.body)
            }
            let western = try #require("Your name;ZIP\r\nMüller;01067\r\n".data(using: .windowsCP1252))
            let one = try await send("values", western)
            #expect(one.status == 200)
            #expect(
                try JSONDecoder().decode(ValuesCheck.self, from: one.body).notes == [
                    "The table: read as Windows-1252, since it is not UTF-8."
                ])
            #expect(try await Self.kept(service, id) == ["01067", "Müller"])
            #expect(try await send("values", Data("sep=;\nYour name;ZIP;;\nAda;1;;\n;;;\n".utf8)).status == 200)
            let titled = "Members;;\r\n\r\nYour name;ZIP;E-mail\r\nAda;1;a@b.org\r\n李;2;\r\n;;\r\nTotal: 2;;\r\n"
            for route in ["rows?check=true", "rows"] {
                let many = try await send(
                    route, [0xFF, 0xFE] + (try #require(titled.data(using: .utf16LittleEndian))))
                let rows = try JSONDecoder().decode(StartedRows.self, from: many.body)
                #expect(rows.rows == 2 && rows.notes?.count == 3)
            }
            #expect(try await service.client.settled(id, polling: .milliseconds(50)).rows?.filled == 2)
        }
    }

    @Test("a signature is no guess over HTTP, and no name of a picture")
    func signatures() async throws {
        try await ServiceHarness.run { service in
            var builder = PDFBuilder()
            builder.add(
                PDFBuilder.Page(),
                widgets: [
                    .init(x: 60, y: 60, width: 200, height: 20, "/FT /Tx /T (sign) /TU (Employee's signature)"),
                    .init(x: 60, y: 90, width: 200, height: 20, "/FT /Tx /T (mail) /TU (E-mail)"),
                ])
            let id = try await service.client.upload(builder.data(), fileName: "a.pdf").documentId
            try await service.client.process(id)
            let sign = try #require(
                try await service.client.settled(id, polling: .milliseconds(50)).components.first
            ).fieldId
            for (route, type, body, code) in [
                ("values", "text/csv", "Employer\nACME\n", "unknown_field"),
                ("rows", "text/csv", "Employer\nACME\n", "unknown_field"),
                ("values", "application/json", #"{"Employee": "ACME"}"#, "unknown_field"),
                (
                    "values", "application/json",
                    #"{"values": [{"fieldRegionId": "\#(sign)", "value": "a.png", "source": "manual"}]}"#,
                    "picture_name"
                ),
                (
                    "values", "application/json",
                    #"{"values": [{"fieldRegionId": "\#(sign)", "value": {"picture": "aGk=", "image": "a"}, "source": "manual"}]}"#,
                    "malformed_request"
                ),
            ] {
                let answer = try await service.send(
                    "POST", "/api/v1/documents/\(id)/\(route)", headers: ["Content-Type": type], body: Data(body.utf8))
                #expect(answer.status == (code == "malformed_request" ? 400 : 422))
                #expect(try JSONDecoder().decode(ServiceError.self, from: answer.body).error == code, "\(body)")
            }
            let signed = try await service.send(
                "POST", "/api/v1/documents/\(id)/values", headers: ["Content-Type": "application/json"],
                body: Data(#"{"Employee's signature": "Ada"}"#.utf8))
            #expect(signed.status == 200)
        }
    }

    @Test("the rows of a table can be checked, and columns for no field left out")
    func rows() async throws {
        try await ServiceHarness.run { service in
            let id = try await Self.ready(service)
            let path = "/api/v1/documents/\(id)/rows"
            func send(_ query: String, _ table: String) async throws -> (status: Int, rows: StartedRows?) {
                let answer = try await service.send(
                    "POST", path + query, headers: ["Content-Type": "text/csv"], body: Data(table.utf8))
                return (Int(answer.status), try? JSONDecoder().decode(StartedRows.self, from: answer.body))
            }
            let table = "Your name,Town\nAda,Ely\nGrace,York\n"
            #expect(try await send("", table).status == 422)
            let check = try await send("?check=true&skipUnknown=true", table)
            #expect(check.status == 200 && check.rows?.rows == 2 && check.rows?.skipped == ["Town"])
            #expect(try await service.client.document(id).document.status == .ready)
            let started = try await send("?skipUnknown=true", table)
            #expect(started.status == 202 && started.rows?.skipped == ["Town"])
            #expect(try await service.client.settled(id, polling: .milliseconds(50)).rows?.filled == 2)
        }
    }

    @Test(
        "values files of other formats are values, too",
        arguments: [
            ("application/yaml", "Your name: Ada\nprofile: {email: ada@example.org}\n", ["Ada", "ada@example.org"]),
            (
                "application/vnd.fdf",
                "%FDF-1.2\n1 0 obj\n<< /FDF << /Fields [<< /T (name) /V (Ada) >>] >> >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n",
                ["Ada"]
            ),
            (
                "application/vnd.adobe.xfdf",
                #"<?xml version="1.0"?><xfdf xmlns="http://ns.adobe.com/xfdf/"><fields><field name="name"><value>Ada</value></field></fields></xfdf>"#,
                ["Ada"]
            ),
        ])
    func files(mediaType: String, body: String, values: [String]) async throws {
        try await ServiceHarness.run { service in
            let id = try await Self.ready(service)
            let answer = try await service.send(
                "POST", "/api/v1/documents/\(id)/values", headers: ["Content-Type": mediaType], body: Data(body.utf8))
            #expect(answer.status < 300, "\(String(decoding: answer.body, as: UTF8.self))")
            #expect(try await Self.kept(service, id) == values)
            // Pictures of the machine are nobody's values.
            let picture = try await service.send(
                "POST", "/api/v1/documents/\(id)/values", headers: ["Content-Type": "application/yaml"],
                body: Data("Your name: {image: /etc/passwd}\n".utf8))
            #expect(picture.status == 422 || picture.status == 400)
            #expect(!String(decoding: picture.body, as: UTF8.self).contains("passwd"))
        }
    }
}
