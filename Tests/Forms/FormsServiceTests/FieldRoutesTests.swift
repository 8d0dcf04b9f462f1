import LocalStore
import FormsDomain
import FormModel
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

@Suite("Correcting fields over HTTP", .blocking, .onEveryEngine, .timeLimit(.minutes(30))) struct FieldRoutesTests {
    /// A flat form with two boxes.
    private static func form(_ title: String = "A form") -> Data {
        var page = PDFBuilder.Page()
        page.text(title, x: 60, y: 40)
        page.text("Full name", x: 60, y: 115)
        page.box(x: 130, y: 100, width: 220, height: 20)
        page.text("City", x: 60, y: 155)
        page.box(x: 130, y: 140, width: 220, height: 20)
        var builder = PDFBuilder()
        builder.add(page)
        return builder.data()
    }

    private static func analysed(_ service: ServiceHarness, _ data: Data, as name: String) async throws -> UUID {
        let id = try await service.client.upload(data, fileName: name).documentId
        try await service.client.process(id)
        #expect(try await service.client.settled(id, polling: .milliseconds(50)).document.status == .ready)
        return id
    }

    private static func named(_ label: String, in list: FieldList) throws -> Field {
        try #require(list.fields.first { $0.label == label })
    }

    @Test("a photo without fields comes with the reason")
    func emptyPhoto() async throws {
        try await ServiceHarness.run { service in
            let dark = GrayImage(width: 800, height: 1000, pixels: Array(repeating: 20, count: 800_000))
            let id = try await Self.analysed(service, Pictures.file(dark, .png), as: "dark.png")
            let list = try await service.client.fields(of: id)
            #expect(list.fields.isEmpty)
            #expect(list.notes.last == "No field was found on page 1: the picture is too dark.", "\(list.notes)")
        }
    }

    @Test("a field is moved, retyped, added and removed, and every step can be undone and made again")
    func edits() async throws {
        try await ServiceHarness.run { service in
            let client = service.client
            let id = try await Self.analysed(service, Self.form(), as: "Registration.pdf")
            let detected = try await client.fields(of: id)
            #expect(detected.version == 0 && detected.template == nil && !detected.canUndo && !detected.canRedo)
            #expect(detected.fields.map(\.label) == ["Full name", "City"])

            var name = try Self.named("Full name", in: detected)
            name.region = Region(x: 130, y: 300, width: 220, height: 24)
            name.label = "Applicant"
            name.required = true
            let moved = try await client.change(FieldEdits(upsert: [name]), of: id, version: 0)
            #expect(moved.version == 1 && moved.canUndo && !moved.canRedo)
            #expect(moved.template?.name == "Registration" && moved.template?.fieldCount == 2)
            // A moved field takes its new place in reading order.
            #expect(moved.fields.map(\.label) == ["City", "Applicant"])
            let detail = try await client.document(id)
            #expect(detail.components.map(\.label) == ["City", "Applicant"])
            #expect(detail.fieldMap[name.id.uuidString]?.y == 300)

            let phone = Field(
                id: UUID(), name: "", page: 0, region: Region(x: 130, y: 180, width: 100, height: 20), type: .text,
                label: "Phone", confidence: 1, evidence: .box)
            let added = try await client.add([phone], to: id, version: 1)
            #expect(added.fields.map(\.label) == ["City", "Phone", "Applicant"])
            #expect(added.fields[1].id == phone.id && added.fields[1].name == "p1f3")
            let city = try Self.named("City", in: added)
            let fewer = try await client.change(FieldEdits(delete: [city.id]), of: id, version: 2)
            #expect(fewer.fields.map(\.label) == ["Phone", "Applicant"])

            var list = fewer
            for expected in [["City", "Phone", "Applicant"], ["City", "Applicant"], ["Full name", "City"]] {
                list = try await client.undo(fieldsOf: id, version: list.version)
                #expect(list.fields.map(\.label) == expected)
            }
            #expect(list.fields == detected.fields && !list.canUndo && list.canRedo)
            let nothing = await #expect(throws: ServiceError.self) {
                try await client.undo(fieldsOf: id, version: list.version)
            }
            #expect(nothing?.error == "nothing_to_undo")
            for expected in [["City", "Applicant"], ["City", "Phone", "Applicant"], ["Phone", "Applicant"]] {
                list = try await client.redo(fieldsOf: id, version: list.version)
                #expect(list.fields.map(\.label) == expected)
            }
            #expect(list.canUndo && !list.canRedo && list.version == 9)
            list = try await client.undo(fieldsOf: id, version: 9)
            list = try await client.change(FieldEdits(delete: [phone.id]), of: id, version: list.version)
            #expect(!list.canRedo, "a change after an undo leaves nothing to redo")
        }
    }

    @Test("changes to different fields merge; to the same field they are refused with both versions")
    func merging() async throws {
        try await ServiceHarness.run { service in
            let client = service.client
            let id = try await Self.analysed(service, Self.form(), as: "a.pdf")
            let detected = try await client.fields(of: id)
            var name = try Self.named("Full name", in: detected)
            var city = try Self.named("City", in: detected)
            name.label = "Name"
            city.label = "Town"
            try await client.change(FieldEdits(upsert: [name]), of: id, version: 0)
            let merged = try await client.change(FieldEdits(upsert: [city]), of: id, version: 0)
            #expect(merged.version == 2 && merged.fields.map(\.label) == ["Name", "Town"])

            var other = name
            other.label = "Surname"
            let conflict = await #expect(throws: ServiceError.self) {
                try await client.change(FieldEdits(upsert: [other]), of: id, version: 0)
            }
            #expect(conflict?.error == "edit_conflict" && conflict?.version == 2)
            #expect(conflict?.conflicts?.map(\.fieldId) == [name.id])
            #expect(conflict?.conflicts?.first?.yours?.label == "Surname")
            #expect(conflict?.conflicts?.first?.theirs?.label == "Name")
            // A removal conflicts with a change as well, and says so with null.
            let removal = try await service.send(
                "PATCH", "/api/v1/documents/\(id)/fields",
                headers: ["If-Match": "\"0\"", "Content-Type": "application/json"],
                body: Data("{\"delete\": [\"\(name.id)\"]}".utf8))
            #expect(removal.status == 409)
            #expect(String(decoding: removal.body, as: UTF8.self).contains("\"yours\":null"))
            // The same change by both is none.
            #expect(try await client.change(FieldEdits(upsert: [name]), of: id, version: 0).version == 2)
            // A whole list from an old version keeps what others changed in the meantime.
            var list = detected.fields
            list[0].required = true
            let whole = await #expect(throws: ServiceError.self) {
                try await client.replaceFields(of: id, with: list, version: 0)
            }
            #expect(whole?.conflicts?.map(\.fieldId) == [name.id])
            let replaced = try await client.replaceFields(of: id, with: merged.fields.reversed(), version: 2)
            #expect(replaced.fields.map(\.label) == ["Town", "Name"])
            let stale = await #expect(throws: ServiceError.self) { try await client.undo(fieldsOf: id, version: 2) }
            #expect(stale?.error == "edit_conflict" && stale?.version == 3)
        }
    }

    @Test("a change must say which version it was made from")
    func preconditions() async throws {
        try await ServiceHarness.run { service in
            let id = try await Self.analysed(service, Self.form(), as: "a.pdf")
            let path = "/api/v1/documents/\(id)/fields"
            let list = try await service.send("GET", path)
            #expect(list.headers["etag"] == "\"0\"")
            #expect(try await service.send("GET", path, headers: ["If-None-Match": "\"0\""]).status == 304)
            func status(_ method: String, _ path: String, _ version: String?) async throws -> Int {
                var headers = ["Content-Type": "application/json"]
                headers["If-Match"] = version
                return try await service.send(method, path, headers: headers, body: Data("{\"fields\": []}".utf8))
                    .status
            }
            for (method, place) in [
                ("PUT", ""), ("POST", ""), ("POST", "/undo"), ("POST", "/redo"), ("DELETE", "/\(UUID())"),
            ] {
                #expect(try await status(method, path + place, nil) == 428, "\(method) \(place)")
            }
            for version in ["0", "\"x\"", "\"-1\"", "W/\"0\"", "\"\"", "\""] {
                #expect(try await status("PUT", path, version) == 400, "\(version)")
            }
            #expect(try await status("PUT", path, "*") == 200)
            #expect(try await service.client.fields(of: id).fields.isEmpty)
        }
    }

    @Test("fields that have no place on the form are refused one by one, and nothing is changed")
    func invalid() async throws {
        try await ServiceHarness.run { service in
            let client = service.client
            let id = try await Self.analysed(service, Self.form(), as: "a.pdf")
            let detected = try await client.fields(of: id)
            func refusal(_ change: (inout Field) -> Void) async throws -> String {
                var field = detected.fields[0]
                change(&field)
                let error = await #expect(throws: ServiceError.self) {
                    try await client.change(FieldEdits(upsert: [field]), of: id, version: 0)
                }
                #expect(error?.error == "invalid_field" && error?.fields?.map(\.fieldRegionId) == [field.id.uuidString])
                return error?.message ?? ""
            }
            #expect(try await refusal { $0.page = 1 }.contains("no page 2"))
            for page in [Int.max, Int.min, -1, 1_000_000] {
                var field = detected.fields[0]
                field.page = page
                let error = await #expect(throws: ServiceError.self) {
                    try await client.change(FieldEdits(upsert: [field]), of: id, version: 0)
                }
                #expect(error?.error == "malformed_request", "\(page)")
                for (method, path) in [("GET", "/pages/\(page).png"), ("POST", "/pages/\(page)/preview")] {
                    let answer = try await service.send(
                        method, "/api/v1/documents/\(id)\(path)", headers: ["Content-Type": "application/json"],
                        body: method == "GET" ? nil : Data("{\"values\": []}".utf8))
                    #expect([404, 422].contains(answer.status), "\(path): \(answer.status)")
                    #expect(!String(decoding: answer.body, as: UTF8.self).contains("stage_crashed"))
                }
            }
            #expect(try await refusal { $0.region.x = 500 }.contains("not inside the page"))
            #expect(try await refusal { $0.region.height = 0 }.contains("smaller than one point"))
            #expect(try await refusal { $0.region.width = -5 }.contains("smaller than one point"))
            #expect(try await refusal { $0.label = String(repeating: "x", count: 5_000) }.contains("longer than"))
            #expect(try await refusal { $0.options = [] }.contains("options"))
            #expect(try await refusal { $0.maxLength = 0 }.contains("maxLength"))
            #expect(try await refusal { $0.combEdges = [200, 150] }.contains("increase"))
            #expect(try await refusal { $0.combEdges = [10, 600] }.contains("not inside the region"))
            #expect(try await refusal { $0.confidence = 2 }.contains("confidence"))
            let twice = await #expect(throws: ServiceError.self) {
                try await client.replaceFields(of: id, with: detected.fields + [detected.fields[0]], version: 0)
            }
            #expect(twice?.message.contains("twice") == true)

            let path = "/api/v1/documents/\(id)/fields"
            let headers = ["If-Match": "\"0\"", "Content-Type": "application/json"]
            let unknown = try await service.send(
                "POST", path, headers: headers,
                body: Data(
                    #"{"fields": [{"page": 0, "x": 1, "y": 1, "width": 9, "height": 9, "type": "text", "colour": 1}]}"#
                        .utf8))
            #expect(unknown.status == 400)
            #expect(String(decoding: unknown.body, as: UTF8.self).contains("fields[0].colour"))
            let many = (0...5_000).map { _ in
                #"{"page": 0, "x": 1, "y": 1, "width": 9, "height": 9, "type": "text"}"#
            }
            let tooMany = try await service.send(
                "POST", path, headers: headers, body: Data("{\"fields\": [\(many.joined(separator: ","))]}".utf8))
            #expect(tooMany.status == 422)
            #expect(try await client.fields(of: id) == detected)
        }
    }

    @Test("another owner's document has no fields here, nor one that is not analysed yet")
    func foreign() async throws {
        try await ServiceHarness.run { service in
            let system = service.system
            let theirs = try await system.client.importDocument(
                Self.form(), owner: "bob", kind: FormKind.name, fileName: "a.pdf", mediaType: "application/pdf")
            _ = try await system.client.process(theirs.id, in: .all)
            _ = try await system.client.settled(theirs.id, in: .all)
            for (method, place) in [("GET", ""), ("PATCH", ""), ("PUT", ""), ("POST", ""), ("POST", "/undo")] {
                let answer = try await service.send(
                    method, "/api/v1/documents/\(theirs.id)/fields\(place)",
                    headers: ["If-Match": "*", "Content-Type": "application/json"],
                    body: method == "GET" ? nil : Data("{\"fields\": []}".utf8))
                #expect(answer.status == 404, "\(method) \(place)")
            }
            let new = try await service.client.upload(Self.form(), fileName: "a.pdf").documentId
            let early = await #expect(throws: ServiceError.self) { try await service.client.fields(of: new) }
            #expect(early?.error == "not_ready")
        }
    }

    @Test("a copy of the form that was saved again comes with the corrections, and values sent for its fields stay")
    func copies() async throws {
        try await ServiceHarness.run { service in
            let client = service.client
            let first = try await Self.analysed(service, Self.form(), as: "a.pdf")
            let (from, to) = (service.folder.file("from.pdf"), service.folder.file("to.pdf"))
            try Self.form().write(to: from)
            _ = try await onOwnThread {
                try Program.run("qpdf", ["--object-streams=generate", "--linearize", from.path, to.path])
            }
            let copy = try await Self.analysed(service, try Data(contentsOf: to), as: "b.pdf")
            // Typed before the form was corrected.
            let own = try await client.fields(of: copy)
            let (name, city) = (try Self.named("Full name", in: own), try Self.named("City", in: own))
            try await client.submit(
                [
                    FieldValueInput(fieldRegionId: name.id, value: "Ada"),
                    FieldValueInput(fieldRegionId: city.id, value: "London"),
                ], to: copy)

            let list = try await client.fields(of: first)
            var corrected = try Self.named("Full name", in: list)
            #expect(corrected.id != name.id)
            corrected.label = "Applicant"
            corrected.region.x = 140
            corrected.region.width = 210
            try await client.change(
                FieldEdits(upsert: [corrected], delete: [try Self.named("City", in: list).id]), of: first, version: 0)

            let inForce = try await client.fields(of: copy)
            #expect(inForce.version == 1 && inForce.fields.map(\.id) == [corrected.id])
            #expect(try await client.document(copy).components.map(\.label) == ["Applicant"])
            // A page that still shows the fields as detected can go on.
            var renamed = name
            renamed.label = "Tenant"
            let conflict = await #expect(throws: ServiceError.self) {
                try await client.change(FieldEdits(upsert: [renamed]), of: copy, version: 0)
            }
            #expect(conflict?.conflicts?.map(\.fieldId) == [corrected.id])
            try await client.submit([FieldValueInput(fieldRegionId: name.id, value: "Hopper")], to: copy)
            #expect(try await client.compose(copy).unusedValues == [city.id.uuidString])
            #expect(try await client.settled(copy, polling: .milliseconds(50)).document.status == .filled)
            let words = try PopplerDocument(data: try await client.filledPDF(of: copy)).page(0).words()
            let hopper = try #require(words.first { $0.text == "Hopper" })
            #expect(hopper.region.left >= 140)
            #expect(!words.contains { $0.text == "Ada" || $0.text == "London" })
            // The removed field's value comes back with the field.
            try await client.undo(fieldsOf: first, version: 1)
            #expect(try await client.compose(copy).unusedValues == nil)
        }
    }

    @Test("templates are listed, exported, imported and deleted")
    func templates() async throws {
        try await ServiceHarness.run { service in
            let client = service.client
            let id = try await Self.analysed(service, Self.form(), as: "Lease.pdf")
            let detected = try await client.fields(of: id)
            #expect(try await client.templates().isEmpty)
            var name = detected.fields[0]
            name.label = "Tenant"
            name.defaultValue = "Ada Lovelace"
            let changed = try await client.change(FieldEdits(upsert: [name]), of: id, version: 0)
            let summary = try #require(try await client.templates().first)
            #expect(summary == changed.template && summary.name == "Lease")
            let exported = try await client.template(summary.id)
            #expect(exported.fields.map(\.label) == ["Tenant", "City"] && exported.version == 1)
            #expect(exported.fields.allSatisfy { $0.defaultValue == nil }, "a template holds no values")

            try await client.delete(template: summary.id)
            #expect(try await client.fields(of: id) == detected)
            let gone = await #expect(throws: ServiceError.self) { try await client.template(summary.id) }
            #expect(gone?.error == "template_unknown")
            #expect(try await client.put(exported).version == 1)
            #expect(try await client.fields(of: id).fields.map(\.label) == ["Tenant", "City"])
            var newer = exported
            newer.fields.removeLast()
            #expect(try await client.put(newer).version == 2)
            let list = try await client.fields(of: id)
            #expect(list.fields.map(\.label) == ["Tenant"] && list.canUndo)

            for change in [
                { $0.digest = "../../etc" }, { $0.pages = [] }, { $0.fields[0].page = 3 }, { $0.name = "" },
                { $0.version = 0 },
            ] as [(inout FormTemplate) -> Void] {
                var bad = exported
                change(&bad)
                let refused = await #expect(throws: ServiceError.self) { try await client.put(bad) }
                #expect(refused?.error == "invalid_template")
            }
        }
    }
}
