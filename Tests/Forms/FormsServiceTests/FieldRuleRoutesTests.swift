import FormModel
import FormsAPI
import FormwrightClient
import Foundation
import ServiceTestSupport
import SQLTestSupport
import TestSupport
import TestTraits
import Testing

@Suite("Rules for the values of fields over HTTP", .blocking, .onEveryEngine, .timeLimit(.minutes(30)))
struct FieldRuleRoutesTests {
    private static func form(_ value: String = "") -> Data {
        var builder = PDFBuilder()
        builder.add(
            PDFBuilder.Page(),
            widgets: [
                PDFBuilder.Widget(x: 60, y: 80, width: 200, height: 20, "/FT /Tx /T (name) /TU (Full name)"),
                PDFBuilder.Widget(x: 60, y: 120, width: 200, height: 20, "/FT /Tx /T (city) /TU (City) \(value)"),
            ])
        return builder.data()
    }

    private static func analysed(_ service: ServiceHarness, _ data: Data) async throws -> UUID {
        let id = try await service.client.upload(data, fileName: "form.pdf").documentId
        try await service.client.process(id)
        #expect(try await service.client.settled(id, polling: .milliseconds(50)).document.status == .ready)
        return id
    }

    /// The values that the filled form holds, by the names of their fields.
    private static func filled(_ id: UUID, by client: FormwrightClient) async throws -> [String: String] {
        try JSONDecoder().decode([String: String].self, from: try await client.export(id, filled: true))
    }

    private static func named(_ label: String, in list: FieldList) throws -> Field {
        try #require(list.fields.first { $0.label == label })
    }

    @Test("rules of a person hold for values, can be undone, and apply to the next copy of the form")
    func rules() async throws {
        try await ServiceHarness.run { service in
            let client = service.client
            let id = try await Self.analysed(service, Self.form())
            let detected = try await client.fields(of: id)
            var name = try Self.named("Full name", in: detected)
            name.mask = "AA-9999"
            name.required = true
            var city = try Self.named("City", in: detected)
            city.initialValue = "Bonn"
            let changed = try await client.change(FieldEdits(upsert: [name, city]), of: id, version: 0)
            #expect(try Self.named("City", in: changed).defaultValue == "Bonn")
            #expect(try await client.document(id).components.map(\.defaultValue) == [nil, "Bonn"])

            let wrong = await #expect(throws: ServiceError.self) {
                try await client.submit([FieldValueInput(fieldRegionId: name.id, value: "AB1234")], to: id)
            }
            #expect(wrong?.fields?.map(\.code) == ["wrong_type"])
            #expect(wrong?.fields?.first?.message.contains("AA-9999") == true)
            try await client.submit([FieldValueInput(fieldRegionId: name.id, value: "AB-1234")], to: id)

            // Another copy has the rules, and its own value comes before the initial one.
            let copy = try await Self.analysed(service, Self.form("/V (Rome)"))
            let inCopy = try await client.fields(of: copy)
            #expect(try Self.named("Full name", in: inCopy).mask == "AA-9999")
            #expect(try Self.named("City", in: inCopy).defaultValue == "Rome")
            #expect(try Self.named("City", in: inCopy).initialValue == "Bonn")

            let undone = try await client.undo(fieldsOf: id, version: changed.version)
            #expect(undone.fields == detected.fields)
        }
    }

    @Test("a fill uses initial values, and tells or refuses what is required and missing")
    func composing() async throws {
        try await ServiceHarness.run { service in
            let client = service.client
            let id = try await Self.analysed(service, Self.form())
            let detected = try await client.fields(of: id)
            var name = try Self.named("Full name", in: detected)
            name.required = true
            var city = try Self.named("City", in: detected)
            city.initialValue = "Bonn"
            city.required = true
            try await client.change(FieldEdits(upsert: [name, city]), of: id, version: 0)

            let refused = await #expect(throws: ServiceError.self) {
                try await client.compose(id, onlyIfComplete: true)
            }
            #expect(refused?.error == "not_ready" && refused?.message == "A required field has no value.")
            #expect(refused?.fields?.map(\.fieldRegionId) == [name.id.uuidString])
            // As before, a form can be filled without them.
            #expect(try await client.compose(id).missingRequired == [name.id])
            #expect(try await client.settled(id, polling: .milliseconds(50)).document.status == .filled)
            #expect(try await Self.filled(id, by: client) == ["city": "Bonn"])

            try await client.submit(
                [
                    FieldValueInput(fieldRegionId: name.id, value: "Ada"),
                    FieldValueInput(fieldRegionId: city.id, value: ""),
                ], to: id)
            #expect(try await client.compose(id).missingRequired == [city.id])
            #expect(try await client.settled(id, polling: .milliseconds(50)).document.status == .filled)
            #expect(try await Self.filled(id, by: client) == ["name": "Ada"], "what was emptied stays empty")
            let wrong = try await service.send("POST", "/api/v1/documents/\(id)/compose?complete=perhaps")
            #expect(wrong.status == 400)
        }
    }

    @Test("rules that cannot hold are refused, field by field")
    func impossibleRules() async throws {
        try await ServiceHarness.run { service in
            let client = service.client
            let id = try await Self.analysed(service, Self.form())
            let city = try Self.named("City", in: try await client.fields(of: id))
            func refusal(_ change: (inout Field) -> Void) async -> String? {
                var field = city
                change(&field)
                let error = await #expect(throws: ServiceError.self) {
                    try await client.change(FieldEdits(upsert: [field]), of: id, version: 0)
                }
                #expect(error?.error == "invalid_field")
                return error?.fields?.first?.message
            }
            #expect(await refusal { $0.mask = "" }?.contains("mask must have 1 to 100") == true)
            #expect(await refusal { $0.mask = String(repeating: "9", count: 101) } != nil)
            #expect(await refusal { $0.mask = "A\\" } != nil)
            #expect(
                await refusal { ($0.mask, $0.format) = ("A", FieldFormat(kind: .zip)) }?.contains("only one") == true)
            #expect(await refusal { $0.maxLength = 0 } != nil)
            #expect(await refusal { $0.options = [] } != nil)
            #expect(await refusal { $0.options = ["Rome", " ", "Bonn"] }?.contains("choice 2 is empty") == true)
            #expect(await refusal { $0.options = ["Rome", "Bonn", "Rome"] }?.contains("choice 3 is there") == true)
            #expect(
                await refusal { ($0.maxLength, $0.options) = (3, ["Ulm", "Rome"]) }?.contains("choice 2 has 4") == true)
            #expect(await refusal { $0.initialValue = "" } != nil)
            #expect(await refusal { $0.initialValue = String(repeating: "a", count: 5_000) } != nil)
            #expect(await refusal { ($0.maxLength, $0.initialValue) = (3, "Bonn") }?.contains("at most 3") == true)
            #expect(await refusal { ($0.mask, $0.initialValue) = ("99", "Bonn") } != nil)
            #expect(await refusal { ($0.options, $0.initialValue) = (["Rome"], "Bonn") } != nil)
            #expect(await refusal { ($0.type, $0.initialValue) = (.checkbox, "yes") } != nil)
            #expect(await refusal { ($0.type, $0.initialValue) = (.signature, "Ada") } != nil)
            #expect(try await client.fields(of: id).version == 0)
        }
    }

    @Test("the choices that a form's own file has stay as they are when the field is changed otherwise")
    func ownChoices() async throws {
        try await ServiceHarness.run { service in
            let client = service.client
            var builder = PDFBuilder()
            builder.add(
                PDFBuilder.Page(),
                widgets: [
                    PDFBuilder.Widget(
                        x: 60, y: 80, width: 200, height: 20,
                        "/FT /Ch /Ff 131072 /T (city) /TU (City) /Opt [( ) (Bonn) (Bonn)]")
                ])
            let id = try await Self.analysed(service, builder.data())
            var city = try Self.named("City", in: try await client.fields(of: id))
            try #require(city.options?.count == 3)
            city.label = "Town"
            let changed = try await client.change(FieldEdits(upsert: [city]), of: id, version: 0)
            #expect(try Self.named("Town", in: changed).options == city.options)
        }
    }

    @Test("a fill is refused with the fields whose stored values break a later rule, until they are corrected")
    func laterRule() async throws {
        try await ServiceHarness.run { service in
            let client = service.client
            let id = try await Self.analysed(service, Self.form())
            let detected = try await client.fields(of: id)
            var (name, city) = (try Self.named("Full name", in: detected), try Self.named("City", in: detected))
            try await client.submit(
                [
                    FieldValueInput(fieldRegionId: name.id, value: "Ada"),
                    FieldValueInput(fieldRegionId: city.id, value: "Bonn"),
                ], to: id)
            name.mask = "AA-9999"
            city.maxLength = 3
            try await client.change(FieldEdits(upsert: [name, city]), of: id, version: 0)
            let refused = await #expect(throws: ServiceError.self) { try await client.compose(id) }
            #expect(Set(refused?.fields?.map(\.fieldRegionId) ?? []) == [name.id.uuidString, city.id.uuidString])
            #expect(Set(refused?.fields?.map(\.code) ?? []) == ["wrong_type", "value_too_long"])
            let answer = try await service.send("POST", "/api/v1/documents/\(id)/compose")
            #expect(answer.status == 422)
            #expect(try await client.document(id).document.status == .ready)
            try await client.submit(
                [
                    FieldValueInput(fieldRegionId: name.id, value: ""),
                    FieldValueInput(fieldRegionId: city.id, value: "Ulm"),
                ], to: id)
            try await client.compose(id)
            #expect(try await client.settled(id, polling: .milliseconds(50)).document.status == .filled)
            #expect(try await Self.filled(id, by: client) == ["city": "Ulm"])
        }
    }
}
