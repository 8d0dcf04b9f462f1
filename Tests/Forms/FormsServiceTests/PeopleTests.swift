import FailureModel
import Foundation
import HTTPService
import LocalStore
import Pipeline
import PipelineSQL
import SQLTestSupport
import ServiceTestSupport
import TestSupport
import Testing
import Users

/// Users of the service over HTTP: their roles, own access, and administration.
@Suite("People", .onEveryEngine, .timeLimit(.minutes(30))) struct PeopleTests {
    /// A service that others could reach, and which therefore requires a login.
    private static let withLogin = ServiceSettings(bind: "0.0.0.0", port: 0, rate: 1_000_000)
    private static let form = ["Content-Type": "application/x-www-form-urlencoded", "Sec-Fetch-Site": "same-origin"]
    private static let json = ["Content-Type": "application/json"]
    private static let page = ["Accept": "text/html", "Sec-Fetch-Site": "same-origin"]
    private static let password = "correct+horse+battery"

    private static func bearer(_ token: String) -> [String: String] { ["Authorization": "Bearer \(token)"] }

    /// Runs a service with Ada, an administrator, Ben, who is staff, and Rita, a reader.
    private static func run(_ body: @escaping @Sendable (ServiceHarness) async throws -> Void) async throws {
        try await ServiceHarness.run(settings: withLogin, users: ["ada", "ben", "rita"], works: false) { service in
            try await service.accounts.change(try UserName("ada"), role: .administrator)
            try await service.accounts.change(try UserName("rita"), role: .reader)
            try await body(service)
        }
    }

    private static func cookie(_ answer: ServiceHarness.Answer) -> [String: String] {
        ["Cookie": answer.headers["set-cookie"]?.split(separator: ";").first.map(String.init) ?? ""]
    }

    /// Logs in and returns the headers of a page with the session.
    private static func logIn(_ service: ServiceHarness, _ name: String) async throws -> [String: String] {
        let answer = try await service.exchange(
            "POST", "/login", form, body: "name=\(name)&password=\(password)&next=%2F")
        #expect(answer.status == 303)
        return page.merging(cookie(answer)) { $1 }
    }

    private static func post(
        _ service: ServiceHarness, _ path: String, _ session: [String: String], _ body: String = ""
    ) async throws -> ServiceHarness.Answer {
        try await service.exchange("POST", path, session.merging(form) { $1 }, body: body)
    }

    private static func object(_ answer: ServiceHarness.Answer) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(answer.body.utf8)) as? [String: Any])
    }

    private static func list(_ answer: ServiceHarness.Answer, _ key: String) throws -> [[String: Any]] {
        try #require(try object(answer)[key] as? [[String: Any]])
    }

    // MARK: Readers

    /// The routes by which a reader changes the own access.
    private static let personal: Set<String> = [
        "POST /login", "POST /logout", "POST /invitation/{secret}", "POST /account/password",
        "POST /account/sessions/end-others", "POST /account/sessions/{id}/end", "POST /api/v1/me/password",
        "DELETE /api/v1/me/sessions", "DELETE /api/v1/me/sessions/{id}", "POST /api/auth/login",
        "POST /api/auth/refresh", "POST /api/auth/logout",
    ]

    @Test("a reader changes nothing but the own access, whatever the route and the credential are")
    func reader() async throws {
        try await Self.run { service in
            let token = Self.bearer(try await service.token(of: "rita").secret)
            let apps = AppLogins(service.accounts, signer: service.signer)
            var count = 0
            for route in service.routes where !route.hasPrefix("GET ") {
                let words = route.split(separator: " ").map(String.init)
                let path = words[1].replacing(/\{[^}]*\}|\*\*?/, with: "x")
                // Personal routes may end the sessions.
                let access = try await apps.logIn(name: "rita", password: ServiceHarness.password).access
                let session = try await service.accounts.logIn(
                    name: "rita", password: ServiceHarness.password, replacing: nil)
                let browser = Self.page.merging(["Cookie": "formwright_session=\(session)"]) { $1 }
                for (headers, isToken) in [(token, true), (Self.bearer(access), false), (browser, false)] {
                    let answer = try await service.exchange(words[0], path, headers, body: "{}")
                    let isAllowed = Self.personal.contains(route) && !isToken
                    if isAllowed {
                        #expect(answer.status != 403, "\(route): \(answer.body)")
                    } else {
                        #expect(answer.status == 403, "\(route): \(answer.status)")
                    }
                    count += 1
                }
            }
            #expect(count > 100)
            #expect(Self.personal.isSubset(of: Set(service.routes)))
            // Nothing has changed.
            #expect(try await service.system.store.documents(DocumentQuery(in: .all)).isEmpty)
            #expect(try await service.accounts.users().map(\.name) == ["ada", "ben", "rita"])
        }
    }

    @Test("a reader sees what the own documents are, and staff who become readers lose the right to change at once")
    func demotion() async throws {
        try await Self.run { service in
            let token = Self.bearer(try await service.token(of: "ben").secret)
            let session = try await Self.logIn(service, "ben")
            let added = try await service.system.client.importDocument(
                FormsServiceTests.small(), owner: "ben", kind: "form", fileName: "a.pdf", mediaType: "application/pdf")
            let path = "/api/v1/documents/\(added.id)"
            for headers in [token, session] {
                #expect(try await service.exchange("DELETE", "/api/v1/documents/\(UUID())", headers).status == 404)
            }
            try await service.accounts.change(try UserName("ben"), role: .reader)
            for headers in [token, session] {
                #expect(try await service.exchange("GET", path, headers).status == 200)
                let answer = try await service.exchange("DELETE", path, headers)
                #expect(answer.status == 403 && (headers == session || answer.error == "forbidden"))
            }
            #expect(try await service.exchange("GET", "/", session).status == 200)
            try await service.accounts.change(try UserName("ben"), role: .staff)
            #expect(try await service.exchange("DELETE", path, token).status == 204)
        }
    }

    // MARK: Administrators

    @Test("only administrators see and change users")
    func onlyAdministrators() async throws {
        try await Self.run { service in
            let routes = service.routes.filter { route in
                [
                    "/api/v1/users", "/api/v1/groups", "/api/v1/invitations", "/api/v1/audit", "/api/v1/webhooks",
                    "/admin",
                ].contains {
                    route.split(separator: " ")[1].hasPrefix($0)
                }
            }
            #expect(routes.count == 25)
            for name in ["ben", "rita"] {
                let session = try await Self.logIn(service, name)
                let token = Self.bearer(try await service.token(of: name).secret)
                for route in routes {
                    let words = route.split(separator: " ").map(String.init)
                    let path = words[1].replacing(/\{(name|user)\}/, with: "ada").replacing("{id}", with: "1")
                    for headers in [session, token] {
                        let fields = headers.merging(Self.json) { $1 }
                        #expect(
                            try await service.exchange(words[0], path, fields, body: "{}").status == 403, "\(route)")
                    }
                }
            }
            let page = try await service.exchange("GET", "/", try await Self.logIn(service, "ben"))
            #expect(!page.body.contains("/admin") && page.body.contains("href=\"/account\""))
            let own = try await service.exchange("GET", "/", try await Self.logIn(service, "ada"))
            #expect(own.body.contains("href=\"/admin\""))
            #expect(try await service.exchange("GET", "/api/v1/users").error == "login_required")
            #expect(try await service.exchange("GET", "/admin", Self.page).headers["location"] == "/login?next=/admin")
        }
    }

    @Test("the page of an error has the navigation of whoever asks")
    func errorPages() async throws {
        try await Self.run { service in
            let ada = try await Self.logIn(service, "ada")
            let ben = try await Self.logIn(service, "ben")
            for path in ["/nothing-here", "/documents/00000000-0000-4000-8000-000000000000"] {
                let (own, other) = (
                    try await service.exchange("GET", path, ada), try await service.exchange("GET", path, ben)
                )
                #expect(own.status == 404 && own.body.contains("<strong>ada</strong>"))
                #expect(own.body.contains("href=\"/admin\"") && !other.body.contains("href=\"/admin\""))
                #expect(try await service.exchange("GET", path, Self.page).body.contains("<strong>") == false)
            }
            #expect(try await service.exchange("GET", "/admin", ben).body.contains("<strong>ben</strong>"))
        }
    }

    @Test("an administrator lists users, changes roles, disables and logs out")
    func users() async throws {
        try await Self.run { service in
            let ada = try await Self.logIn(service, "ada")
            let ben = try await Self.logIn(service, "ben")
            let users = try Self.list(try await service.exchange("GET", "/api/v1/users", ada), "users")
            #expect(users.map { $0["name"] as? String } == ["ada", "ben", "rita"])
            #expect(users.map { $0["role"] as? String } == ["administrator", "staff", "reader"])
            #expect(users.map { $0["loggedInAt"] != nil } == [true, true, false])
            let first = try Self.object(try await service.exchange("GET", "/api/v1/users?limit=1", ada))
            #expect(first["next"] as? String == "ada")
            let last = try Self.object(try await service.exchange("GET", "/api/v1/users?limit=2&after=ada", ada))
            #expect(last["next"] == nil && (last["users"] as? [Any])?.count == 2)
            func patch(_ name: String, _ body: String) async throws -> ServiceHarness.Answer {
                try await service.exchange("PATCH", "/api/v1/users/\(name)", ada.merging(Self.json) { $1 }, body: body)
            }
            let changed = try Self.object(try await patch("ben", #"{"role":"reader"}"#))
            #expect(changed["role"] as? String == "reader" && changed["disabled"] as? Bool == false)
            #expect(try await patch("ben", #"{"role":"king"}"#).status == 400)
            #expect(try await patch("eve", #"{"role":"staff"}"#).error == "user_unknown")
            #expect(try await patch("%00", "{}").error == "user_unknown")
            for body in [#"{"role":"staff"}"#, #"{"disabled":true}"#, #"{"role":"reader","disabled":false}"#] {
                let answer = try await patch("ada", body)
                #expect(answer.status == 409 && answer.error == "last_administrator", "\(body)")
            }
            #expect(try await service.exchange("GET", "/api/v1/me", ben).status == 200)
            #expect(try await patch("ben", #"{"disabled":true}"#).status == 200)
            #expect(try await service.exchange("GET", "/api/v1/me", ben).status == 401)
            #expect(try await patch("ben", #"{"disabled":false,"role":"staff"}"#).status == 200)
            let again = try await Self.logIn(service, "ben")
            #expect(try await service.exchange("DELETE", "/api/v1/users/ben/sessions", ada).status == 204)
            #expect(try await service.exchange("GET", "/api/v1/me", again).status == 401)
            let read = Self.bearer(try await service.token(of: "ada", role: .read).secret)
            #expect(try await service.exchange("GET", "/api/v1/users", read).status == 200)
            #expect(try await service.exchange("DELETE", "/api/v1/users/ben/sessions", read).error == "forbidden")
        }
    }

    @Test("a token of an administrator lists users, and changes none")
    func tokensManageNobody() async throws {
        try await Self.run { service in
            let token = Self.bearer(try await service.token(of: "ada").secret)
            let app = Self.bearer(
                try await AppLogins(service.accounts, signer: service.signer).logIn(
                    name: "ada", password: ServiceHarness.password
                ).access)
            let (invitation, _) = try await service.accounts.invite(as: .staff, by: try UserName("ada"))
            for headers in [token, app] {
                for path in ["/api/v1/users", "/api/v1/invitations", "/api/v1/audit", "/admin"] {
                    #expect(try await service.exchange("GET", path, headers).status == 200, "\(path)")
                }
                for (method, path, body) in [
                    ("PATCH", "/api/v1/users/ben", #"{"role":"administrator"}"#),
                    ("DELETE", "/api/v1/users/ben/sessions", ""), ("POST", "/api/v1/invitations", "{}"),
                    ("DELETE", "/api/v1/invitations/\(invitation.number)", ""),
                ] {
                    let answer = try await service.exchange(method, path, headers.merging(Self.json) { $1 }, body: body)
                    #expect(answer.status == 403 && answer.error == "forbidden", "\(path)")
                    #expect(answer.body.contains("logged in with a browser"))
                }
                for (path, body) in [
                    ("/admin/users/ben", "action=role&role=administrator"), ("/admin/invitations", "role=staff"),
                    ("/admin/invitations/\(invitation.number)/withdraw", ""),
                ] {
                    let answer = try await Self.post(service, path, headers, body)
                    #expect(answer.status == 403 && answer.error == "forbidden", "\(path)")
                }
            }
            #expect(try await service.accounts.user(try UserName("ben")).role == .staff)
            #expect(try await service.accounts.invitations().map(\.number) == [invitation.number])
        }
    }

    @Test("changes of users are in the log of accesses, with who made them")
    func changesAreLogged() async throws {
        try await Self.run { service in
            let ada = try await Self.logIn(service, "ada")
            let ben = try await Self.logIn(service, "ben")
            for action in ["role&role=reader", "disable", "enable", "role&role=reader"] {
                #expect(try await Self.post(service, "/admin/users/ben", ada, "action=\(action)").status == 303)
            }
            #expect(try await service.exchange("GET", "/account", ben).status == 303)
            #expect(try await Self.post(service, "/account/sessions/end-others", ada).status == 303)
            let made = try await service.exchange(
                "POST", "/api/v1/invitations", ada.merging(Self.json) { $1 }, body: #"{"email":"cleo@example.org"}"#)
            let id = try #require(try Self.object(made)["id"] as? Int)
            #expect(try await service.exchange("DELETE", "/api/v1/invitations/\(id)", ada).status == 204)
            let answer = try await service.exchange("GET", "/api/v1/audit?user=ada", ada)
            let entries = try Self.list(answer, "entries")
            #expect(
                entries.map { [$0["action"], $0["subject"], $0["detail"]].map { $0 as? String } } == [
                    ["invitation_withdrawn", "invitation \(id)", nil], ["invited", "invitation \(id)", "staff"],
                    ["sessions_ended", "ada", "0"], ["user_enabled", "ben", nil], ["user_disabled", "ben", nil],
                    ["role_changed", "ben", "staff to reader"],
                ])
            #expect(entries.allSatisfy { $0["credential"] as? String == "session" && $0["documentId"] == nil })
            #expect(!answer.body.contains("cleo"))
            let page = try await service.exchange("GET", "/admin", ada).body
            #expect(page.contains("ben (staff to reader)") && page.contains("invitation withdrawn"))
        }
    }

    @Test("sessions show a short name of the program and the address, and nothing that a client makes up")
    func clients() async throws {
        try await Self.run { service in
            func logIn(_ userAgent: String) async throws -> [String: String] {
                let fields = Self.form.merging(["User-Agent": userAgent, "X-Real-IP": "192.0.2.1"]) { $1 }
                let bare = fields.filter { $0.key != "X-Real-IP" }
                let body = "name=ben&password=\(Self.password)&next=%2F"
                let answer = try await service.exchange("POST", "/login", bare, body: body)
                return Self.page.merging(Self.cookie(answer)) { $1 }
            }
            _ = try await logIn("<script>alert(1)</script>")
            let ben = try await logIn("Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0")
            let sessions = try Self.list(try await service.exchange("GET", "/api/v1/me/sessions", ben), "sessions")
            #expect(Set(sessions.map { $0["program"] as? String }) == ["Firefox on Windows", nil])
            #expect(Set(sessions.map { $0["address"] as? String }) == ["127.0.0.1"])
            let page = try await service.exchange("GET", "/account", ben).body
            #expect(page.contains("Firefox on Windows, 127.0.0.1") && !page.contains("alert(1)"))
        }
    }

    @Test("the log of accesses is read in parts, of one user or document")
    func audit() async throws {
        try await Self.run { service in
            let ada = Self.bearer(try await service.token(of: "ada").secret)
            let ben = Self.bearer(try await service.token(of: "ben").secret)
            var ids: [String] = []
            for name in ["a.pdf", "b.pdf"] {
                let added = try await service.system.client.importDocument(
                    FormsServiceTests.small(), owner: "ben", kind: "form", fileName: name, mediaType: "application/pdf")
                ids.append(added.id.description)
                _ = try await service.exchange("GET", "/api/v1/documents/\(added.id)", ben)
            }
            let answer = try Self.object(try await service.exchange("GET", "/api/v1/audit?limit=1", ada))
            let entries = try #require(answer["entries"] as? [[String: Any]])
            #expect(entries.map { $0["documentId"] as? String } == [ids[1]])
            #expect(entries.first?["user"] as? String == "ben" && entries.first?["action"] as? String == "viewed")
            let next = try #require(answer["next"] as? Int)
            let rest = try await service.exchange("GET", "/api/v1/audit?before=\(next)&user=ben", ada)
            #expect(try Self.list(rest, "entries").map { $0["documentId"] as? String } == [ids[0]])
            let one = try await service.exchange("GET", "/api/v1/audit?document=\(ids[0])", ada)
            #expect(try Self.list(one, "entries").count == 1)
            #expect(try await service.exchange("GET", "/api/v1/audit?document=x", ada).error == "document_unknown")
            for query in ["limit=0", "limit=501", "before=x", "user=%00"] {
                #expect(try await service.exchange("GET", "/api/v1/audit?\(query)", ada).status == 400, "\(query)")
            }
        }
    }

    @Test("an invitation by the API is used on its page, once, and logs in")
    func invitation() async throws {
        try await Self.run { service in
            let ada = try await Self.logIn(service, "ada").merging(Self.json) { $1 }
            let made = try await service.exchange(
                "POST", "/api/v1/invitations", ada, body: #"{"role":"reader","email":"cleo@example.org"}"#)
            #expect(made.status == 201)
            let link = try #require(try Self.object(made)["url"] as? String)
            let path = try #require(URL(string: link)).path
            #expect(path.hasPrefix("/invitation/") && link.hasPrefix("http://"))
            #expect(
                try await service.exchange("POST", "/api/v1/invitations", ada, body: #"{"email":"cleo"}"#).error
                    == "malformed_email")
            let listed = try await service.exchange("GET", "/api/v1/invitations", ada)
            #expect(try Self.list(listed, "invitations").map { $0["invitedBy"] as? String } == ["ada"])
            #expect(!listed.body.contains(path.suffix(64)))
            let page = try await service.exchange("GET", path, Self.page)
            #expect(page.status == 200 && page.body.contains("cleo@example.org") && page.body.contains("Reader"))
            func accept(_ name: String, _ password: String = Self.password, _ again: String? = nil) async throws
                -> ServiceHarness.Answer
            {
                try await service.exchange(
                    "POST", path, Self.form, body: "name=\(name)&password=\(password)&again=\(again ?? password)")
            }
            #expect(try await accept("cleo", Self.password, "another").status == 422)
            #expect(try await accept("cleo", "short").status == 422)
            #expect(try await accept("Cleo").status == 422)
            let escaped = try await accept("%3Cb%3E")
            #expect(escaped.status == 422 && !escaped.body.contains("<b>") && escaped.body.contains("&lt;b&gt;"))
            #expect(try await accept("ben").status == 409)
            #expect(try await service.exchange("POST", path, Self.form, body: "name=cleo").status == 400)
            // Pages of other sites cannot send it.
            let foreign = Self.form.merging(["Sec-Fetch-Site": "cross-site"]) { $1 }
            #expect(try await service.exchange("POST", path, foreign, body: "name=x&password=y&again=y").status == 403)
            let done = try await accept("cleo")
            #expect(done.status == 303 && done.headers["location"] == "/")
            let me = try await service.exchange("GET", "/api/v1/me", Self.cookie(done))
            #expect(
                me.body == #"{"loginRequired":true,"owner":"cleo","role":"read","userRole":"reader"}"#)
            let used = try await service.exchange("GET", path, Self.page)
            #expect(used.status == 410 && used.body.contains("was used") && !used.body.contains("action=\"/inv"))
            #expect(try await accept("dora").status == 410)
            let unknown = try await service.exchange("GET", "/invitation/x", Self.page)
            #expect(unknown.status == 404 && unknown.body.contains("no such invitation"))
            let body = "name=e&password=\(Self.password)&again=\(Self.password)"
            #expect(try await service.exchange("POST", "/invitation/x", Self.form, body: body).status == 404)
            #expect(try await service.accounts.users().map(\.name) == ["ada", "ben", "cleo", "rita"])
        }
    }

    @Test("an address cannot try links faster than logins", .onOneNode)
    func throttledInvitations() async throws {
        try await Self.run { service in
            let body = "name=e&password=\(Self.password)&again=\(Self.password)"
            var statuses: [Int] = []
            for _ in 0..<40 {
                statuses.append(try await service.exchange("POST", "/invitation/x", Self.form, body: body).status)
            }
            #expect(statuses.first == 404 && statuses.contains(429))
        }
    }

    // MARK: The own access

    @Test("users change their password and end their sessions")
    func ownAccess() async throws {
        try await Self.run { service in
            let (own, other) = (try await Self.logIn(service, "rita"), try await Self.logIn(service, "rita"))
            let sessions = try Self.list(try await service.exchange("GET", "/api/v1/me/sessions", own), "sessions")
            #expect(sessions.count == 2 && sessions.filter { $0["isCurrent"] as? Bool == true }.count == 1)
            let json = own.merging(Self.json) { $1 }
            func change(_ old: String, _ new: String) async throws -> ServiceHarness.Answer {
                try await service.exchange(
                    "POST", "/api/v1/me/password", json, body: #"{"old":"\#(old)","new":"\#(new)"}"#)
            }
            let old = ServiceHarness.password
            #expect(try await change("wrong", "another horse battery").error == "password_wrong")
            #expect(try await change(old, "short").error == "password_unsuitable")
            #expect(try await service.exchange("GET", "/api/v1/me", other).status == 200)
            #expect(try await change(old, "another horse battery").status == 204)
            #expect(try await service.exchange("GET", "/api/v1/me", other).status == 401)
            #expect(try await service.exchange("GET", "/api/v1/me", own).status == 200)
            let left = try Self.list(try await service.exchange("GET", "/api/v1/me/sessions", own), "sessions")
            let id = try #require(left.first?["id"] as? String)
            #expect(left.count == 1)
            let ben = try await Self.logIn(service, "ben")
            #expect(try await service.exchange("DELETE", "/api/v1/me/sessions/\(id)", ben).error == "session_unknown")
            #expect(try await service.exchange("DELETE", "/api/v1/me/sessions/x", ben).error == "session_unknown")
            #expect(try await service.exchange("DELETE", "/api/v1/me/sessions/\(id)", own).status == 204)
            #expect(try await service.exchange("GET", "/api/v1/me", own).status == 401)
            let more = try await Self.logIn(service, "ben")
            #expect(try await service.exchange("DELETE", "/api/v1/me/sessions", more).status == 204)
            #expect(try await service.exchange("GET", "/api/v1/me", ben).status == 401)
            #expect(try await service.exchange("GET", "/api/v1/me", more).status == 200)
            // A change with a cookie must come from the service's own page.
            var bare = more
            bare["Sec-Fetch-Site"] = nil
            #expect(try await service.exchange("DELETE", "/api/v1/me/sessions", bare).status == 403)
        }
    }

    @Test("the account's page changes the password and ends sessions without scripts")
    func accountPage() async throws {
        try await Self.run { service in
            let (own, other) = (try await Self.logIn(service, "rita"), try await Self.logIn(service, "rita"))
            let page = try await service.exchange("GET", "/account", own)
            #expect(page.status == 200 && page.body.contains("Reader") && page.body.contains("this one"))
            #expect(page.body.firstMatch(of: /\sstyle=|\son[a-z]+=|<style/) == nil)
            func change(_ old: String, _ new: String, _ again: String) async throws -> ServiceHarness.Answer {
                try await Self.post(service, "/account/password", own, "old=\(old)&new=\(new)&again=\(again)")
            }
            let next = "another+horse+battery"
            #expect(try await change(Self.password, next, "differs").status == 422)
            let wrong = try await change("wrong", next, next)
            #expect(wrong.status == 403 && wrong.body.contains("The old password is wrong."))
            let done = try await change(Self.password, next, next)
            #expect(done.status == 303 && done.headers["location"] == "/account?done=password")
            #expect(try await service.exchange("GET", "/account", other).status == 303)
            let after = try await service.exchange("GET", "/account?done=password", own).body
            #expect(after.contains("Your password is changed"))
            let path = try #require(after.firstMatch(of: /action="(\/account\/sessions\/[a-z0-9-]+\/end)"/)).1
            #expect(try await Self.post(service, String(path), own).status == 303)
            #expect(try await service.exchange("GET", "/account", own).headers["location"] == "/login?next=/account")
        }
    }

    @Test("the page for administrators invites, changes roles, disables and shows accesses without scripts")
    func administrationPage() async throws {
        try await Self.run { service in
            let ada = try await Self.logIn(service, "ada")
            let ben = try await Self.logIn(service, "ben")
            let page = try await service.exchange("GET", "/admin", ada)
            #expect(page.status == 200 && page.body.contains("rita") && page.body.contains("user added"))
            #expect(page.body.firstMatch(of: /\sstyle=|\son[a-z]+=|<style/) == nil)
            let made = try await Self.post(service, "/admin/invitations", ada, "role=staff&email=")
            #expect(made.status == 303 && made.headers["location"] == "/admin" && !made.body.contains("invitation"))
            let kept = try #require(Self.cookie(made)["Cookie"])
            #expect(made.headers["set-cookie"]?.contains("HttpOnly") == true)
            // The browser sends both cookies with the next page, which shows the link and removes it.
            let both = ada.merging(["Cookie": "\(ada["Cookie"] ?? ""); \(kept)"]) { $1 }
            let invited = try await service.exchange("GET", "/admin", both)
            let link = try #require(
                invited.body.firstMatch(of: /value="http:\/\/(?!127\.)[^\/"]+(\/invitation\/[0-9a-f]{64})"/)
            ).1
            #expect(invited.headers["set-cookie"]?.contains("Max-Age=0") == true)
            #expect(try await service.exchange("GET", String(link), Self.page).status == 200)
            #expect(try await service.accounts.invitations().count == 1)
            // A cookie that somebody else has made up shows nothing.
            let (_, another) = try await service.accounts.invite(as: .administrator)
            for secret in [another, "x", "%3Cb%3E"] {
                let cookie = "\(ada["Cookie"] ?? ""); \(kept.split(separator: "=")[0])=\(secret)"
                let answer = try await service.exchange("GET", "/admin", ada.merging(["Cookie": cookie]) { $1 })
                #expect(answer.status == 200 && !answer.body.contains("id=\"link\""), "\(secret)")
            }
            try await service.accounts.withdrawInvitation(
                try #require(try await service.accounts.invitations().first).number)
            let later = try await service.exchange("GET", "/admin", ada).body
            #expect(!later.contains(link) && later.contains("Open invitations"))
            #expect(!later.contains("id=\"link\""))
            let withdraw = try #require(later.firstMatch(of: /action="(\/admin\/invitations\/\d+\/withdraw)"/)).1
            #expect(try await Self.post(service, String(withdraw), ada).status == 303)
            #expect(try await service.exchange("GET", String(link), Self.page).status == 404)
            let malformed = try await Self.post(service, "/admin/invitations", ada, "role=staff&email=%22%3E%3Cb%3E")
            #expect(malformed.status == 422 && !malformed.body.contains("<b>"))
            #expect(try await Self.post(service, "/admin/invitations", ada, "role=king").status == 400)
            func change(_ name: String, _ body: String) async throws -> ServiceHarness.Answer {
                try await Self.post(service, "/admin/users/\(name)", ada, body)
            }
            #expect(try await change("ben", "action=role&role=reader").headers["location"] == "/admin?done=role")
            #expect(try await service.accounts.user(try UserName("ben")).role == .reader)
            #expect(try await change("ben", "action=disable&role=staff").status == 303)
            #expect(try await service.exchange("GET", "/account", ben).status == 303)
            #expect(try await service.exchange("GET", "/admin", ada).body.contains("disabled"))
            #expect(try await change("ben", "action=enable").status == 303)
            #expect(try await change("ben", "action=end-sessions").status == 303)
            #expect(try await change("ben", "action=explode").status == 400)
            #expect(try await change("eve", "action=enable").status == 404)
            let last = try await change("ada", "action=role&role=staff")
            #expect(last.status == 409 && last.body.contains("only administrator"))
            // Another site's page cannot make an administrator's browser do it.
            let foreign = ada.merging(Self.form) { $1 }.merging(["Sec-Fetch-Site": "cross-site"]) { $1 }
            let forged = try await service.exchange(
                "POST", "/admin/users/ben", foreign, body: "action=role&role=administrator")
            #expect(forged.status == 403)
            #expect(try await service.accounts.user(try UserName("ben")).role == .reader)
        }
    }

    @Test("without logins, the pages say so and the routes refuse")
    func local() async throws {
        try await ServiceHarness.run(works: false) { service in
            for path in ["/account", "/admin"] {
                let page = try await service.exchange("GET", path, Self.page)
                #expect(page.status == 200 && page.body.contains("No login is needed here"), "\(path)")
                #expect(!page.body.contains("<form"), "\(path)")
            }
            #expect(try await !service.exchange("GET", "/", Self.page).body.contains("/admin"))
            for path in ["/api/v1/users", "/api/v1/audit", "/api/v1/invitations", "/api/v1/me/sessions"] {
                #expect(try await service.exchange("GET", path).error == "forbidden", "\(path)")
            }
            let change = try await service.exchange(
                "POST", "/api/v1/me/password", Self.json, body: #"{"old":"x","new":"0123456789"}"#)
            #expect(change.error == "forbidden")
        }
        // A user who logs in all the same has the role.
        try await ServiceHarness.run(users: ["ada"], works: false) { service in
            try await service.accounts.change(try UserName("ada"), role: .administrator)
            let ada = try await Self.logIn(service, "ada")
            #expect(try await service.exchange("GET", "/admin", ada).body.contains("Recent accesses"))
            #expect(try await service.exchange("GET", "/api/v1/users").error == "forbidden")
        }
    }
}
