import Audit
import FormModel
import FormsAPI
import FormwrightClient
import Foundation
import Geometry
import HTTPService
import LocalStore
import Pipeline
import SQLTestSupport
import ServiceTestSupport
import TestSupport
import Testing
import Users

@Suite("Signatures and pictures over HTTP", .onEveryEngine, .timeLimit(.minutes(30)))
struct SignatureRoutesTests {
    private static let png = picture(width: 60)

    /// A gray PNG picture.
    private static func picture(width: Int) -> Data {
        let image = GrayImage(width: width, height: 20, pixels: Array(repeating: 99, count: width * 20))
        return (try? Pictures.file(image, .png)) ?? Data()
    }

    /// A PNG picture with a good header and damaged pixels.
    private static var damaged: Data {
        var data = png
        for index in data.count / 2..<data.count - 14 { data[index] ^= 0x5A }
        return data
    }

    /// The beginning of a PNG picture that claims a size.
    private static func header(width: Int, height: Int) -> Data {
        var data = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13]) + Data("IHDR".utf8)
        for number in [width, height] { data += withUnsafeBytes(of: UInt32(number).bigEndian) { Data($0) } }
        return data + Data([8, 6, 0, 0, 0, 0, 0, 0, 0])
    }

    private static func put(
        _ service: ServiceHarness, _ body: Data, type: String = "image/png", token: String? = nil
    ) async throws -> (status: Int, body: Data) {
        var headers = ["Content-Type": type]
        if let token { headers["Authorization"] = "Bearer \(token)" }
        let answer = try await service.send("PUT", "/api/v1/signature", headers: headers, body: body)
        return (answer.status, answer.body)
    }

    @Test("a signature is kept, replaced and deleted")
    func keeping() async throws {
        try await ServiceHarness.run(works: false) { service in
            #expect(try await service.send("GET", "/api/v1/signature").status == 204)
            #expect(try await service.send("DELETE", "/api/v1/signature").status == 204)
            for width in [60, 80] {
                let png = Self.picture(width: width)
                #expect(try await Self.put(service, png).status == 204)
                let answer = try await service.send("GET", "/api/v1/signature")
                #expect(answer.status == 200 && answer.body == png)
                #expect(answer.headers["content-type"] == "image/png")
            }
            #expect(try await service.send("DELETE", "/api/v1/signature").status == 204)
            #expect(try await service.send("GET", "/api/v1/signature").status == 204)
        }
    }

    /// Bodies that are no signature, with their media type and the status of the answer.
    private static var unusable: [(body: Data, type: String, status: Int)] {
        [
            (Data(), "image/png", 422), (Data("<svg onload='x'/>".utf8), "image/png", 422),
            (Data(png.prefix(png.count / 2)), "image/png", 422),
            (header(width: 100_000, height: 100_000), "image/png", 422), (png, "image/svg+xml", 415),
            (png, "text/plain", 415), (png + Data(count: 256 << 10), "image/png", 413),
        ]
    }

    @Test("what is no small PNG picture is refused, and the earlier signature stays")
    func hostile() async throws {
        try await ServiceHarness.run(works: false) { service in
            let kept = try await Self.put(service, Self.png)
            #expect(kept.status == 204)
            for (body, type, status) in Self.unusable {
                let answer = try await Self.put(service, body, type: type)
                #expect(answer.status == status)
            }
            let answer = try await service.send("GET", "/api/v1/signature")
            #expect(answer.body == Self.png)
        }
    }

    @Test("nobody sees another user's signature, and a reader keeps none")
    func owners() async throws {
        let settings = ServiceSettings(bind: "0.0.0.0", port: 0, rate: 1_000_000)
        try await ServiceHarness.run(settings: settings, users: ["ada", "ben", "rita"]) { service in
            try await service.accounts.change(try UserName("rita"), role: .reader)
            func get(_ name: String?) async throws -> Int {
                var headers: [String: String] = [:]
                if let name { headers["Authorization"] = "Bearer \(try await service.token(of: name).secret)" }
                return try await service.send("GET", "/api/v1/signature", headers: headers).status
            }
            let ada = try await service.token(of: "ada").secret
            #expect(try await Self.put(service, Self.png, token: ada).status == 204)
            #expect(try await get("ada") == 200)
            #expect(try await get("ben") == 204)
            #expect(try await get(nil) == 401)
            let rita = try await service.token(of: "rita").secret
            #expect(try await Self.put(service, Self.png, token: rita).status == 403)
        }
    }

    @Test("pictures are values of signatures and large fields, are sent back, and are drawn")
    func values() async throws {
        try await ServiceHarness.run { service in
            var page = PDFBuilder.Page()
            page.text("Signature of applicant", x: 60, y: 60)
            var builder = PDFBuilder()
            builder.add(
                page,
                widgets: [
                    .init(x: 60, y: 100, width: 200, height: 30, "/FT /Sig /T (sig) /TU (Signature)"),
                    .init(x: 60, y: 150, width: 100, height: 120, "/FT /Tx /T (photo) /TU (Photo)"),
                    .init(x: 60, y: 300, width: 100, height: 20, "/FT /Tx /T (name) /TU (Name)"),
                ])
            let client = service.client
            let id = try await client.upload(builder.data(), fileName: "a.pdf").documentId
            try await client.process(id)
            let fields = try await client.settled(id, polling: .milliseconds(50)).components.map(\.fieldId)
            let values = fields.prefix(2).map { FieldValueInput(fieldRegionId: $0, picture: Self.png) }
            try await client.submit(Array(values), to: id)
            // The log tells the signature from other values, also from one that is taken out again.
            func logged() async throws -> [String?] {
                try await service.system.audit.entries(AuditQuery(document: DocumentID(id)))
                    .filter { $0.action == .changedValues }.map(\.detail).reversed()
            }
            #expect(try await logged() == [nil, "signed"])
            try await client.submit([FieldValueInput(fieldRegionId: fields[0], value: "")], to: id)
            #expect(try await logged() == [nil, "signed", "signature removed"])
            try await client.submit([FieldValueInput(fieldRegionId: fields[0], picture: Self.png)], to: id)
            try await client.submit([FieldValueInput(fieldRegionId: fields[2], value: "Ada")], to: id)
            #expect(try await logged() == [nil, "signed", "signature removed", "signed", nil])
            try await client.submit([FieldValueInput(fieldRegionId: fields[2], value: "")], to: id)
            let kept = try await client.values(of: id)
            let pictures = kept.filter { $0.picture != nil }
            #expect(Set(pictures.map(\.fieldRegionId)) == Set(fields.prefix(2)))
            #expect(pictures.allSatisfy { $0.picture == Self.png && $0.value.isEmpty })
            try await client.compose(id)
            #expect(try await client.settled(id, polling: .milliseconds(50)).document.status == .filled)

            for (field, body, status, code) in [
                (fields[2], Self.png.base64EncodedString(), 422, "wrong_type"),
                (fields[0], Data("no picture".utf8).base64EncodedString(), 422, "bad_signature_image"),
                (fields[0], Self.header(width: 9_000, height: 9).base64EncodedString(), 422, "bad_signature_image"),
                (fields[0], Self.damaged.base64EncodedString(), 422, "bad_signature_image"),
                (fields[0], "not base64!", 400, "malformed_request"),
            ] {
                let json = """
                    {"values": [{"fieldRegionId": "\(field)", "value": {"picture": "\(body)"}, "source": "manual"}]}
                    """
                let answer = try await service.send(
                    "POST", "/api/v1/documents/\(id)/values", headers: ["Content-Type": "application/json"],
                    body: Data(json.utf8))
                #expect(answer.status == status)
                #expect(String(decoding: answer.body, as: UTF8.self).contains(code))
            }
            #expect(try await client.values(of: id).filter { $0.picture != nil }.count == 2)
        }
    }
}
