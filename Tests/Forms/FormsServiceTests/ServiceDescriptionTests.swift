import FailureModel
import Foundation
import HTTPService
import ServiceTestSupport
import Synchronization
import TestSupport
import Testing

@Suite("The description of the service") struct ServiceDescriptionTests {
    private static let file = Repository.url("docs/serve/openapi.yaml")

    /// The description that a service sends.
    private static func description(_ service: ServiceHarness) async throws -> [String: Any] {
        let answer = try await service.send("GET", "/openapi.json")
        return try #require(try JSONSerialization.jsonObject(with: answer.body) as? [String: Any])
    }

    @Test("every route is described, and every description has its route")
    func routes() async throws {
        try await ServiceHarness.run(works: false) { service in
            let paths = try #require(try await Self.description(service)["paths"] as? [String: [String: Any]])
            let described = paths.flatMap { path, item in
                item.keys.filter { $0 != "parameters" }.map { "\($0.uppercased()) \(path)" }
            }
            #expect(described.count > 30)
            #expect(Set(described) == Set(service.routes))
        }
    }

    @Test("docs/serve/openapi.yaml is what the service sends; FORMWRIGHT_RECORD=1 records it")
    func recorded() async throws {
        try await ServiceHarness.run(works: false) { service in
            let sent = try await service.send("GET", "/openapi.yaml")
            #expect(sent.status == 200 && sent.headers["content-type"]?.hasPrefix("application/yaml") == true)
            if ProcessInfo.processInfo.environment["FORMWRIGHT_RECORD"] != nil { try sent.body.write(to: Self.file) }
            #expect(try Data(contentsOf: Self.file) == sent.body)
        }
    }

    @Test("every reference of the description leads somewhere, and no two operations have the same name")
    func references() async throws {
        try await ServiceHarness.run(works: false) { service in
            let description = try await Self.description(service)
            var names: [String] = []
            func check(_ value: Any) {
                if let list = value as? [Any] { list.forEach(check) }
                guard let object = value as? [String: Any] else { return }
                if let name = object["operationId"] as? String { names.append(name) }
                if let reference = object["$ref"] as? String {
                    let found = reference.split(separator: "/").dropFirst().reduce(description as Any?) {
                        ($0 as? [String: Any])?[String($1)]
                    }
                    #expect(found != nil, "\(reference)")
                }
                object.values.forEach(check)
            }
            check(description)
            #expect(names.count > 30 && Set(names).count == names.count)
        }
    }

    @Test("the page shows every operation and shape, needs no script but the shared one, and its links lead somewhere")
    func page() async throws {
        try await ServiceHarness.run(works: false) { service in
            let answer = try await service.send("GET", "/docs/api")
            #expect(answer.status == 200)
            let html = String(decoding: answer.body, as: UTF8.self)
            let ids = Set(html.matches(of: /id="([^"]+)"/).map { String($0.1) })
            let links = html.matches(of: /href="#([^"]+)"/).map { String($0.1) }
            #expect(links.count > 60 && links.allSatisfy(ids.contains))
            #expect(html.contains("POST /api/v1/documents/{id}/compose") && ids.contains("schema-DocumentDetail"))
            #expect(html.matches(of: /<script/).count == 1, "only the script that all pages share")
            // To look at: FORMWRIGHT_SAVE=FOLDER.
            if let folder = ProcessInfo.processInfo.environment["FORMWRIGHT_SAVE"] {
                try answer.body.write(to: URL(fileURLWithPath: folder).appendingPathComponent("api.html"))
            }
        }
    }

    @Test(
        "a kind that is switched off has neither an entry in the navigation nor routes",
        arguments: [
            ("form", "/", ["/documents/\(UUID())", "/api/v1/documents", "/api/v1/templates"]),
            ("account", "/accounts", ["/accounts/x", "/api/v1/accounts"]),
            ("portfolio", "/portfolios", ["/portfolios/new", "/api/portfolios"]),
            ("portable-text", "", ["/api/v1/texts"]),
        ])
    func switchedOff(kind: String, page: String, paths: [String]) async throws {
        func statuses(_ pipeline: String) async throws -> (Set<Int>, navigation: String) {
            let found = Mutex<(Set<Int>, String)>(([], ""))
            try await ServiceHarness.run(works: false, pipeline: pipeline) { service in
                var statuses: Set<Int> = []
                for path in paths { statuses.insert(try await service.exchange("GET", path).status) }
                let other = try await service.exchange("GET", page == "/accounts" ? "/portfolios" : "/accounts")
                #expect(other.status == 200)
                if page == "/", !pipeline.isEmpty {
                    let root = try await service.exchange("GET", "/")
                    #expect((300..<400).contains(root.status) && root.headers["location"] == "/accounts")
                } else if !page.isEmpty {
                    statuses.insert(try await service.exchange("GET", page).status)
                }
                for path in ["/openapi.json", "/docs/api"] {
                    #expect(try await service.exchange("GET", path).status == 200)
                }
                found.withLock { $0 = (statuses, other.body) }
            }
            return found.withLock { $0 }
        }
        let off = try await statuses("kinds: {\(kind): off}")
        #expect(off.0 == [404])
        let on = try await statuses("")
        #expect(on.0.contains { $0 != 404 })
        if !page.isEmpty {
            #expect(on.navigation.contains("href=\"\(page)\""))
            // The name of the service leads to the first page, whichever it is.
            let count = { (text: String) in text.components(separatedBy: "href=\"\(page)\"").count }
            #expect(count(off.navigation) < count(on.navigation))
        }
    }

    @Test("every error code of the service has a row in docs/use/errors.md")
    func errors() throws {
        let text = try String(contentsOf: Repository.url("docs/use/errors.md"), encoding: .utf8)
        for row in ErrorRow.httpService { #expect(text.contains("| `\(row.code)` |")) }
    }
}
