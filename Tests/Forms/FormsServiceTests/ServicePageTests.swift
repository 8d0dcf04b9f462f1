import CFamiliesAssets
import CFormsAssets
import CPortableTextAssets
import CPortfolioAssets
import CServiceAssets
import CTradingAssets
import CUsersAssets
import CWebhooksAssets
import Files
import FormsAPI
import FormwrightClient
import Foundation
import HTTPService
import ServiceTestSupport
import TestSupport
import Testing

@Suite("Pages", .timeLimit(.minutes(30))) struct ServicePageTests {
    private static let browser = ["Accept": "text/html,application/xhtml+xml,*/*;q=0.8"]

    private static func upload(_ name: String) -> (headers: [String: String], body: String) {
        let body =
            "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"\(name)\"\r\n\r\n%PDF-1.7\n%%EOF\r\n--b--\r\n"
        return (["Content-Type": "multipart/form-data; boundary=b"], body)
    }

    /// The addresses of the assets that a page loads.
    private static func assets(of html: String) -> [String] {
        html.matches(of: /"(\/assets\/[^"]+)"/).map { String($0.1) }
    }

    @Test("the list of embedded files is complete")
    func complete() throws {
        for (module, list) in [
            ("Service/CServiceAssets", service_assets()), ("Forms/CFormsAssets", forms_assets()),
            ("PortableText/CPortableTextAssets", portable_text_assets()), ("Trading/CTradingAssets", trading_assets()),
            ("Portfolio/CPortfolioAssets", portfolio_assets()), ("Families/CFamiliesAssets", families_assets()),
            ("Service/CUsersAssets", users_assets()), ("Service/CWebhooksAssets", webhooks_assets()),
        ] {
            let files = EmbeddedFiles.named(list)
            let folder = Repository.url("Sources/\(module)/Files")
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            #expect(Set(names) == Set(files.keys))
            for name in names {
                let content = try Data(contentsOf: folder.appendingPathComponent(name))
                #expect(files[name].map { Data($0) } == content)
            }
        }
    }

    @Test("pages and scripts call the states of a document the same")
    func stateNames() async throws {
        let script = String(decoding: try #require(EmbeddedFiles.named(forms_assets())["states.mjs"]), as: UTF8.self)
        try await ServiceHarness.run(works: false) { service in
            let page = try await service.exchange("GET", "/", Self.browser).body
            let options = page.matches(of: /<option value="([a-z]+)">([^<]+)<\/option>/)
            #expect(options.count == DocumentStatus.allCases.count)
            for option in options { #expect(script.contains("\(option.1): [\"\(option.2)\"")) }
        }
    }

    @Test("everything that a page loads is served, and may be kept for good")
    func loaded() async throws {
        try await ServiceHarness.run(works: false) { service in
            let page = try await service.exchange("GET", "/", Self.browser)
            #expect(page.status == 200)
            #expect(page.headers["content-type"] == "text/html; charset=utf-8")
            let assets = Self.assets(of: page.body)
            #expect(assets.count > 4)
            for path in assets {
                let asset = try await service.exchange("GET", path)
                #expect(asset.status == 200 && !asset.body.isEmpty, "\(path)")
                #expect(asset.headers["cache-control"] == "public, max-age=31536000, immutable")
                let tag = try #require(asset.headers["etag"])
                #expect(try await service.exchange("GET", path, ["If-None-Match": tag]).status == 304)
            }
            let types = try await [".css", ".mjs", ".svg"].asyncMap { ending in
                let path = try #require(assets.first { $0.hasSuffix(ending) })
                return try await service.exchange("GET", path).headers["content-type"] ?? ""
            }
            #expect(types == ["text/css; charset=utf-8", "text/javascript; charset=utf-8", "image/svg+xml"])
        }
    }

    @Test("assets of another version, templates and other files are not found")
    func notAssets() async throws {
        try await ServiceHarness.run(works: false) { service in
            let page = try await service.exchange("GET", "/", Self.browser)
            let path = try #require(Self.assets(of: page.body).first { $0.hasSuffix("/base.css") })
            let folder = path.dropLast("base.css".count)
            for other in [
                "/assets/0000000000000000/base.css", "\(folder)layout.mustache", "\(folder)..%2F..%2Fetc%2Fpasswd",
            ] {
                let answer = try await service.exchange("GET", other)
                #expect(answer.status == 404 && answer.error == "not_found", "\(other)")
            }
        }
    }

    @Test("a page runs no scripts but the service's, and has none and no styles in its markup")
    func policy() async throws {
        try await ServiceHarness.run(works: false) { service in
            let (headers, body) = Self.upload("a.pdf")
            let document =
                try await service.exchange("POST", "/documents", headers, body: body).headers["location"] ?? ""
            for path in ["/", document, "/login", "/nothing"] {
                let page = try await service.exchange("GET", path, Self.browser)
                let policy = page.headers["content-security-policy"] ?? ""
                #expect(policy.hasPrefix("default-src 'none'; script-src 'self'; style-src 'self';"), "\(path)")
                #expect(!policy.contains("unsafe") && policy.contains("frame-ancestors 'none'"))
                #expect(page.body.contains("<h1"), "\(path)")
                #expect(page.body.firstMatch(of: /\sstyle=|\son[a-z]+=|<style|javascript:/) == nil, "\(path)")
                #expect(page.body.firstMatch(of: /<script(?![^>]* src=)/) == nil, "\(path)")
            }
        }
    }

    @Test("what users typed is text, also where a combining mark follows")
    func escaping() async throws {
        try await ServiceHarness.run(works: false) { service in
            let (headers, body) = Self.upload("\u{3C}\u{338}b\u{3E}&'.pdf")
            let document =
                try await service.exchange("POST", "/documents", headers, body: body).headers["location"] ?? ""
            for path in ["/", document] {
                let page = try await service.exchange("GET", path, Self.browser).body
                #expect(page.contains("&lt;\u{338}b&gt;&amp;&#39;.pdf"), "\(path)")
            }
            // A quotation mark and an accent are one character to Swift and two to a browser.
            let search = try await service.exchange("GET", "/?text=%22%CC%81+x%3D%22", Self.browser).body
            #expect(search.contains("value=\"&quot;\u{301} x=&quot;\""))
        }
    }

    @Test("an upload without scripts is worked on at once")
    func plainUpload() async throws {
        try await ServiceHarness.run(works: false) { service in
            let (headers, body) = Self.upload("plain.pdf")
            let answer = try await service.exchange("POST", "/documents", headers, body: body)
            #expect(answer.status == 303)
            let path = try #require(answer.headers["location"])
            let id = try #require(UUID(uuidString: String(path.dropFirst("/documents/".count))))
            #expect(try await service.client.document(id).document.status == .processing)
        }
    }

    @Test("an error is a page for a browser, and JSON for a program")
    func errors() async throws {
        try await ServiceHarness.run(works: false) { service in
            let path = "/documents/\(UUID())"
            let page = try await service.exchange("GET", path, Self.browser)
            #expect(page.status == 404 && page.body.contains("<h1>Page not found</h1>"))
            #expect(try await service.exchange("GET", path).error == "document_unknown")
            #expect(try await service.exchange("GET", "/api/v1\(path)", Self.browser).error == "document_unknown")
        }
    }

    @Test("pages need a login where others can reach the service, and their assets do not")
    func login() async throws {
        let settings = ServiceSettings(port: 0, publicURL: PublicURL("https://forms.example.org"))
        try await ServiceHarness.run(settings: settings, users: ["ada"], works: false) { service in
            let host = ["Host": "forms.example.org"].merging(Self.browser) { $1 }
            for path in ["/", "/documents/\(UUID())"] {
                let answer = try await service.exchange("GET", path, host)
                #expect(
                    answer.status == 303 && answer.headers["location"]?.hasPrefix("/login?next=") == true, "\(path)")
            }
            let page = try await service.exchange("GET", "/login", host)
            for path in Self.assets(of: page.body) {
                #expect(try await service.exchange("GET", path, host).status == 200, "\(path)")
            }
        }
    }
}

extension Sequence {
    /// The results of an asynchronous transformation, one after the other.
    fileprivate func asyncMap<T>(_ transform: (Element) async throws -> T) async rethrows -> [T] {
        var results: [T] = []
        for element in self { results.append(try await transform(element)) }
        return results
    }
}
