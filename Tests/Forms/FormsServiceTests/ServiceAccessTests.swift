import LocalStore
import ServiceTestSupport
import SQLTestSupport
import Users
import FailureModel
import FormsAPI
import FormwrightClient
import Foundation
import HTTPService
import NIOCore
import Pipeline
import Synchronization
import TestSupport
import Testing

/// Who may do what: credentials, owners, hosts and origins.
@Suite("Access", .onEveryEngine, .timeLimit(.minutes(30))) struct ServiceAccessTests {
    /// A service that others could reach, and which therefore requires a login.
    private static let withLogin = ServiceSettings(bind: "0.0.0.0", port: 0)
    /// A service behind a proxy that encrypts.
    private static let behindProxy = ServiceSettings(port: 0, publicURL: PublicURL("https://forms.example.org"))

    private static func upload(to service: ServiceHarness, token: String) async throws -> String {
        let form = try TestData.data("forms/irs-8888.pdf")
        let client = FormwrightClient(baseURL: service.url, token: token, session: service.session)
        return try await client.upload(form, fileName: "a.pdf").documentId.uuidString
    }

    private static func bearer(_ token: String) -> [String: String] { ["Authorization": "Bearer \(token)"] }

    /// Logs in and returns the header with the session's cookie.
    private static func logIn(
        _ service: ServiceHarness, _ name: String = "ada", headers: [String: String] = [:]
    ) async throws -> (cookie: [String: String], answer: ServiceHarness.Answer) {
        let form = "name=\(name)&password=correct+horse+battery&next=%2F"
        let answer = try await service.exchange(
            "POST", "/login", ["Content-Type": "application/x-www-form-urlencoded"].merging(headers) { $1 }, body: form)
        let cookie = answer.headers["set-cookie"]?.split(separator: ";").first.map(String.init) ?? ""
        return (["Cookie": cookie], answer)
    }

    // MARK: Credentials

    /// A route of a document, and what it takes to be accepted.
    private struct Route {
        let method: String
        let path: String
        var headers: [String: String] = [:]
        var body = ""

        static let ofDocument = [
            Route(method: "GET", path: ""), Route(method: "GET", path: "/download"),
            Route(method: "GET", path: "/events", headers: ["Last-Event-ID": "x"]),
            Route(method: "POST", path: "/process"), Route(method: "POST", path: "/retry"),
            Route(method: "POST", path: "/compose"),
            Route(
                method: "POST", path: "/values", headers: ["Content-Type": "application/json"],
                body: "{\"values\": []}"),
            Route(method: "DELETE", path: ""),
        ]
    }

    @Test("every route of a document answers by credential and owner, and another's document is like none")
    func matrix() async throws {
        try await ServiceHarness.run(settings: Self.withLogin, users: ["ada", "bob", "eve"], works: false) { service in
            let write = try await service.token(of: "ada").secret
            let read = try await service.token(of: "ada", role: .read).secret
            let bob = try await service.token(of: "bob").secret
            let revoked = try await service.token(of: "ada")
            try await service.accounts.revokeToken(revoked.number)
            let expired = try await service.token(of: "ada", lifetime: .zero).secret
            let disabled = try await service.token(of: "eve").secret
            try await service.accounts.setDisabled(true, try UserName("eve"))
            let session = try await Self.logIn(service).cookie
            let id = try await Self.upload(to: service, token: write)
            let own = "/api/v1/documents/\(id)"
            let missing = "/api/v1/documents/\(UUID().uuidString)"
            let page = ["Sec-Fetch-Site": "same-origin"]
            for route in Route.ofDocument {
                func ask(_ path: String, _ headers: [String: String]) async throws -> ServiceHarness.Answer {
                    try await service.exchange(
                        route.method, path + route.path, route.headers.merging(headers) { $1 }, body: route.body)
                }
                let name = "\(route.method) \(route.path)"
                for headers in [
                    [:], Self.bearer("fwt_" + String(repeating: "0", count: 64)), Self.bearer(revoked.secret),
                    Self.bearer(expired), Self.bearer(disabled), Self.bearer(""),
                    ["Cookie": "formwright_session=\(String(repeating: "0", count: 64))"].merging(page) { $1 },
                    ["Cookie": "formwright_session=\(write)"].merging(page) { $1 },
                    ["Authorization": "Basic YWRhOmNvcnJlY3QgaG9yc2UgYmF0dGVyeQ=="],
                ] {
                    for path in [own, missing] {
                        let answer = try await ask(path, headers)
                        #expect(answer.status == 401 && answer.error == "login_required", "\(name) \(headers)")
                        #expect(answer.headers["www-authenticate"]?.hasPrefix("Bearer") == true)
                    }
                }
                let foreign = try await ask(own, Self.bearer(bob))
                let none = try await ask(missing, Self.bearer(bob))
                #expect(foreign.status == 404 && foreign.error == "document_unknown", "\(name)")
                #expect(none.status == foreign.status)
                #expect(none.body == foreign.body.replacing(id, with: missing.suffix(36)), "\(name)")
                let reading = try await ask(own, Self.bearer(read))
                let isSafe = route.method == "GET"
                #expect(isSafe ? ![401, 403, 404].contains(reading.status) : reading.status == 403, "\(name)")
                guard route.method != "DELETE" else { continue }
                for headers in [Self.bearer(write), session.merging(page) { $1 }] {
                    let answer = try await ask(own, headers)
                    #expect(![401, 403, 404, 500].contains(answer.status), "\(name): \(answer)")
                }
            }
            #expect(try await service.exchange("DELETE", own, Self.bearer(write)).status == 204)
        }
    }

    @Test("each owner's list has its own documents, and a document that a command adds for a user is the user's")
    func lists() async throws {
        try await ServiceHarness.run(settings: Self.withLogin, users: ["ada", "bob"], works: false) { service in
            for name in ["ada", "bob"] {
                let token = try await service.token(of: name).secret
                let client = FormwrightClient(baseURL: service.url, token: token, session: service.session)
                _ = try await client.upload(TestData.data("forms/irs-8888.pdf"), fileName: "\(name).pdf")
                #expect(try await client.documents().documents.map(\.fileName) == ["\(name).pdf"])
                #expect(try await client.documents().total == 1)
            }
            let documents = try await service.system.store.documents(DocumentQuery(in: .all))
            #expect(Set(documents.map(\.owner.text)) == ["ada", "bob"])
        }
    }

    @Test("a client says who it is")
    func me() async throws {
        try await ServiceHarness.run(settings: Self.withLogin, users: ["ada"], works: false) { service in
            let read = try await service.token(of: "ada", role: .read).secret
            #expect(
                try await service.exchange("GET", "/api/v1/me", Self.bearer(read)).body
                    == #"{"loginRequired":true,"owner":"ada","role":"read","userRole":"staff"}"#)
            let session = try await Self.logIn(service).cookie
            #expect(
                try await service.exchange("GET", "/api/v1/me", session).body
                    == #"{"loginRequired":true,"owner":"ada","role":"write","userRole":"staff"}"#)
            #expect(try await service.exchange("GET", "/api/v1/me").status == 401)
        }
        try await ServiceHarness.run(users: ["ada"], works: false) { service in
            #expect(
                try await service.exchange("GET", "/api/v1/me").body
                    == #"{"loginRequired":false,"owner":"","role":"write"}"#)
            // A credential counts although none is required, and a bad token is not taken for none.
            let token = try await service.token(of: "ada").secret
            #expect(
                try await service.exchange("GET", "/api/v1/me", Self.bearer(token)).body
                    == #"{"loginRequired":false,"owner":"ada","role":"write","userRole":"staff"}"#)
            #expect(try await service.exchange("GET", "/api/v1/me", Self.bearer("fwt_0")).status == 401)
        }
    }

    @Test("a signed link needs no login, and opens nothing else")
    func links() async throws {
        try await ServiceHarness.run(settings: Self.withLogin, users: ["ada"], works: false) { service in
            let path = "/api/v1/documents/\(UUID().uuidString)/filled.pdf"
            let answer = try await service.exchange("GET", path)
            #expect(answer.status == 403 && answer.error == "link_invalid")
            #expect(try await service.exchange("GET", "/healthz").status == 200)
            #expect(try await service.exchange("GET", "/readyz").status == 200)
        }
    }

    // MARK: Login

    @Test("a login gives a cookie for this service and nothing else, and leads to the page that was asked for")
    func cookie() async throws {
        try await ServiceHarness.run(settings: Self.withLogin, users: ["ada"], works: false) { service in
            let form = ["Content-Type": "application/x-www-form-urlencoded"]
            let (cookie, answer) = try await Self.logIn(service)
            #expect(answer.status == 303 && answer.headers["location"] == "/")
            let set = try #require(answer.headers["set-cookie"])
            #expect(set.hasPrefix("formwright_session="))
            for part in ["HttpOnly", "SameSite=Lax", "Path=/"] { #expect(set.contains("; \(part)"), "\(set)") }
            #expect(!set.contains("Domain") && !set.contains("Secure") && !set.contains("Max-Age"))
            #expect(try await service.exchange("GET", "/api/v1/documents", cookie).status == 200)
            for (next, location) in [
                ("%2Fdocuments%2F1%3Fa%3Db", "/documents/1?a=b"), ("https%3A%2F%2Fevil.example", "/"),
                ("%2F%2Fevil.example", "/"), ("%2F%5Cevil.example", "/"), ("%2F%09%2Fevil.example", "/"),
                ("javascript%3Aalert(1)", "/"), ("", "/"), ("%2Fa%0D%0ASet-Cookie%3A+a=b", "/"),
            ] {
                let answer = try await service.exchange(
                    "POST", "/login", form, body: "name=ada&password=correct+horse+battery&next=\(next)")
                #expect(answer.status == 303 && answer.headers["location"] == location, "\(next)")
            }
            for path in ["/", "/documents/1?a=b"] {
                let page = try await service.exchange("GET", path, ["Accept": "text/html"])
                #expect(page.status == 303, "\(path)")
                #expect(page.headers["location"]?.removingPercentEncoding == "/login?next=\(path)")
            }
            let again = try await service.exchange("GET", "/login?next=%2Fdocuments", cookie)
            #expect(again.status == 303 && again.headers["location"] == "/documents")
        }
    }

    @Test("the login's page shows what was typed, escaped, but never the password")
    func page() async throws {
        try await ServiceHarness.run(settings: Self.withLogin, users: ["ada"], works: false) { service in
            let page = try await service.exchange("GET", "/login?next=%2Fdocuments%2F1")
            #expect(page.status == 200 && page.headers["content-type"] == "text/html; charset=utf-8")
            #expect(page.body.contains("/documents/1") && !page.body.contains("role=\"alert\""))
            #expect(page.headers["content-security-policy"]?.contains("default-src 'none'") == true)
            let form = ["Content-Type": "application/x-www-form-urlencoded"]
            let wrong = try await service.exchange(
                "POST", "/login", form, body: "name=%22%3E%3Cscript%3E&password=hunter2hunter2&next=%2F")
            #expect(wrong.status == 401 && wrong.headers["set-cookie"] == nil)
            #expect(wrong.body.contains("The name or the password is wrong."))
            #expect(wrong.body.contains("&lt;script&gt;") && !wrong.body.contains("<script>"))
            #expect(!wrong.body.contains("hunter2"))
            #expect(try await service.exchange("POST", "/login", body: "name=ada").status == 415)
            #expect(try await service.exchange("POST", "/login", form, body: "name=ada").status == 400)
            let large = String(repeating: "a", count: 20_000)
            #expect(try await service.exchange("POST", "/login", form, body: "name=\(large)&password=a").status == 413)
        }
    }

    @Test("the login ends a session that was put into the browser before, and a new one is not the old one")
    func fixation() async throws {
        try await ServiceHarness.run(settings: Self.withLogin, users: ["ada", "eve"], works: false) { service in
            // Eve puts her own session, or one that she made up, into Ada's browser.
            let eve = try await Self.logIn(service, "eve").cookie
            let site = ["Sec-Fetch-Site": "same-origin"]
            let ada = try await Self.logIn(service, "ada", headers: eve.merging(site) { $1 }).cookie
            #expect(ada != eve)
            #expect(try await service.exchange("GET", "/api/v1/me", eve).status == 401)
            #expect(try await service.exchange("GET", "/api/v1/me", ada).body.contains("\"ada\""))
            let made = ["Cookie": "formwright_session=\(String(repeating: "a", count: 64))"]
            let other = try await Self.logIn(service, "ada", headers: made.merging(site) { $1 }).cookie
            #expect(other != made)
            #expect(try await service.exchange("GET", "/api/v1/me", made).status == 401)
        }
    }

    @Test("guessing is slowed down, with the same answer for names that nobody has")
    func throttle() async throws {
        try await ServiceHarness.run(settings: Self.withLogin, users: ["ada"], works: false) { service in
            let form = ["Content-Type": "application/x-www-form-urlencoded"]
            var bodies: Set<String> = []
            for name in ["ada", "eve"] {
                func guess(_ password: String) async throws -> ServiceHarness.Answer {
                    try await service.exchange("POST", "/login", form, body: "name=\(name)&password=\(password)")
                }
                for _ in 0..<5 { #expect(try await guess("wrong").status == 401) }
                let answer = try await guess("wrong")
                let wait = try #require(answer.headers["retry-after"].flatMap { Int($0) })
                #expect(answer.status == 429 && wait > 30 && wait <= 60)
                bodies.insert(answer.body.replacing("value=\"\(name)\"", with: ""))
            }
            #expect(bodies.count == 1)
        }
    }

    // Each node limits the logins of an address.
    @Test("many names are not tried faster from one address, as the proxy names it", .onOneNode)
    func spraying() async throws {
        try await ServiceHarness.run(settings: Self.behindProxy, users: ["ada"], works: false) { service in
            func guess(_ name: String, from address: String) async throws -> Int {
                let headers = [
                    "Host": "forms.example.org", "Content-Type": "application/x-www-form-urlencoded",
                    "X-Forwarded-For": "1.2.3.4, \(address)",
                ]
                let body = "name=\(name)&password=correct+horse+battery"
                return try await service.exchange("POST", "/login", headers, body: body).status
            }
            var statuses: Set<Int> = []
            for number in 0..<60 { statuses.insert(try await guess("eve\(number)", from: "192.0.2.1")) }
            #expect(statuses == [401, 429])
            #expect(try await guess("ada", from: "192.0.2.2") == 303)
        }
    }

    @Test("pages lead to the login, programs get an error")
    func redirect() async throws {
        try await ServiceHarness.run(settings: Self.withLogin, users: ["ada"], works: false) { service in
            let api = try await service.exchange("GET", "/api/v1/documents?limit=1")
            #expect(api.status == 401 && api.error == "login_required" && api.headers["location"] == nil)
            let head = try await service.exchange("HEAD", "/api/v1/documents")
            #expect([401, 404].contains(head.status))
        }
    }

    // MARK: The end of a login

    /// Opens an event stream and returns what arrives on it until it ends.
    private static func stream(
        _ service: ServiceHarness, _ id: String, _ headers: [String: String]
    ) async throws -> Task<String, any Error> {
        let fields = headers.map { "\($0.key): \($0.value)\r\n" }.joined()
        let request = "GET /api/v1/documents/\(id)/events HTTP/1.1\r\nHost: 127.0.0.1\r\n\(fields)\r\n"
        let connection = try await service.connection()
        try await connection.send(request)
        let start = try await connection.receive(until: "event: document")
        return Task { start + (try await connection.receive(waiting: 1800)) }
    }

    // A stream of another node ends with its next event or sign of life.
    @Test("a logout ends the session and its event streams, not those of others", .onOneNode)
    func logout() async throws {
        // Without heartbeats, at which logins are checked as well.
        try await ServiceHarness.run(
            settings: Self.withLogin, users: ["ada"], works: false, heartbeat: .seconds(3600)
        ) { service in
            let token = try await service.token(of: "ada").secret
            let id = try await Self.upload(to: service, token: token)
            let first = try await Self.logIn(service).cookie
            let second = try await Self.logIn(service).cookie
            let ended = try await Self.stream(service, id, first)
            let other = try await Self.stream(service, id, second)
            let answer = try await service.exchange(
                "POST", "/logout", first.merging(["Sec-Fetch-Site": "same-origin"]) { $1 })
            #expect(answer.status == 303 && answer.headers["location"] == "/login")
            let removal = try #require(answer.headers["set-cookie"])
            #expect(removal.hasPrefix("formwright_session=;") && removal.contains("; Max-Age=0"))
            // The last chunk: the service has ended the stream.
            #expect(try await ended.value.hasSuffix("\r\n0\r\n\r\n"))
            #expect(try await service.exchange("GET", "/api/v1/me", first).status == 401)
            #expect(try await service.exchange("GET", "/api/v1/me", second).status == 200)
            // What happens next is seen by the other session only.
            _ = try await service.system.client.process(try #require(DocumentID(id)), in: .all)
            try await service.system.client.delete(try #require(DocumentID(id)), in: .all)
            #expect(try await other.value.contains("\"cause\":\"deleted\""))
            #expect(try await !ended.value.contains("\"cause\":\"deleted\""))
        }
    }

    @Test("an event stream shows nothing more once its session or token is no longer valid")
    func revocation() async throws {
        try await ServiceHarness.run(settings: Self.withLogin, users: ["ada"], works: false) { service in
            let (number, token) = try await service.token(of: "ada")
            let id = try await Self.upload(to: service, token: token)
            let session = try await Self.logIn(service).cookie
            let streams = [
                try await Self.stream(service, id, session), try await Self.stream(service, id, Self.bearer(token)),
            ]
            // As another process does it, such as the command line.
            try await service.accounts.setPassword(
                try Password(new: "another password"), of: try UserName("ada"))
            try await service.accounts.revokeToken(number)
            _ = try await service.system.client.process(try #require(DocumentID(id)), in: .all)
            for stream in streams {
                let text = try await stream.value
                #expect(text.contains("\"state\":\"imported\"") && !text.contains("\"state\":\"processing\""))
            }
            #expect(try await service.exchange("GET", "/api/v1/me", session).status == 401)
        }
    }

    // MARK: Other sites

    @Test("a change with a cookie must come from the service's own page")
    func crossSite() async throws {
        try await ServiceHarness.run(settings: Self.withLogin, users: ["ada"], works: false) { service in
            let token = try await service.token(of: "ada").secret
            let cookie = try await Self.logIn(service).cookie
            let path = "/api/v1/documents/\(UUID().uuidString)/process"
            // 404 is what an accepted request gets.
            for (headers, status) in [
                ([:], 403), (["Sec-Fetch-Site": "same-origin"], 404), (["Sec-Fetch-Site": "none"], 404),
                (["Sec-Fetch-Site": "cross-site"], 403), (["Sec-Fetch-Site": "same-site"], 403),
                (["Origin": "http://127.0.0.1"], 404), (["Origin": "https://127.0.0.1"], 403),
                (["Origin": "http://127.0.0.1:8081"], 403), (["Origin": "null"], 403),
                (["Origin": "http://127.0.0.1.evil.example"], 403),
                (["Origin": "http://127.0.0.1", "Sec-Fetch-Site": "cross-site"], 403),
                (["Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"], 403),
            ] {
                let answer = try await service.exchange("POST", path, cookie.merging(headers) { $1 })
                #expect(answer.status == status, "\(headers)")
                // The cookie counts, also if there is a token besides.
                let both = try await service.exchange(
                    "POST", path, cookie.merging(headers) { $1 }.merging(Self.bearer(token)) { $1 })
                #expect(both.status == status, "\(headers)")
            }
            #expect(try await service.exchange("POST", path, Self.bearer(token)).status == 404)
            // Reading changes nothing, so a link on another site may lead here, but its pictures and scripts may not.
            for (headers, status) in [
                ([:], 200), (["Sec-Fetch-Site": "cross-site"], 403),
                (["Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"], 200),
                (["Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "iframe"], 403),
            ] {
                let answer = try await service.exchange("GET", "/api/v1/documents", cookie.merging(headers) { $1 })
                #expect(answer.status == status, "\(headers)")
            }
            // Nobody can be logged out, or logged in as somebody else, by another site.
            let foreign = ["Origin": "https://evil.example"]
            #expect(try await service.exchange("POST", "/logout", cookie.merging(foreign) { $1 }).status == 403)
            #expect(try await Self.logIn(service, headers: foreign).answer.status == 403)
        }
    }

    @Test(
        "only this machine's own names are local",
        arguments: [
            ("127.0.0.1", 200), ("127.0.0.1:8080", 200), ("127.1.2.3", 200), ("localhost", 200), ("LOCALHOST:1", 200),
            ("[::1]", 200), ("[::1]:8080", 200), ("localhost.com", 403), ("localhost.", 403),
            ("localhost.evil.org", 403),
            ("127.0.0.1.evil.org", 403), ("127.0.0.1.", 403), ("127.1", 403), ("2130706433", 403), ("0.0.0.0", 403),
            ("0", 403), ("[::]", 403), ("[::ffff:127.0.0.1]", 403), ("[::1].evil.org", 400), ("evil.org", 403),
            ("127.0.0.1@evil.org", 400), ("evil.org@127.0.0.1", 400), ("user:secret@localhost", 400),
            ("localhost/evil.org", 400), ("localhost evil.org", 400), ("localhost,evil.org", 400), ("::1", 400),
            ("localhost:x", 400), ("", 403),
        ])
    func lookalikes(_ host: String, _ status: Int) async throws {
        try await ServiceHarness.run(works: false) { service in
            let answer = try await service.exchange("GET", "/api/v1/documents", ["Host": host])
            #expect(answer.status == status)
        }
    }

    @Test(
        "bound to an address that others can reach, it answers for this machine's addresses, and for no name of others")
    func bound() async throws {
        let settings = ServiceSettings(bind: "0.0.0.0", port: 0)
        try await ServiceHarness.run(settings: settings, users: ["ada"], works: false) { service in
            let token = Self.bearer(try await service.token(of: "ada").secret)
            func status(_ host: String) async throws -> Int {
                try await service.exchange("GET", "/api/v1/documents", token.merging(["Host": host]) { $1 }).status
            }
            let devices = try System.enumerateDevices().compactMap(\.address?.ipAddress)
            for address in ["0.0.0.0", "localhost", "127.0.0.1"] + devices.filter({ !$0.contains("%") }) {
                let host = address.contains(":") ? "[\(address)]" : address
                #expect(try await status(host) == 200, "\(address)")
                #expect(try await status("\(host):80") == 200, "\(address)")
            }
            for host in ["evil.org", "127.0.0.1.evil.org", "192.0.2.1", "[2001:db8::1]", "0", "[::]"] {
                #expect(try await status(host) == 403, "\(host)")
            }
            let rebound = try await service.exchange(
                "GET", "/api/v1/documents", token.merging(["Host": "127.0.0.1", "Origin": "http://evil.org"]) { $1 })
            #expect(rebound.status == 403)
        }
    }

    @Test("a request that names two hosts is refused")
    func twoHosts() async throws {
        try await ServiceHarness.run(works: false) { service in
            let good = "Host: localhost"
            let path = "/api/v1/documents"
            let cases = [
                ("GET \(path) HTTP/1.1\r\n\(good)", 200), ("GET \(path) HTTP/1.1\r\n\(good)\r\n\(good)", 400),
                ("GET \(path) HTTP/1.1\r\n\(good)\r\nhost: evil.org", 400),
                ("GET //evil.org\(path) HTTP/1.1\r\n\(good)", 404),
            ]
            let targets = [
                "http://evil.org\(path)", "http://localhost\(path)", "HTTPS://localhost\(path)", "*", "localhost:80",
                "api/v1/documents", "?a",
            ]
            for (head, status) in cases + targets.map({ ("GET \($0) HTTP/1.1\r\n\(good)", 400) }) {
                let answer = try await service.raw(Data("\(head)\r\nConnection: close\r\n\r\n".utf8))
                #expect(answer.hasPrefix("HTTP/1.1 \(status)"), "\(head)")
            }
        }
    }

    // MARK: Behind a proxy

    @Test("behind a proxy, only the public address is served, and links and cookies are of it")
    func publicAddress() async throws {
        try await ServiceHarness.run(settings: Self.behindProxy, users: ["ada"], works: false) { service in
            let token = Self.bearer(try await service.token(of: "ada").secret)
            func status(
                _ host: String, _ headers: [String: String] = [:], path: String = "/api/v1/documents"
            ) async throws -> Int {
                try await service.exchange("GET", path, token.merging(headers) { $1 }.merging(["Host": host]) { $1 })
                    .status
            }
            for host in ["forms.example.org", "FORMS.example.org", "forms.example.org:443"] {
                #expect(try await status(host) == 200, "\(host)")
            }
            for host in [
                "127.0.0.1", "localhost", "forms.example.org.evil.org", "example.org", "forms.example.org:80",
                "forms.example.org:8443", "forms.example.org.",
            ] {
                #expect(try await status(host) == 403, "\(host)")
            }
            let forwarded = [
                "Forwarded": "for=1.2.3.4;host=evil.org", "X-Forwarded-For": "1.2.3.4", "X-Forwarded-Host": "evil.org",
                "X-Forwarded-Proto": "http", "Via": "1.1 proxy",
            ]
            #expect(try await status("forms.example.org", forwarded) == 200)
            #expect(try await status("forms.example.org", ["Origin": "https://forms.example.org"]) == 200)
            #expect(try await status("forms.example.org", ["Origin": "http://forms.example.org"]) == 403)
            #expect(try await status("forms.example.org", ["Origin": "https://example.org"]) == 403)
            for path in ["/healthz", "/readyz", "/metrics"] {
                #expect(try await status("127.0.0.1:8080", path: path) == 200)
                #expect(try await status("evil.org", path: path) == 403)
            }
            let host = ["Host": "forms.example.org"]
            let (cookie, answer) = try await Self.logIn(service, headers: host)
            let set = try #require(answer.headers["set-cookie"])
            #expect(set.hasPrefix("__Host-formwright_session=") && set.contains("; Secure") && set.contains("; Path=/"))
            #expect(answer.headers["strict-transport-security"] == "max-age=31536000")
            #expect(try await service.exchange("GET", "/api/v1/me", host.merging(cookie) { $1 }).status == 200)
            // The cookie without the prefix may come from a neighbour of the host.
            let unprefixed = cookie.mapValues { $0.replacing("__Host-", with: "") }
            #expect(try await service.exchange("GET", "/api/v1/me", host.merging(unprefixed) { $1 }).status == 401)
        }
    }

    @Test("monitoring asks a node at its own address, where nothing else is served, and no other name is one")
    func nodeAddress() async throws {
        var settings = Self.behindProxy
        settings.bind = "0.0.0.0"
        try await ServiceHarness.run(settings: settings, users: ["ada"], works: false) { service in
            let token = Self.bearer(try await service.token(of: "ada", role: .read).secret)
            let node = ["Host": "0.0.0.0:8080"]
            for path in ["/healthz", "/readyz"] { #expect(try await service.exchange("GET", path, node).status == 200) }
            #expect(try await service.exchange("GET", "/metrics", node).status == 401)
            #expect(try await service.exchange("GET", "/metrics", node.merging(token) { $1 }).status == 200)
            for path in ["/", "/login", "/api/v1/documents"] {
                #expect(try await service.exchange("GET", path, node.merging(token) { $1 }).status == 403, "\(path)")
            }
            for host in ["node.example", "10.255.255.1"] {
                #expect(try await service.exchange("GET", "/readyz", ["Host": host]).status == 403)
            }
        }
    }

    @Test("a download's link has the public address, whatever a proxy says")
    func absolute() async throws {
        try await ServiceHarness.run(settings: Self.behindProxy, users: ["ada"]) { service in
            let token = Self.bearer(try await service.token(of: "ada").secret)
                .merging(["Host": "forms.example.org", "X-Forwarded-Host": "evil.org"]) { $1 }
            let form = try TestData.data("forms/irs-8888.pdf")
            let document = try await service.system.client.importDocument(
                form, owner: "ada", kind: "form", fileName: "a.pdf", mediaType: "application/pdf")
            let path = "/api/v1/documents/\(document.id)"
            #expect(try await service.exchange("POST", path + "/process", token).status == 202)
            func detail(until status: String) async throws -> ServiceHarness.Answer {
                while true {
                    let answer = try await service.exchange("GET", path, token)
                    if answer.body.contains("\"status\":\"\(status)\"") { return answer }
                    try await Task.sleep(for: .milliseconds(100))
                }
            }
            let ready =
                try JSONSerialization.jsonObject(with: Data(try await detail(until: "ready").body.utf8))
                as? [String: Any]
            let field = try #require((ready?["components"] as? [[String: Any]])?.first?["fieldId"] as? String)
            let values = "{\"values\": [{\"fieldRegionId\": \"\(field)\", \"value\": \"Ada\", \"source\": \"manual\"}]}"
            let json = token.merging(["Content-Type": "application/json"]) { $1 }
            #expect(try await service.exchange("POST", path + "/values", json, body: values).status == 204)
            #expect(try await service.exchange("POST", path + "/compose", token).status == 202)
            _ = try await detail(until: "filled")
            let link = try await service.exchange("GET", path + "/download", token).body
            #expect(link.contains("\"filledPdfUrl\":\"https://forms.example.org\(path)/filled.pdf?expires="))
        }
    }

    @Test("the numbers of the process are for this machine, or for a token")
    func metrics() async throws {
        try await ServiceHarness.run(settings: Self.behindProxy, users: ["ada"], works: false) { service in
            #expect(try await service.exchange("GET", "/metrics").status == 200)
            let host = ["Host": "forms.example.org"]
            let session = try await Self.logIn(service, headers: host).cookie
            let token = Self.bearer(try await service.token(of: "ada", role: .read).secret)
            // A proxy says so in its headers, or at least asks for the public host.
            for headers in [host, ["X-Forwarded-For": "1.2.3.4"]] {
                #expect(try await service.exchange("GET", "/metrics", headers).status == 401)
                #expect(try await service.exchange("GET", "/metrics", session.merging(headers) { $1 }).status == 401)
                #expect(try await service.exchange("GET", "/metrics", token.merging(headers) { $1 }).status == 200)
            }
        }
    }

    @Test("a service for this machine alone keeps no proxy from asking, and answers none")
    func proxyWithoutAddress() async throws {
        try await ServiceHarness.run(works: false) { service in
            for name in ["Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-IP", "Via"] {
                for path in ["/api/v1/documents", "/metrics"] {
                    let answer = try await service.exchange("GET", path, [name: "1"])
                    #expect(answer.status == 403, "\(name)")
                }
            }
        }
    }
}

@Suite("The public address") struct PublicURLTests {
    @Test(
        "a scheme, a host and a port",
        arguments: [
            ("https://forms.example.org", "https://forms.example.org"),
            ("https://Forms.Example.ORG/", "https://forms.example.org"),
            ("https://forms.example.org:443", "https://forms.example.org"), ("http://forms:80", "http://forms"),
            ("http://forms:8080", "http://forms:8080"), ("https://forms:80", "https://forms:80"),
            ("https://[2001:db8::1]:8443", "https://[2001:db8::1]:8443"),
        ])
    func valid(_ text: String, _ origin: String) {
        #expect(PublicURL(text)?.origin == origin)
    }

    @Test(
        "anything else is none",
        arguments: [
            "", "forms.example.org", "ftp://forms.example.org", "https://", "https:///",
            "https://forms.example.org/formwright",
            "https://forms.example.org?a", "https://forms.example.org#a", "https://ada@forms.example.org",
            "https://ada:secret@forms.example.org", "https://forms example", "//forms.example.org",
            "https://a_b.example.org",
            "https://*.example.org",
        ])
    func invalid(_ text: String) {
        #expect(PublicURL(text) == nil)
    }
}
