import Audit
import FormModel
import FormsAPI
import FormwrightClient
import Foundation
import HTTPService
import LocalStore
import Pipeline
import SQLTestSupport
import ServiceTestSupport
import TestSupport
import TestTraits
import Testing
import Users

@Suite("Groups over HTTP", .blocking, .onEveryEngine, .timeLimit(.minutes(30)))
struct GroupRoutesTests {
    private static let withLogin = ServiceSettings(bind: "0.0.0.0", port: 0, rate: 1_000_000)

    /// Runs a service with Ada, an administrator, Ben and Cid, who are staff in the group intake, Dan, who is staff in
    /// none, and Rita, a reader in it.
    private static func run(_ body: @escaping @Sendable (ServiceHarness) async throws -> Void) async throws {
        try await ServiceHarness.run(settings: withLogin, users: ["ada", "ben", "cid", "dan", "rita"]) { service in
            try await service.accounts.change(try UserName("ada"), role: .administrator)
            try await service.accounts.change(try UserName("rita"), role: .reader)
            try await service.accounts.add(try GroupName("intake"))
            for user in ["ben", "cid", "rita"] {
                try await service.accounts.setMember(true, try UserName(user), of: try GroupName("intake"))
            }
            try await body(service)
        }
    }

    @Test("the users of a group see, correct and fill its cases, and others do not")
    func sharing() async throws {
        try await Self.run { service in
            let (ben, cid) = try await (service.client(of: "ben"), service.client(of: "cid"))
            #expect(try await ben.groups() == ["intake"])
            let id = try await ben.analysed(for: "intake")
            #expect(try await ben.documentCase(id).group == "intake")
            let list = try await cid.documents()
            #expect(list.documents.map(\.id) == [id] && list.total == 1 && list.documents[0].group == "intake")
            try await cid.change(id, version: 1, DocumentCaseChange(client: "Grace Hopper"))
            #expect(try await ben.documents(text: "hopper").total == 1)

            // A correction by one is everybody's in the group, and a value, too.
            let fields = try await cid.fields(of: id)
            var field = try #require(fields.fields.first)
            field.label = "Applicant"
            try await cid.change(FieldEdits(upsert: [field]), of: id, version: fields.version)
            #expect(try await ben.fields(of: id).fields.map(\.label) == ["Applicant"])
            try await ben.submit([FieldValueInput(fieldRegionId: field.id, value: "Hopper", source: .manual)], to: id)
            #expect(try await cid.values(of: id).map(\.value) == ["Hopper"])
            try await cid.compose(id)
            #expect(try await ben.settled(id, polling: .milliseconds(50)).document.status == .filled)

            let rita = try await service.client(of: "rita")
            #expect(try await rita.document(id).document.group == "intake")
            #expect(
                await ServiceHarness.code { try await rita.change(id, version: 1, DocumentCaseChange(client: "x")) }
                    == "forbidden")
            for name in ["dan", "ada"] {
                let other = try await service.client(of: name)
                #expect(try await other.documents().total == 0)
                #expect(try await other.groups().isEmpty)
                #expect(await ServiceHarness.code { _ = try await other.document(id) } == "document_unknown")
                #expect(await ServiceHarness.code { _ = try await other.values(of: id) } == "document_unknown")
                #expect(await ServiceHarness.code { _ = try await other.analysed(for: "intake") } == "group_unknown")
            }
        }
    }

    @Test("who leaves a group loses its cases at once, also those whose details were sent before")
    func leaving() async throws {
        try await Self.run { service in
            let (ben, cid) = try await (service.client(of: "ben"), service.client(of: "cid"))
            let id = try await ben.analysed(for: "intake")
            #expect(try await cid.document(id).document.id == id)
            try await service.accounts.setMember(false, try UserName("cid"), of: try GroupName("intake"))
            #expect(await ServiceHarness.code { _ = try await cid.document(id) } == "document_unknown")
            #expect(await ServiceHarness.code { _ = try await cid.fields(of: id) } == "document_unknown")
            #expect(await ServiceHarness.code { try await cid.delete(id) } == "document_unknown")
            #expect(try await ben.document(id).document.id == id)
        }
    }

    @Test("who added a case takes it out and deletes it, and an administrator in the group does")
    func rights() async throws {
        try await Self.run { service in
            let (ada, ben) = try await (service.client(of: "ada"), service.client(of: "ben"))
            let cid = try await service.client(of: "cid")
            let id = try await ben.analysed()
            var field = try #require(try await ben.fields(of: id).fields.first)
            field.label = "Applicant"
            try await ben.change(FieldEdits(upsert: [field]), of: id, version: 0)
            #expect(
                await ServiceHarness.code {
                    try await ben.change(id, version: 0, DocumentCaseChange(group: "housing"))
                } == "group_unknown")
            let given = try await ben.change(id, version: 0, DocumentCaseChange(group: "intake"))
            #expect(given.group == "intake" && given.version == 1)
            // Ben's corrections came with it.
            #expect(try await cid.fields(of: id).fields.map(\.label) == ["Applicant"])
            let refused: [() async throws -> Void] = [
                { try await cid.delete(id) }, { try await cid.change(id, version: 1, DocumentCaseChange(group: "")) },
            ]
            for refused in refused { #expect(await ServiceHarness.code(refused) == "forbidden") }
            #expect(try await ben.change(id, version: 1, DocumentCaseChange(group: "")).group == nil)
            #expect(await ServiceHarness.code { _ = try await cid.document(id) } == "document_unknown")
            try await ben.change(id, version: 2, DocumentCaseChange(group: "intake"))
            let copy = try await cid.duplicate(id)
            #expect(copy.group == "intake")
            #expect(await ServiceHarness.code { try await ben.delete(copy.id) } == "forbidden")
            try await cid.delete(copy.id)
            try await service.accounts.setMember(true, try UserName("ada"), of: try GroupName("intake"))
            try await ada.delete(id)
            #expect(try await ben.documents().total == 0)
        }
    }

    @Test("lists show all cases, those of a group, or the user's own")
    func lists() async throws {
        try await Self.run { service in
            let ben = try await service.client(of: "ben")
            let own = try await ben.upload(ServiceHarness.form(), fileName: "own.pdf").documentId
            let shared = try await ben.upload(ServiceHarness.form(), fileName: "shared.pdf", for: "intake").documentId
            func ids(_ group: String?) async throws -> [UUID] { try await ben.documents(of: group).documents.map(\.id) }
            let expected: [(String?, [UUID])] = [
                (nil, [shared, own]), ("", [shared, own]), ("intake", [shared]), ("@own", [own]),
            ]
            for (group, documents) in expected { #expect(try await ids(group) == documents, "\(group ?? "none")") }
            for group in ["housing", "@group:intake", "@office", "INTAKE"] {
                #expect(await ServiceHarness.code { _ = try await ids(group) } == "group_unknown", "\(group)")
            }
            let session = try await service.accounts.logIn(
                name: "ben", password: ServiceHarness.password, replacing: nil)
            let browser = ["Cookie": "formwright_session=\(session)", "Accept": "text/html"]
            let page = try await service.exchange("GET", "/?group=intake", browser)
            #expect(page.body.contains("shared.pdf") && !page.body.contains("own.pdf"))
            #expect(page.body.contains("<option value=\"intake\" selected>Group intake</option>"))
            #expect(try await service.exchange("GET", "/?group=housing", browser).status == 404)
        }
    }

    @Test("a form for a group is shown to its users and administrators only")
    func forms() async throws {
        try await Self.run { service in
            let (ada, ben) = try await (service.client(of: "ada"), service.client(of: "ben"))
            let (cid, dan) = try await (service.client(of: "cid"), service.client(of: "dan"))
            let original = try await ben.analysed()
            #expect(
                await ServiceHarness.code {
                    _ = try await ben.share(NewSharedForm(documentId: original, groups: ["housing"]))
                } == "group_unknown")
            let form = try await ben.share(NewSharedForm(documentId: original, groups: ["intake", "intake"]))
            #expect(form.groups == ["intake"])
            for other in [ada, ben, cid] { #expect(try await other.forms().forms.map(\.id) == [form.id]) }
            #expect(try await dan.forms().forms.isEmpty)
            let refused: [() async throws -> Void] = [
                { _ = try await dan.form(form.id) }, { _ = try await dan.start(fromForm: form.id) },
                { _ = try await dan.history(ofForm: form.id) }, { try await dan.deleteForm(form.id) },
                { try await dan.change(form.id, version: 1, SharedFormChange(groups: [])) },
                { _ = try await dan.forms(after: form.id) },
                { _ = try await dan.share(NewSharedForm(documentId: try await dan.analysed(), replaces: form.id)) },
            ]
            for refused in refused { #expect(await ServiceHarness.code(refused) == "form_unknown") }
            let headers = ["Authorization": "Bearer \(try await service.token(of: "dan").secret)"]
            #expect(try await service.exchange("GET", form.pictureUrl, headers).status == 404)
            #expect(try await ben.form(form.id).state == .current)
            // Neither the name of the form nor a refused change leaves a trace of it.
            let copy = try await dan.analysed()
            do {
                _ = try await dan.share(NewSharedForm(documentId: copy))
                Issue.record("the form was shared twice")
            } catch let error as ServiceError {
                #expect(error.error == "form_shared" && !error.message.contains(form.name))
            }
            let changes = try await service.system.audit.entries(AuditQuery(owner: "dan"))
            #expect(!changes.contains { $0.document?.uuid == form.id })

            let started = try await cid.start(fromForm: form.id, for: "intake")
            let seen = try await ben.document(started.id).document
            #expect(started.group == "intake" && seen.group == "intake")
            // Ada is in no group, and keeps the one that is chosen.
            let renamed = try await ada.change(
                form.id, version: 1, SharedFormChange(name: "Antrag", groups: ["intake"]))
            #expect(renamed.groups == ["intake"])
            #expect(try await ada.change(form.id, version: 2, SharedFormChange(groups: [])).groups == nil)
            #expect(try await dan.form(form.id).name == "Antrag")
        }
    }

    @Test("administrators who have logged in manage groups, over the API and on the page")
    func administration() async throws {
        try await Self.run { service in
            func session(_ name: String) async throws -> [String: String] {
                let secret = try await service.accounts.logIn(
                    name: name, password: ServiceHarness.password, replacing: nil)
                return [
                    "Cookie": "formwright_session=\(secret)", "Accept": "text/html", "Sec-Fetch-Site": "same-origin",
                ]
            }
            let ada = try await session("ada")
            let json = ada.merging(["Content-Type": "application/json"]) { $1 }
            func ask(_ method: String, _ path: String, _ body: String = "") async throws -> Int {
                try await service.exchange(method, "/api/v1/groups\(path)", body.isEmpty ? ada : json, body: body)
                    .status
            }
            #expect(try await ask("POST", "", #"{"name": "housing"}"#) == 201)
            #expect(try await ask("POST", "", #"{"name": "housing"}"#) == 409)
            #expect(try await ask("POST", "", #"{"name": "@office"}"#) == 422)
            #expect(try await ask("POST", "", "{}") == 400)
            #expect(try await ask("PUT", "/housing/users/dan") == 204)
            #expect(try await ask("PUT", "/housing/users/dan") == 204)
            #expect(try await ask("PUT", "/housing/users/nobody") == 404)
            #expect(try await ask("PUT", "/none/users/dan") == 404)
            #expect(try await ask("DELETE", "/housing/users/dan") == 204)
            let ben = try await service.client(of: "ben")
            let id = try await ben.upload(ServiceHarness.form(), fileName: "a.pdf", for: "intake").documentId
            #expect(try await ask("DELETE", "/intake") == 409)
            try await ben.delete(id)
            #expect(try await ask("DELETE", "/housing") == 204)
            #expect(try await ask("DELETE", "/housing") == 404)
            // A token lists groups, and changes none; staff do neither.
            let token = ["Authorization": "Bearer \(try await service.token(of: "ada").secret)"]
            #expect(
                try await service.exchange("GET", "/api/v1/groups", token).body.contains(
                    #""members":["ben","cid","rita"]"#))
            #expect(try await service.exchange("DELETE", "/api/v1/groups/intake", token).status == 403)
            let staff = try await session("ben")
            #expect(try await service.exchange("GET", "/api/v1/groups", staff).status == 403)
            #expect(try await service.exchange("GET", "/admin/groups", staff).status == 403)

            let form = ada.merging(["Content-Type": "application/x-www-form-urlencoded"]) { $1 }
            func post(_ path: String, _ body: String) async throws -> ServiceHarness.Answer {
                try await service.exchange("POST", "/admin/groups\(path)", form, body: body)
            }
            #expect(try await post("", "name=benefits").status == 303)
            let wrong = try await post("", "name=%3Cb%3E")
            #expect(wrong.status == 422 && wrong.body.contains("value=\"&lt;b&gt;\""))
            #expect(try await post("/benefits", "action=add&user=dan").status == 303)
            let page = try await service.exchange("GET", "/admin/groups?done=add", ada)
            #expect(page.body.contains("Remove<span class=\"hidden-text\"> dan from benefits</span>"))
            #expect(try await post("/benefits", "action=add&user=nobody").status == 409)
            #expect(try await post("/benefits", "action=create").status == 400)
            #expect(try await post("/benefits", "action=remove&user=dan").status == 303)
            #expect(try await post("/benefits", "action=delete").status == 303)
            #expect(try await service.accounts.groups().map(\.name) == ["intake"])
        }
    }
}
