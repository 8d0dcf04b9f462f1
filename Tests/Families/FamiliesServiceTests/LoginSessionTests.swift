import Foundation
import HTTPService
import Pipeline
import PipelineTestSupport
import ServiceTestSupport
import SQLTestSupport
import Testing
import Users

/// The login to the service's own pages in the APIs of families.
@Suite("One login for all pages", .onEveryEngine) struct LoginSessionTests {
    private static let ownPage = ["Sec-Fetch-Site": "same-origin"]

    /// Logs in to the service's own pages; returns the header with the cookie.
    private static func logIn(_ name: String, _ running: RunningAuth) async throws -> [String: String] {
        let answer = try await running.service.exchange(
            "POST", "/login", ownPage.merging(["Content-Type": "application/x-www-form-urlencoded"]) { $1 },
            body: "name=\(name)&password=correct+horse+battery&next=%2F")
        let cookie = try #require(answer.headers["set-cookie"]?.split(separator: ";").first)
        return ownPage.merging(["Cookie": String(cookie)]) { $1 }
    }

    private static func session(_ headers: [String: String], _ running: RunningAuth) async throws -> HTTPAnswer {
        try await running.ask("POST", "/stories/session", headers: headers)
    }

    private static func families(_ token: String?, _ running: RunningAuth) async throws -> Int {
        try await running.ask("GET", "/rest/v1/families", token: token).status
    }

    private static func withUser(
        _ body: @escaping @Sendable (RunningAuth, [String: String]) async throws -> Void
    ) async throws {
        try await RunningAuth.run { running in
            // Without an e-mail address, as users of the office are added.
            try await running.service.accounts.add(
                try UserName("ada"), password: try Password(new: ServiceHarness.password))
            try await body(running, try await logIn("ada", running))
        }
    }

    @Test("who is logged in to the pages gets a token for stories, which ends with the logout")
    func logout() async throws {
        try await Self.withUser { running, headers in
            let answer = try await Self.session(headers, running)
            #expect(answer.status == 200 && answer.object["name"] as? String == "ada")
            #expect(answer.headers["cache-control"] == "no-store")
            let token = try #require(answer.object["accessToken"] as? String)
            #expect(try await Self.families(token, running) == 200)
            let created = try await running.ask(
                "POST", "/rest/v1/rpc/create_family_for_user", token: token,
                headers: ["Content-Type": "application/json"], #"{"family_name":"The Lovelaces"}"#)
            #expect(created.status == 200, "\(created.text)")
            #expect(try await running.service.exchange("POST", "/logout", headers).status == 303)
            #expect(try await Self.families(token, running) == 401)
            #expect(try await Self.session(headers, running).status == 401)
        }
    }

    @Test("a token ends with each other end of the login, and only then")
    func ends() async throws {
        try await Self.withUser { running, headers in
            func token(_ headers: [String: String]) async throws -> String? {
                try await Self.session(headers, running).object["accessToken"] as? String
            }
            let accounts = running.service.accounts
            let ada = try UserName("ada")
            let other = try await Self.logIn("ada", running)
            let (first, second) = (try await token(headers), try await token(other))
            #expect(try await running.service.exchange("POST", "/logout", other).status == 303)
            #expect(try await Self.families(first, running) == 200)
            #expect(try await Self.families(second, running) == 401)
            try await accounts.endSessions(of: ada)
            #expect(try await Self.families(first, running) == 401)

            let third = try await token(try await Self.logIn("ada", running))
            try await accounts.setDisabled(true, ada)
            #expect(try await Self.families(third, running) == 401)
        }
    }

    @Test("a token is short-lived, and there is another one while the login is in use")
    func renewal() async throws {
        try await Self.withUser { running, headers in
            let answer = try await Self.session(headers, running)
            let token = answer.object["accessToken"] as? String
            let expires = try #require(answer.object["expiresAt"] as? Int64)
            #expect(expires == running.clock.now.milliseconds / 1000 + 600)
            running.clock.advance(by: .seconds(601))
            #expect(try await Self.families(token, running) == 401)
            #expect(try await Self.session(headers, running).status == 200)
            running.clock.advance(by: .seconds(7100))
            // Each token counts as a use of the login, so that it has not ended after two hours.
            let next = try await Self.session(headers, running)
            #expect(next.status == 200)
            running.clock.advance(by: .seconds(7300))
            #expect(try await Self.session(headers, running).status == 401)
        }
    }

    @Test("nobody else gets a token: without a login, with an API token, or from a page of another site")
    func refused() async throws {
        try await Self.withUser { running, headers in
            #expect(try await Self.session(Self.ownPage, running).status == 401)
            let forged = Self.ownPage.merging(["Cookie": "formwright_session=x"]) { $1 }
            #expect(try await Self.session(forged, running).status == 401)
            let token = try await running.service.accounts.createToken(
                of: try UserName("ada"), name: "scanner", role: .write, lifetime: nil
            ).secret
            let answer = try await running.ask("POST", "/stories/session", token: token)
            #expect(answer.status == 401)
            let foreign = headers.merging(["Sec-Fetch-Site": "cross-site", "Origin": "https://evil.example"]) { $1 }
            #expect(try await Self.session(foreign, running).status == 403)
        }
    }

    @Test("the token changes no password and ends no session of apps, and a reader has one, too")
    func limits() async throws {
        try await Self.withUser { running, headers in
            let token = try await Self.session(headers, running).object["accessToken"] as? String
            let change = try await running.ask(
                "PUT", "/auth/v1/user", token: token, #"{"password":"another horse battery"}"#)
            #expect(change.status == 403)
            #expect(try await running.ask("POST", "/auth/v1/logout?scope=global", token: token).status == 403)
            #expect(try await running.user(token).status == 200)
            try await running.service.accounts.change(try UserName("ada"), role: .reader)
            let reader = try await Self.session(headers, running)
            #expect(reader.status == 200)
            #expect(try await Self.families(reader.object["accessToken"] as? String, running) == 200)
        }
    }

    @Test("the session of a login names it, and no other UUID names one")
    func names() {
        for session in [LoginSession.browser(1), .browser(1 << 40), .signOn(7)] {
            #expect(LoginSession(session.id) == session)
        }
        #expect(LoginSession.browser(7).id != LoginSession.signOn(7).id)
        #expect(LoginSession(UUID()) == nil)
        #expect(LoginSession(UUID(uuid: (1, 2, 0, 0, 0, 0, 0x80, 0, 0x80, 0, 0, 0, 0, 0, 0, 7))) == nil)
    }
}
