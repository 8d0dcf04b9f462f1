import FormModel
import FormsAPI
import FormwrightClient
import Foundation
import HTTPService
import SQLTestSupport
import ServiceTestSupport
import TestSupport
import TestTraits
import Testing
import Users

@Suite("Forms of the office over HTTP", .blocking, .onEveryEngine, .timeLimit(.minutes(30)))
struct SharedFormRoutesTests {
    private static let withLogin = ServiceSettings(bind: "0.0.0.0", port: 0, rate: 1_000_000)

    /// Runs a service with Ada, an administrator, Ben and Cid, who are staff, and Rita, a reader.
    private static func run(_ body: @escaping @Sendable (ServiceHarness) async throws -> Void) async throws {
        try await ServiceHarness.run(settings: withLogin, users: ["ada", "ben", "cid", "rita"]) { service in
            try await service.accounts.change(try UserName("ada"), role: .administrator)
            try await service.accounts.change(try UserName("rita"), role: .reader)
            try await body(service)
        }
    }

    private static func headers(_ service: ServiceHarness, _ name: String) async throws -> [String: String] {
        ["Authorization": "Bearer \(try await service.token(of: name).secret)", "Content-Type": "application/json"]
    }

    @Test("one user prepares a form, and another starts from it with its corrected fields")
    func sharing() async throws {
        try await Self.run { service in
            let (ben, cid) = try await (service.client(of: "ben"), service.client(of: "cid"))
            let original = try await ben.analysed()
            var field = try await ben.fields(of: original).fields[0]
            field.label = "Applicant"
            try await ben.change(FieldEdits(upsert: [field]), of: original, version: 0)
            let form = try await ben.share(NewSharedForm(documentId: original, edition: "2026"))
            #expect(form.name == "A form" && form.edition == "2026" && form.state == .current)
            #expect(form.sharedBy == "ben" && form.version == 1)

            let list = try await cid.forms(containing: "FORM")
            #expect(list.forms.map(\.id) == [form.id] && list.next == nil)
            let copy = try await cid.start(fromForm: form.id)
            #expect(try await cid.settled(copy.id, polling: .milliseconds(50)).document.status == .ready)
            let fields = try await cid.fields(of: copy.id)
            #expect(fields.fields.map(\.label) == ["Applicant"] && fields.canUndo)
            // Ben's document is not Cid's.
            #expect(await ServiceHarness.code { _ = try await cid.fields(of: original) } == "document_unknown")

            field = fields.fields[0]
            field.label = "Claimant"
            try await cid.change(FieldEdits(upsert: [field]), of: copy.id, version: fields.version)
            #expect(try await ben.fields(of: original).fields.map(\.label) == ["Claimant"])
            #expect(try await ben.history(ofForm: form.id).versions.compactMap(\.user) == ["cid", "ben"])
            try await ben.undo(fieldsOf: original, version: fields.version + 1)
            #expect(try await cid.fields(of: copy.id).fields.map(\.label) == ["Applicant"])

            #expect(
                await ServiceHarness.code {
                    _ = try await cid.share(NewSharedForm(documentId: copy.id))
                } == "form_shared")
        }
    }

    @Test("names and states change from their newest version, by everybody but readers")
    func changes() async throws {
        try await Self.run { service in
            let (ben, cid) = try await (service.client(of: "ben"), service.client(of: "cid"))
            let rita = try await service.client(of: "rita")
            let form = try await ben.share(NewSharedForm(documentId: try await ben.analysed(), state: .draft))
            let changed = try await cid.change(form.id, version: 1, SharedFormChange(name: "Antrag", state: .current))
            #expect(changed.name == "Antrag" && changed.state == .current && changed.version == 2)
            #expect(
                await ServiceHarness.code {
                    try await ben.change(form.id, version: 1, SharedFormChange(name: "Other"))
                } == "form_changed")
            #expect(try await rita.form(form.id).name == "Antrag")
            for refused: () async throws -> Void in [
                { try await rita.change(form.id, version: 2, SharedFormChange(name: "Mine")) },
                { _ = try await rita.start(fromForm: form.id) }, { try await rita.deleteForm(form.id) },
            ] { #expect(await ServiceHarness.code(refused) == "forbidden") }
            // Only who shared it, or an administrator, deletes it.
            #expect(await ServiceHarness.code { try await cid.deleteForm(form.id) } == "forbidden")
            try await service.client(of: "ada").deleteForm(form.id)
            #expect(await ServiceHarness.code { _ = try await ben.form(form.id) } == "form_unknown")
        }
    }

    @Test("a picture of the first page is shown to users, and to nobody else")
    func pictures() async throws {
        try await Self.run { service in
            let ben = try await service.client(of: "ben")
            let form = try await ben.share(NewSharedForm(documentId: try await ben.analysed()))
            let rita = try await Self.headers(service, "rita")
            let answer = try await service.exchange("GET", form.pictureUrl, rita)
            #expect(answer.status == 200 && answer.headers["content-type"] == "image/png")
            let again = try await service.exchange(
                "GET", form.pictureUrl, rita.merging(["If-None-Match": answer.headers["etag"] ?? ""]) { $1 })
            #expect(again.status == 304)
            #expect(try await service.exchange("GET", form.pictureUrl).status == 401)
            #expect(try await service.exchange("GET", "/forms").status == 303)
        }
    }

    @Test(
        "requests that make no sense are refused",
        arguments: [
            ("POST", "/api/v1/forms", "{}", 400), ("POST", "/api/v1/forms", "{\"documentId\": \"x\"}", 400),
            ("POST", "/api/v1/forms", "{\"documentId\": \"8D11E5B2-0000-4000-8000-000000000000\"}", 404),
            ("POST", "/api/v1/forms", "{\"documentId\": \"8D11E5B2-0000-4000-8000-000000000000\", \"by\": \"x\"}", 400),
            ("GET", "/api/v1/forms?after=x", "", 400), ("GET", "/api/v1/forms?limit=0", "", 400),
            ("GET", "/api/v1/forms?state=lost", "", 400), ("GET", "/api/v1/forms/x", "", 404),
            ("GET", "/api/v1/forms/x/picture.png", "", 404), ("GET", "/api/v1/forms/x/history", "", 404),
            ("PATCH", "/api/v1/forms/8D11E5B2-0000-4000-8000-000000000000", "{}", 428),
            ("POST", "/api/v1/forms/8D11E5B2-0000-4000-8000-000000000000/documents", "", 404),
            ("DELETE", "/api/v1/forms/8D11E5B2-0000-4000-8000-000000000000", "", 404),
        ])
    func nonsense(method: String, path: String, body: String, status: Int) async throws {
        try await Self.run { service in
            let headers = try await Self.headers(service, "ben")
            let answer = try await service.exchange(method, path, headers, body: body)
            #expect(answer.status == status, "\(answer.body)")
            let empty =
                "{\"documentId\": \"\(try await service.client(of: "ben").analysed())\", \"name\": \" \"}"
            #expect(try await service.exchange("POST", "/api/v1/forms", headers, body: empty).status == 422)
        }
    }

    @Test("the page shows the forms in use, with names as text, and starts a document without scripts")
    func page() async throws {
        try await Self.run { service in
            let ben = try await service.client(of: "ben")
            let headers = try await Self.headers(service, "ben")
            let empty = try await service.exchange("GET", "/forms", headers)
            #expect(empty.status == 200 && empty.body.contains("No forms yet"))
            let form = try await ben.share(
                NewSharedForm(documentId: try await ben.analysed(), name: "<b>Antrag & mehr</b>"))
            let old = try await ben.share(
                NewSharedForm(documentId: try await ben.analysed("Old"), name: "Old one", state: .retired))
            let page = try await service.exchange("GET", "/forms", headers)
            #expect(page.body.contains("&lt;b&gt;Antrag &amp; mehr&lt;/b&gt;") && !page.body.contains("Old one"))
            #expect(try await service.exchange("GET", "/forms?state=retired", headers).body.contains("Old one"))
            #expect(try await service.exchange("GET", "/forms?text=nothing", headers).body.contains("No form matches"))
            // Who shared it may delete it; others are not offered it.
            #expect(page.body.contains("data-may-delete"))
            let other = try await service.exchange("GET", "/forms", try await Self.headers(service, "cid"))
            #expect(other.body.contains("Antrag") && !other.body.contains("data-may-delete"))
            let reader = try await service.exchange("GET", "/forms", try await Self.headers(service, "rita"))
            #expect(reader.body.contains("Antrag") && !reader.body.contains("/start"))
            let started = try await service.exchange("POST", "/forms/\(form.id.uuidString)/start", headers)
            #expect(started.status == 303)
            #expect(started.headers["location"]?.hasPrefix("/documents/") == true)
            #expect(try await service.exchange("GET", "/", headers).body.contains("Start from a form of the office"))
            try await ben.deleteForm(old.id)
        }
    }
}
