import ServiceTestSupport
import SQLTestSupport
import Users
import FailureModel
import Foundation
import HTTPService
import LocalStore
import Pipeline
import TestSupport
import Testing

/// How the app logs in, under `/api/auth`.
@Suite("Logins of the app over HTTP", .onEveryEngine, .timeLimit(.minutes(30))) struct AppLoginRoutesTests {
    private static let withLogin = ServiceSettings(bind: "0.0.0.0", port: 0)
    private static let json = ["Content-Type": "application/json"]

    private static func object(_ answer: ServiceHarness.Answer) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(answer.body.utf8)) as? [String: Any])
    }

    private static func logIn(
        _ service: ServiceHarness, _ name: String = "ada", _ password: String = ServiceHarness.password,
        path: String = "/api/auth/login/"
    ) async throws -> ServiceHarness.Answer {
        try await service.exchange(
            "POST", path, json, body: #"{"username":"\#(name)","password":"\#(password)"}"#)
    }

    private static func tokens(_ answer: ServiceHarness.Answer) throws -> (access: String, refresh: String) {
        let object = try object(answer)
        return (try #require(object["access"] as? String), try #require(object["refresh"] as? String))
    }

    private static func send(
        _ token: String, to path: String, _ service: ServiceHarness
    ) async throws -> ServiceHarness.Answer {
        try await service.exchange("POST", path, json, body: #"{"refresh":"\#(token)"}"#)
    }

    private static func user(_ access: String, _ service: ServiceHarness) async throws -> ServiceHarness.Answer {
        try await service.exchange("GET", "/api/auth/user/", ["Authorization": "Bearer \(access)"])
    }

    /// Expects an error in the shape that the app's first backend had.
    private static func expectError(
        _ answer: ServiceHarness.Answer, _ status: Int, _ code: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        #expect(answer.status == status, sourceLocation: sourceLocation)
        let object = try object(answer)
        #expect(object["error"] as? String == code, sourceLocation: sourceLocation)
        let message = object["message"] as? String
        #expect(message?.isEmpty == false && object["detail"] as? String == message, sourceLocation: sourceLocation)
        if status == 401 {
            #expect(answer.headers["www-authenticate"]?.hasPrefix("Bearer") == true, sourceLocation: sourceLocation)
        }
    }

    @Test("a login answers with two tokens and the user, with and without a slash at the end")
    func login() async throws {
        try await ServiceHarness.run(settings: Self.withLogin, users: ["bob", "ada"], works: false) { service in
            for path in ["/api/auth/login/", "/api/auth/login"] {
                let answer = try await Self.logIn(service, path: path)
                #expect(answer.status == 200)
                let object = try Self.object(answer)
                #expect(Set(object.keys) == ["access", "refresh", "user"])
                let user = try #require(object["user"] as? [String: Any])
                #expect(Set(user.keys) == ["id", "username", "email", "first_name", "last_name"])
                #expect(user["id"] as? Int == 2 && user["username"] as? String == "ada")
                let tokens = try Self.tokens(answer)
                let whoever = try await Self.user(tokens.access, service)
                #expect(whoever.status == 200)
                #expect(try Self.object(whoever)["id"] as? Int == 2)
                // The token opens the routes of forms as well.
                let me = try await service.exchange("GET", "/api/v1/me", ["Authorization": "Bearer \(tokens.access)"])
                #expect(me.body == #"{"loginRequired":true,"owner":"ada","role":"write","userRole":"staff"}"#)
            }
        }
    }

    @Test("what is no login is refused: 400, 401, 413, 415, and 429 after five failures, with the time to wait")
    func refusals() async throws {
        try await ServiceHarness.run(settings: Self.withLogin, users: ["ada"], works: false) { service in
            for body in ["", "{", "[]", #"{"username":"ada"}"#, #"{"username":1,"password":"x"}"#] {
                let answer = try await service.exchange("POST", "/api/auth/login/", Self.json, body: body)
                try Self.expectError(answer, 400, "malformed_request")
            }
            let form = ["Content-Type": "application/x-www-form-urlencoded"]
            try Self.expectError(
                try await service.exchange("POST", "/api/auth/login/", form, body: "username=ada"), 415,
                "unsupported_type")
            let long = String(repeating: "x", count: 20_000)
            try Self.expectError(try await Self.logIn(service, long), 413, "input_too_large")
            try Self.expectError(try await service.exchange("GET", "/api/auth/login/"), 405, "method_not_allowed")
            for _ in 0..<5 { try Self.expectError(try await Self.logIn(service, "ada", "wrong"), 401, "login_failed") }
            let waiting = try await Self.logIn(service)
            try Self.expectError(waiting, 429, "too_many_requests")
            #expect(waiting.headers["retry-after"].flatMap { Int($0) } ?? 0 >= 1)
        }
    }

    // Each node limits the logins of an address.
    @Test("one address cannot try many names", .onOneNode)
    func addresses() async throws {
        try await ServiceHarness.run(settings: Self.withLogin, users: ["ada"], works: false) { service in
            // At the same time: checking passwords one by one takes longer than the limit looks back.
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for number in 0..<40 {
                    group.addTask { try await Self.logIn(service, "user\(number)", "wrong").status }
                }
                return try await group.reduce(into: [Int]()) { $0.append($1) }
            }
            #expect(statuses.count { $0 == 401 } >= 30)
            #expect(statuses.contains(429) && Set(statuses) == [401, 429])
        }
    }

    @Test("a refresh token gives new tokens once; used again, it ends the login")
    func refresh() async throws {
        try await ServiceHarness.run(settings: Self.withLogin, users: ["ada"], works: false) { service in
            let first = try Self.tokens(try await Self.logIn(service))
            let answer = try await Self.send(first.refresh, to: "/api/auth/refresh/", service)
            #expect(answer.status == 200)
            #expect(Set(try Self.object(answer).keys) == ["access", "refresh"])
            let second = try Self.tokens(answer)
            #expect(second.access != first.access && second.refresh != first.refresh)
            #expect(try await Self.user(second.access, service).status == 200)
            for token in [first.refresh, second.refresh] {
                try Self.expectError(
                    try await Self.send(token, to: "/api/auth/refresh/", service), 401, "token_not_valid")
            }
            for token in [first.access, second.access] {
                try Self.expectError(try await Self.user(token, service), 401, "token_not_valid")
            }
        }
    }

    @Test("a logout ends the login, and needs a refresh token")
    func logOut() async throws {
        try await ServiceHarness.run(settings: Self.withLogin, users: ["ada"], works: false) { service in
            let tokens = try Self.tokens(try await Self.logIn(service))
            try Self.expectError(
                try await Self.send(tokens.access, to: "/api/auth/logout/", service), 401, "token_not_valid")
            let answer = try await Self.send(tokens.refresh, to: "/api/auth/logout/", service)
            #expect(answer.status == 204 && answer.body.isEmpty)
            try Self.expectError(try await Self.user(tokens.access, service), 401, "token_not_valid")
            try Self.expectError(
                try await Self.send(tokens.refresh, to: "/api/auth/refresh/", service), 401, "token_not_valid")
        }
    }

    @Test("without a token the answer says to log in, and a wrong one is not taken for none")
    func credentials() async throws {
        try await ServiceHarness.run(settings: Self.withLogin, users: ["ada"], works: false) { service in
            try Self.expectError(try await service.exchange("GET", "/api/auth/user/"), 401, "login_required")
            for token in ["a.b.c", "x", "fwt_0", "..", "eyJhbGciOiJub25lIn0.e30."] {
                try Self.expectError(try await Self.user(token, service), 401, "token_not_valid")
            }
            // The routes of forms keep their answer.
            let answer = try await service.exchange("GET", "/api/v1/me", ["Authorization": "Bearer a.b.c"])
            #expect(answer.status == 401 && answer.error == "login_required" && !answer.body.contains("detail"))
        }
        // On this machine alone a login is not required, but a wrong token is refused.
        try await ServiceHarness.run(users: ["ada"], works: false) { service in
            let local = try await service.exchange("GET", "/api/auth/user/")
            #expect(local.status == 200)
            #expect(try Self.object(local)["id"] as? Int == 0)
            try Self.expectError(try await Self.user("a.b.c", service), 401, "token_not_valid")
        }
    }

    @Test("the browser's session opens the same routes, but not for pages of other sites")
    func session() async throws {
        try await ServiceHarness.run(settings: Self.withLogin, users: ["ada"], works: false) { service in
            let form = "name=ada&password=correct+horse+battery&next=%2F"
            let answer = try await service.exchange(
                "POST", "/login", ["Content-Type": "application/x-www-form-urlencoded"], body: form)
            let cookie = ["Cookie": answer.headers["set-cookie"]?.split(separator: ";").first.map(String.init) ?? ""]
            #expect(try await service.exchange("GET", "/api/auth/user/", cookie).status == 200)
            for headers in [[:], ["Sec-Fetch-Site": "cross-site"], ["Origin": "https://evil.example"]] {
                let refused = try await service.exchange(
                    "DELETE", "/api/accounts/depot", cookie.merging(headers) { $1 })
                try Self.expectError(refused, 403, "forbidden")
            }
            let own = try await service.exchange(
                "DELETE", "/api/accounts/depot", cookie.merging(["Sec-Fetch-Site": "same-origin"]) { $1 })
            try Self.expectError(own, 404, "collection_unknown")
        }
    }

    @Test("the key of the tokens is readable by the service's user only, and another key ends all logins")
    func key() async throws {
        let folder = try TemporaryFolder()
        let file = folder.file("tokens.key")
        let key = try KeyFile.key(in: file)
        #expect(try KeyFile.key(in: file) == key)
        let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        try FileManager.default.removeItem(at: file)
        #expect(try KeyFile.key(in: file) != key)
    }
}
