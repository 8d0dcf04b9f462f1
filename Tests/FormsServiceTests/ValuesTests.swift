import FormModel
import FormsAPI
import FormwrightClient
import Foundation
import Poppler
import TestSupport
import Testing

@Suite("Values over HTTP", .timeLimit(.minutes(30))) struct ValuesTests {
    private static func ready(_ service: RunningService) async throws -> UUID {
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

    private static func kept(_ service: RunningService, _ id: UUID) async throws -> [String] {
        try await service.client.values(of: id).map(\.value).sorted()
    }

    @Test("a profile is kept as values of its own source, and gives way to what was given by hand")
    func profile() async throws {
        try await RunningService.run { service in
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
        try await RunningService.run { service in
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

    @Test("a check says where values go and what is wrong with them, and keeps nothing")
    func check() async throws {
        try await RunningService.run { service in
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

    @Test("the rows of a table can be checked, and columns for no field left out")
    func rows() async throws {
        try await RunningService.run { service in
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
        try await RunningService.run { service in
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
