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

@Suite("Cases over HTTP", .blocking, .onEveryEngine, .timeLimit(.minutes(30)))
struct CaseRoutesTests {
    private static let withLogin = ServiceSettings(bind: "0.0.0.0", port: 0, rate: 1_000_000)

    /// Runs a service with Ada and Ben, who are staff, and Rita, a reader.
    private static func run(_ body: @escaping @Sendable (ServiceHarness) async throws -> Void) async throws {
        try await ServiceHarness.run(settings: withLogin, users: ["ada", "ben", "rita"]) { service in
            try await service.accounts.change(try UserName("rita"), role: .reader)
            try await body(service)
        }
    }

    @Test("a case is named, found, renamed and copied with its values")
    func life() async throws {
        try await Self.run { service in
            let ada = try await service.client(of: "ada")
            let id = try await ada.upload(ServiceHarness.form(), fileName: "scan.pdf").documentId
            try await ada.process(id)
            let detail = try await ada.settled(id, polling: .milliseconds(50))
            #expect(detail.document.client == nil && detail.document.tags == nil)
            let known = try await ada.documentCase(id)
            #expect(known.version == 0 && known.fileName == "scan.pdf" && known.notes == "")

            let change = DocumentCaseChange(
                fileName: "Housing benefit", client: "Grace Hopper", tags: ["urgent"], notes: "Call first")
            let changed = try await ada.change(id, version: 0, change)
            #expect(changed.version == 1 && changed.fileName == "Housing benefit.pdf")
            // The detail was sent before, and must not be taken for current.
            #expect(try await ada.document(id).document.client == "Grace Hopper")
            for text in ["hop", "URGENT", "benefit call"] {
                let list = try await ada.documents(text: text)
                #expect(list.documents.map(\.id) == [id] && list.total == 1, "\(text)")
                #expect(list.documents.first?.tags == ["urgent"])
            }
            #expect(
                await ServiceHarness.code { try await ada.change(id, version: 0, DocumentCaseChange(client: "x")) }
                    == "case_changed")

            let field = try #require(try await ada.fields(of: id).fields.first)
            try await ada.submit([FieldValueInput(fieldRegionId: field.id, value: "Hopper", source: .manual)], to: id)
            let copy = try await ada.duplicate(id)
            #expect(copy.id != id && copy.client == "Grace Hopper" && copy.fileName == "Housing benefit (copy).pdf")
            #expect(try await ada.settled(copy.id, polling: .milliseconds(50)).document.status == .ready)
            #expect(try await ada.values(of: copy.id).map(\.value) == ["Hopper"])
        }
    }

    @Test("others have no access to a case, and readers change none")
    func access() async throws {
        try await Self.run { service in
            let (ada, ben) = try await (service.client(of: "ada"), service.client(of: "ben"))
            let id = try await ada.upload(ServiceHarness.form(), fileName: "scan.pdf").documentId
            let change = DocumentCaseChange(client: "Ben's")
            #expect(await ServiceHarness.code { _ = try await ben.documentCase(id) } == "document_unknown")
            #expect(await ServiceHarness.code { try await ben.change(id, version: 0, change) } == "document_unknown")
            #expect(await ServiceHarness.code { _ = try await ben.duplicate(id) } == "document_unknown")
            let rita = try await service.client(of: "rita")
            #expect(await ServiceHarness.code { try await rita.change(id, version: 0, change) } == "forbidden")
            #expect(await ServiceHarness.code { _ = try await rita.duplicate(id) } == "forbidden")
            #expect(try await ada.documentCase(id).client == "")
        }
    }

    @Test(
        "requests that are wrong are refused and change nothing",
        arguments: [
            (#"{"client": 7}"#, 400, "malformed_request"), (#"{"client": "a\u0000b"}"#, 422, "invalid_case"),
            (#"{"owner": "ben"}"#, 400, "malformed_request"), (#"{"tags": "a"}"#, 400, "malformed_request"),
            (#"{"tags": ["a,b"]}"#, 422, "invalid_case"), (#"{"fileName": "../x"}"#, 422, "invalid_case"),
            ("[]", 400, "malformed_request"), ("{", 400, "malformed_request"),
            (#"{"notes": "\#(String(repeating: "n", count: 10_001))"}"#, 422, "invalid_case"),
        ])
    func wrong(_ body: String, _ status: Int, _ code: String) async throws {
        try await Self.run { service in
            let ada = try await service.client(of: "ada")
            let id = try await ada.upload(ServiceHarness.form(), fileName: "scan.pdf").documentId
            var headers = [
                "Authorization": "Bearer \(try await service.token(of: "ada").secret)",
                "Content-Type": "application/json", "If-Match": "\"0\"",
            ]
            let path = "/api/v1/documents/\(id)/case"
            let refused = try await service.exchange("PATCH", path, headers, body: body)
            #expect(refused.status == status && refused.body.contains(code), "\(refused.body)")
            headers["If-Match"] = nil
            #expect(try await service.exchange("PATCH", path, headers, body: #"{"client": "a"}"#).status == 428)
            #expect(try await ada.documentCase(id).version == 0)
        }
    }
}
