import Audit
import Foundation
import HTTPService
import LocalStore
import Pipeline
import SQLTestSupport
import ServiceTestSupport
import Testing
import Users

/// Logins by a proxy, which names the user in a header.
@Suite("Sign-on by a proxy", .onEveryEngine, .timeLimit(.minutes(30))) struct SignOnTests {
    private static let proxied = ["Host": "forms.example.org"]
    private static let page = ["Accept": "text/html", "Sec-Fetch-Site": "same-origin"]
    private static let form = ["Content-Type": "application/x-www-form-urlencoded"]
    private static let own = ["Sec-Fetch-Site": "same-origin"]

    /// Runs a service behind a proxy, with Ada, an administrator, Ben, who is staff, and Rita, a reader.
    private static func run(
        from ranges: [String] = ["127.0.0.1"], bind: String = "127.0.0.1", creating role: UserRole? = nil,
        _ body: @escaping @Sendable (ServiceHarness) async throws -> Void
    ) async throws {
        let settings = ServiceSettings(
            bind: bind, port: 0, publicURL: PublicURL("https://forms.example.org"),
            signOn: SignOnSettings(proxies: ranges.compactMap { AddressRange($0) }, createdRole: role), rate: 1_000_000)
        try await ServiceHarness.run(settings: settings, users: ["ada", "ben", "rita"], works: false) { service in
            try await service.accounts.change(try UserName("ada"), role: .administrator)
            try await service.accounts.change(try UserName("rita"), role: .reader)
            try await service.accounts.setEmail(try EmailAddress("ben@example.org"), of: try UserName("ben"))
            try await body(service)
        }
    }

    private static func ask(
        _ service: ServiceHarness, _ method: String = "GET", _ path: String = "/api/v1/me", as user: String? = nil,
        _ headers: [String: String] = [:], body: String = ""
    ) async throws -> ServiceHarness.Answer {
        var fields = proxied.merging(headers) { $1 }
        if let user { fields["X-Forwarded-User"] = user }
        return try await service.exchange(method, path, fields, body: body)
    }

    private static func owner(_ answer: ServiceHarness.Answer) -> String? {
        struct Me: Decodable { let owner: String }
        return try? JSONDecoder().decode(Me.self, from: Data(answer.body.utf8)).owner
    }

    @Test("a user whom the proxy names by name or address acts with the own role, which is looked up each time")
    func named() async throws {
        try await Self.run { service in
            #expect(try await Self.owner(Self.ask(service, as: "ben")) == "ben")
            #expect(try await Self.owner(Self.ask(service, as: "Ben@Example.org")) == "ben")
            #expect(try await Self.ask(service).error == "login_required")
            #expect(try await Self.ask(service, "GET", "/admin", as: "ben", Self.page).status == 403)
            #expect(try await Self.ask(service, "GET", "/admin", as: "ada", Self.page).status == 200)
            let delete = "/api/v1/documents/\(UUID())"
            #expect(try await Self.ask(service, "DELETE", delete, as: "ben", Self.own).status == 404)
            #expect(try await Self.ask(service, "DELETE", delete, as: "rita", Self.own).error == "forbidden")
            try await service.accounts.change(try UserName("ben"), role: .reader)
            #expect(try await Self.ask(service, "DELETE", delete, as: "ben", Self.own).error == "forbidden")
            #expect(try await service.accounts.user(try UserName("ben")).loggedInAt != nil)
        }
    }

    @Test("a name from an address that is not the proxy's is ignored", .onOneNode)
    func spoofed() async throws {
        try await Self.run(from: ["10.0.0.0/8", "127.0.0.2", "::1"], creating: .staff) { service in
            #expect(try await Self.ask(service, as: "ada").error == "login_required")
            #expect(try await Self.ask(service, as: "eve").error == "login_required")
            #expect(try await Self.ask(service, as: "").error == "login_required")
            let page = try await Self.ask(service, "GET", "/", as: "ada", Self.page)
            #expect(page.status == 303 && page.headers["location"] == "/login?next=/")
            let forwarded = ["X-Forwarded-For": "10.0.0.1"]
            #expect(try await Self.ask(service, as: "ada", forwarded).error == "login_required")
            #expect(try await service.accounts.users().count == 3)
        }
    }

    @Test("the proxy is known on a socket for both IPv4 and IPv6", .onOneNode)
    func mapped() async throws {
        try await Self.run(from: ["127.0.0.0/8"], bind: "::") { service in
            let answer = try await Self.ask(service, as: "ada")
            #expect(Self.owner(answer) == "ada")
        }
    }

    @Test("a name that is malformed, empty or sent twice is refused, and so are unknown and disabled users")
    func refused() async throws {
        try await Self.run { service in
            try await service.accounts.setDisabled(true, try UserName("ben"))
            for name in [
                "", "Ada", "ada, eve", "eve", "eve@example.org", "@", "ada@", "a b", "ada;x", "../ada", "ädä", "ben",
                "ben@example.org", String(repeating: "a", count: 65), "<b>",
            ] {
                let answer = try await Self.ask(service, as: name)
                #expect(answer.status == 403 && answer.error == "sign_on_refused", "\(name): \(answer.body)")
                let page = try await Self.ask(service, "GET", "/", as: name, Self.page)
                #expect(page.status == 403 && page.body.contains("<h1>Not allowed</h1>"), "\(name)")
                #expect(!page.body.contains("<b>"))
            }
            for second in ["X-Forwarded-User", "x-forwarded-user"] {
                let answer = try await Self.ask(service, as: "rita\r\n\(second): ada")
                #expect(answer.status == 403 && answer.error == "sign_on_refused")
            }
            // The page of the refusal has its files, and the health of the service concerns nobody.
            let page = try await Self.ask(service, "GET", "/", as: "eve", Self.page).body
            let file = try #require(page.firstMatch(of: /href="(\/assets\/[^"]*\.css)"/)).1
            #expect(try await Self.ask(service, "GET", String(file), as: "eve").status == 200)
            #expect(try await Self.ask(service, "GET", "/healthz", as: "eve").status == 200)
            #expect(try await service.accounts.users().map(\.name) == ["ada", "ben", "rita"])
            // A name and a password are no way around.
            let login = try await Self.ask(
                service, "POST", "/login", as: "ben", Self.form.merging(Self.own) { $1 },
                body: "name=ben&password=correct+horse+battery")
            #expect(login.status == 403)
        }
    }

    @Test("unknown users are created with the role of the settings, without a password")
    func created() async throws {
        try await Self.run(creating: .reader) { service in
            #expect(try await Self.owner(Self.ask(service, as: "eve")) == "eve")
            #expect(try await Self.owner(Self.ask(service, as: "eve")) == "eve")
            let eve = try await service.accounts.user(try UserName("eve"))
            #expect(eve.role == .reader && eve.email == nil && eve.loggedInAt != nil)
            // An address does not make its owner the user of that name.
            #expect(try await Self.owner(Self.ask(service, as: "ada@example.com")) == "ada-2")
            #expect(try await Self.owner(Self.ask(service, as: "Ada@example.com")) == "ada-2")
            #expect(try await Self.owner(Self.ask(service, as: "_x+Y!@example.com")) == "x-y-")
            #expect(try await Self.owner(Self.ask(service, as: "-@example.com")) == "user")
            #expect(try await service.accounts.user(try UserName("ada")).role == .administrator)
            for password in ["", "x", "correct+horse+battery"] {
                let login = try await Self.ask(
                    service, "POST", "/login", as: nil, Self.form.merging(Self.own) { $1 },
                    body: "name=eve&password=\(password)")
                #expect(login.status == 401)
            }
            // Documents of an owner who is no user stay with the owner.
            _ = try await service.system.client.importDocument(
                FormsServiceTests.small(), owner: "scanner", kind: "form", fileName: "a.pdf",
                mediaType: "application/pdf")
            #expect(try await Self.ask(service, as: "scanner").error == "sign_on_refused")
            #expect(try await Self.owner(Self.ask(service, as: "scanner@example.com")) == "scanner-2")
            #expect(try await Self.ask(service, as: "Eve").error == "sign_on_refused")
        }
    }

    @Test("many first requests of somebody at once create one user")
    func racing() async throws {
        try await Self.run(creating: .staff) { service in
            let owners = try await withThrowingTaskGroup(of: String?.self) { group in
                for _ in 0..<16 {
                    group.addTask {
                        let answer = try await Self.ask(service, as: "eve@example.org")
                        return Self.owner(answer)
                    }
                }
                return try await group.reduce(into: [String?]()) { $0.append($1) }
            }
            #expect(owners == Array(repeating: "eve", count: 16))
            #expect(try await service.accounts.users().count == 4)
        }
    }

    @Test("a page of another site cannot use the proxy's login")
    func crossSite() async throws {
        try await Self.run { service in
            let path = "/admin/users/ben"
            let body = "action=role&role=administrator"
            for origin in [
                [:], ["Sec-Fetch-Site": "cross-site"], ["Sec-Fetch-Site": "same-site"],
                ["Origin": "https://evil.example"], ["Origin": "null"],
                ["Origin": "https://evil.example", "Sec-Fetch-Site": "same-origin"],
                ["Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"],
            ] {
                let answer = try await Self.ask(
                    service, "POST", path, as: "ada", Self.form.merging(origin) { $1 }, body: body)
                #expect(answer.status == 403 && answer.error == "forbidden", "\(origin)")
                #expect(
                    try await Self.ask(service, "DELETE", "/api/v1/documents/\(UUID())", as: "ben", origin).status
                        == 403)
            }
            #expect(try await service.accounts.user(try UserName("ben")).role == .staff)
            for origin in [Self.own, ["Origin": "https://forms.example.org"]] {
                let answer = try await Self.ask(
                    service, "POST", path, as: "ada", Self.form.merging(origin) { $1 }, body: body)
                #expect(answer.status == 303, "\(origin)")
            }
            #expect(try await service.accounts.user(try UserName("ben")).role == .administrator)
        }
    }

    @Test("an API token counts before the header, and the header before a session")
    func precedence() async throws {
        try await Self.run { service in
            let token = ["Authorization": "Bearer \(try await service.token(of: "ben").secret)"]
            for name in ["ada", "eve", "", "Ada"] {
                #expect(try await Self.owner(Self.ask(service, as: name, token)) == "ben", "\(name)")
            }
            // A program needs no origin.
            #expect(
                try await Self.ask(service, "DELETE", "/api/v1/documents/\(UUID())", as: "ada", token).status == 404)
            #expect(
                try await Self.ask(service, as: "ada", ["Authorization": "Bearer x"]).error == "login_required")
            #expect(try await Self.owner(Self.ask(service, as: "ada", ["Authorization": "Basic eDp5"])) == "ada")
            let session = try await service.accounts.logIn(
                name: "ben", password: ServiceHarness.password, replacing: nil)
            let cookie = ["Cookie": "__Host-formwright_session=\(session)"]
            #expect(try await Self.owner(Self.ask(service, as: nil, cookie)) == "ben")
            #expect(try await Self.owner(Self.ask(service, as: "ada", cookie)) == "ada")
            #expect(try await Self.ask(service, as: "eve", cookie).error == "sign_on_refused")
        }
    }

    @Test("the pages name the user, and offer neither a password nor a logout")
    func pages() async throws {
        try await Self.run { service in
            let page = try await Self.ask(service, "GET", "/account", as: "rita", Self.page)
            #expect(page.status == 200 && page.body.contains("by the proxy of the service"))
            #expect(page.body.contains("Logged in as </span><strong>rita</strong>"))
            #expect(!page.body.contains("Log out</button>") && !page.body.contains("type=\"password\""))
            let login = try await Self.ask(service, "GET", "/login?next=%2Faccount", as: "rita", Self.page)
            #expect(login.status == 303 && login.headers["location"] == "/account")
        }
    }

    @Test("the log of accesses has the user whom the proxy named")
    func audit() async throws {
        try await Self.run { service in
            let added = try await service.system.client.importDocument(
                FormsServiceTests.small(), owner: "ben", kind: "form", fileName: "a.pdf", mediaType: "application/pdf")
            #expect(try await Self.ask(service, "GET", "/api/v1/documents/\(added.id)", as: "ben").status == 200)
            let entries = try await service.system.audit.entries(AuditQuery(document: added.id))
            #expect(entries.map(\.actor) == [AuditActor(owner: "ben", credential: "sign-on")])
        }
    }
}
