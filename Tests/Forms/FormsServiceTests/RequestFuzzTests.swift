import LocalStore
import FormsAPI
import FormwrightClient
import Foundation
import HTTPService
import Pipeline
import PipelineSQL
import ServiceTestSupport
import SQL
import TestSupport
import Testing

/// Requests that nobody would send.
///
/// `FORMWRIGHT_FUZZ=N` sends N of each kind, `FORMWRIGHT_SEED=N` repeats a run.
@Suite("Fuzzed requests", .timeLimit(.minutes(30))) struct RequestFuzzTests {
    private static let count = ProcessInfo.processInfo.environment["FORMWRIGHT_FUZZ"].flatMap { Int($0) } ?? 1_000
    private static let seed =
        ProcessInfo.processInfo.environment["FORMWRIGHT_SEED"].flatMap { UInt64($0) } ?? .random(in: 0...UInt64.max)

    private static var settings: ServiceSettings {
        var settings = ServiceSettings(port: 0, rate: 1_000_000)
        // Slow clients are not the subject, and a busy machine makes any client slow.
        settings.pace.credit = .seconds(3600)
        return settings
    }

    private static func upload(_ data: Data) -> (type: String, body: Data) {
        let head = "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.pdf\"\r\n\r\n"
        return ("multipart/form-data; boundary=b", Data(head.utf8) + data + Data("\r\n--b--\r\n".utf8))
    }

    /// A form that has been analysed.
    private static func ready(_ service: ServiceHarness) async throws -> (id: UUID, field: UUID) {
        let id = try await service.client.upload(FormsServiceTests.small(), fileName: "a.pdf").documentId
        try await service.client.process(id)
        let detail = try await service.client.settled(id, polling: .milliseconds(50))
        return (id, try #require(detail.components.first).fieldId)
    }

    /// Bodies of well-formed requests.
    private static func bodies(_ field: UUID) -> [(type: String, body: Data)] {
        let json = [
            #"{"values": [{"fieldRegionId": "\#(field)", "value": "Ada", "source": "manual"}]}"#,
            #"{"fields": [{"page": 0, "x": 1, "y": 2, "width": 30, "height": 10, "type": "text", "label": "L"}]}"#,
            #"{"upsert": [], "delete": ["\#(field)"]}"#, "[]", "{}",
        ]
        return json.map { ("application/json", Data($0.utf8)) } + [
            upload(FormsServiceTests.small()), ("text/csv", Data("Full name\nAda\n".utf8)),
            ("application/x-www-form-urlencoded", Data("name=a&password=b&next=%2F".utf8)),
        ]
    }

    /// Damages bytes in one of several ways.
    private static func mutate(_ bytes: Data, _ source: inout SeededGenerator) -> Data {
        var bytes = bytes
        for _ in 0..<Int.random(in: 0...4, using: &source) {
            let place = bytes.isEmpty ? 0 : Int.random(in: 0..<bytes.count, using: &source)
            switch Int.random(in: 0..<5, using: &source) {
            case 0 where !bytes.isEmpty: bytes[bytes.startIndex + place] = UInt8.random(in: 0...255, using: &source)
            case 1: bytes.insert(UInt8.random(in: 0...255, using: &source), at: bytes.startIndex + place)
            case 2 where !bytes.isEmpty: bytes.remove(at: bytes.startIndex + place)
            case 3: bytes = Data(bytes.prefix(place))
            default:
                let odd = ["\"", "{", "[", "\u{0}", "1e999999", "\\ud800", "\r\n--b", "NaN", "𝕊\u{301}", "null"]
                bytes.insert(
                    contentsOf: Data((odd.randomElement(using: &source) ?? "").utf8), at: bytes.startIndex + place)
            }
        }
        return bytes
    }

    /// The value of a header field or a parameter: near what is expected, or anything printable.
    private static func value(_ source: inout SeededGenerator) -> String {
        let usual = [
            "\"1\"", "*", "W/\"0\"", "bytes=0-", "bytes=-5,7-", "0", "-1", "99999999999999999999", "+5", "1e3", "abc",
            "",
            "%00", "%ff%fe", "%2e%2e%2f", "ready", "true", String(repeating: "9", count: 400), "\"\"", "bytes=5-1",
        ]
        if Bool.random(using: &source) { return usual.randomElement(using: &source) ?? "" }
        let letters = (0..<Int.random(in: 0...40, using: &source)).map { _ in
            Character(Unicode.Scalar(UInt8.random(in: 0x21...0x7E, using: &source)))
        }
        return String(letters)
    }

    private static func head(
        _ routes: [String], _ document: UUID, _ field: UUID, length: Int, _ source: inout SeededGenerator
    ) -> (isStream: Bool, text: String) {
        let route = (routes.randomElement(using: &source) ?? "GET /").split(separator: " ")
        let ids = [document.uuidString, UUID().uuidString, value(&source)]
        var path = String(route[1])
        for name in ["id", "fieldId", "page", "checksum", "name"] {
            let given =
                switch name {
                case "fieldId": field.uuidString
                case "page": "0.png"
                default: ids.randomElement(using: &source) ?? ""
                }
            let text = given.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
            path = path.replacing("{\(name)}", with: text.isEmpty ? "x" : text)
        }
        let isStream = path.hasSuffix("/events")
        let names = ["status", "text", "before", "limit", "width", "expires", "signature", "next", "names", "x"]
        let query = (0..<Int.random(in: 0...3, using: &source)).map { _ in
            let value = value(&source).addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
            return "\(names.randomElement(using: &source) ?? "")=\(Bool.random(using: &source) ? value : "%\(value)")"
        }
        if !query.isEmpty { path += "?" + query.joined(separator: "&") }
        var fields = ["Host: 127.0.0.1", "Connection: close", "Content-Length: \(length)"]
        for _ in 0..<Int.random(in: 0...3, using: &source) {
            let name = [
                "If-Match", "If-None-Match", "Range", "If-Range", "Last-Event-ID", "Accept", "Cookie", "Authorization",
                "Origin", "Expect",
            ].randomElement(using: &source)
            fields.append("\(name ?? ""): \(value(&source))")
        }
        let method = Int.random(in: 0..<10, using: &source) == 0 ? "OPTIONS" : String(route[0])
        return (isStream, "\(method) \(path) HTTP/1.1\r\n\(fields.joined(separator: "\r\n"))\r\n")
    }

    @Test("no request makes the service fail")
    func requests() async throws {
        try await ServiceHarness.run(settings: Self.settings) { service in
            let (id, field) = try await Self.ready(service)
            let bodies = Self.bodies(field)
            // The document stays.
            let routes = service.routes.filter { $0 != "DELETE /api/v1/documents/{id}" }
            var source = SeededGenerator(seed: Self.seed)
            for number in 0..<Self.count {
                let (type, whole) = bodies.randomElement(using: &source) ?? ("", Data())
                let body = Self.mutate(whole, &source)
                let head = Self.head(routes, id, field, length: body.count, &source)
                let given = Bool.random(using: &source) ? type : Self.value(&source)
                let request = Data("\(head.text)Content-Type: \(given)\r\n\r\n".utf8) + body
                let connection = try await service.connection()
                try await connection.send(request)
                let answer =
                    head.isStream
                    ? try await connection.receive(until: "\r\n\r\n") : try await connection.receive()
                let status = answer.split(separator: " ").dropFirst().first.flatMap { Int($0) }
                #expect(
                    status.map { $0 < 500 } ?? false,
                    "seed \(Self.seed), request \(number): \(String(decoding: request, as: UTF8.self)) \(answer)")
            }
            let alive = try await service.send("GET", "/healthz")
            #expect(alive.status == 200)
        }
    }

    /// What the store has.
    private struct Stock: Equatable {
        var documents: Int
        var drafts: Int
        var templates: Int
        var files: Set<String>
    }

    private static func stock(_ service: ServiceHarness) async throws -> Stock {
        let objects = service.folder.file("store/artefacts/objects")
        let names = FileManager.default.enumerator(atPath: objects.path)?.compactMap { $0 as? String } ?? []
        return try await service.system.database.read { db in
            func count(_ table: String) throws -> Int {
                try db.value(Int.self, "SELECT count(*) FROM \(table)") ?? 0
            }
            return Stock(
                documents: try count("documents"), drafts: try count("forms_drafts"),
                templates: try count("templates_forms"), files: Set(names.filter { $0.count > 60 }))
        }
    }

    @Test("requests cut at any byte leave nothing in the store")
    func cuts() async throws {
        try await ServiceHarness.run(settings: Self.settings) { service in
            let (id, field) = try await Self.ready(service)
            let before = try await Self.stock(service)
            let targets: [(path: String, more: String, bodies: [Int])] = [
                ("POST /api/v1/documents/init-upload", "", [5]), ("POST /documents", "", [5]),
                ("POST /api/v1/documents/\(id)/values", "", [0]),
                ("POST /api/v1/documents/\(id)/fields", "If-Match: *\r\n", [1]),
                ("PATCH /api/v1/documents/\(id)/fields", "If-Match: *\r\n", [2]),
                ("POST /api/v1/documents/\(id)/rows", "", [6]),
            ]
            let bodies = Self.bodies(field)
            var source = SeededGenerator(seed: Self.seed)
            for _ in 0..<Self.count {
                guard let target = targets.randomElement(using: &source), let choice = target.bodies.first else {
                    continue
                }
                let (type, body) = bodies[choice]
                let isChunked = Bool.random(using: &source)
                let framing = isChunked ? "Transfer-Encoding: chunked" : "Content-Length: \(body.count)"
                var request = Data(
                    "\(target.path) HTTP/1.1\r\nHost: 127.0.0.1\r\n\(target.more)Content-Type: \(type)\r\n\(framing)\r\n\r\n"
                        .utf8)
                request +=
                    isChunked
                    ? Data("\(String(body.count, radix: 16))\r\n".utf8) + body + Data("\r\n0\r\n\r\n".utf8) : body
                let cut = Int.random(in: 1..<request.count, using: &source)
                let connection = try await service.connection()
                try await connection.send(request.prefix(cut))
                // Half of the clients are gone at once, the others listen on.
                if Bool.random(using: &source) {
                    connection.closeOutput()
                    _ = try await connection.receive()
                }
            }
            try await service.expectNoLeftovers()
            // Connections of clients that are gone may still be on their way.
            while try await Self.stock(service) != before { try await Task.sleep(for: .milliseconds(100)) }
        }
    }
}
