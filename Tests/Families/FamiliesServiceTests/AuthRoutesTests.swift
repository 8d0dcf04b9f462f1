import Users
import LibCrypto
import Foundation
import HTTPService
import LocalStore
import Pipeline
import PipelineSQL
import PipelineTestSupport
import RowQuery
import ServiceTestSupport
import FamiliesSQL
import FamiliesService
import SQL
import SQLTestSupport
import Testing

@Suite("The users of a project, over HTTP", .onEveryEngine)
struct AuthRoutesTests {
    private static let open: StorytellingSettings = {
        var settings = StorytellingSettings()
        settings.signUp = .open
        return settings
    }()

    private static let newForm = ["X-Supabase-Api-Version": "2024-01-01"]

    // MARK: The life of a session

    @Test("who has an invite signs up, joins the family at once, and has a session as Supabase's clients expect it")
    func invitedSignUp() async throws {
        try await RunningAuth.run { project in
            let code = try await project.invite(of: try await project.add("ada@example.org"))
            let answer = try await project.signUp("Zoe@Example.org", code: code.lowercased())
            #expect(answer.status == 200)
            #expect(answer["token_type"] == "bearer" && answer.members["expires_in"] as? Int == 3600)
            let now = Int(project.clock.now.milliseconds / 1000)
            #expect(answer.members["expires_at"] as? Int == now + 3600)
            let user = answer.user
            let id = try #require(user["id"] as? String)
            #expect(UUID(uuidString: id) != nil && id == id.lowercased())
            #expect(user["email"] as? String == "zoe@example.org")
            #expect(user["aud"] as? String == "authenticated" && user["role"] as? String == "authenticated")
            #expect(user["created_at"] as? String == "2026-01-01T00:00:00.000Z")
            #expect((user["app_metadata"] as? [String: Any])?["provider"] as? String == "email")
            // The code is not kept, and a number stays as it was written.
            #expect(answer.text.contains(#""user_metadata":{"name":"Zoë","shoe":42.10}"#))
            let identity = try #require((user["identities"] as? [[String: Any]])?.first)
            #expect(identity["user_id"] as? String == id && identity["provider"] as? String == "email")
            #expect(try await project.count("storytelling_members WHERE user_id = '\(id)' AND role = 'member'") == 1)

            let claims = try Self.claims(of: try #require(answer["access_token"]))
            #expect(Set(claims.keys) == ["iss", "aud", "role", "sub", "email", "session_id", "iat", "exp"])
            #expect(claims["sub"] as? String == id && claims["exp"] as? Int == now + 3600)
            #expect(claims["aud"] as? String == "authenticated" && claims["role"] as? String == "authenticated")
            #expect(try await project.user(answer["access_token"]).user["id"] as? String == id)
        }
    }

    @Test("calls that are not built, and methods that are not, are refused with the codes that clients read")
    func unbuilt() async throws {
        try await RunningAuth.run { project in
            for path in ["otp", "recover", "magiclink", "admin/users", "factors", "nothing"] {
                let answer = try await project.ask("POST", "/auth/v1/\(path)", "{}")
                #expect(answer.status == 404 && answer["error_code"] == "not_found", "\(path): \(answer.text)")
                #expect(answer.members["code"] as? Int == 404 && answer["msg"] != nil)
                let versioned = try await project.ask("POST", "/auth/v1/\(path)", headers: Self.newForm, "{}")
                #expect(versioned.status == 404 && versioned["code"] == "not_found" && versioned["message"] != nil)
            }
            let method = try await project.ask("DELETE", "/auth/v1/user")
            #expect(method.status == 405 && method["error_code"] == "method_not_allowed")
        }
    }

    @Test("without a valid invite nobody signs up, nothing is added, and the invite is not used up by a failure")
    func uninvited() async throws {
        try await RunningAuth.run { project in
            let code = try await project.invite(of: try await project.add("ada@example.org"))
            for wrong in [nil, "", "ABCDEFGH", "no code at all"] {
                let answer = try await project.signUp("zoe@example.org", code: wrong)
                #expect(answer.status == 422 && answer["error_code"] == "signup_disabled")
            }
            // The address is taken; the invite stays.
            let taken = try await project.signUp("ADA@example.org", code: code)
            #expect(taken.status == 422 && taken["error_code"] == "user_already_exists")
            #expect(try await project.count("accounts_users") == 1)
            #expect(try await project.signUp("zoe@example.org", code: code).status == 200)
            #expect(try await project.signUp("yan@example.org", code: code)["error_code"] == "signup_disabled")
            project.clock.advance(by: .seconds(60))
            let late = try await project.invite(to: "The Others", of: try await project.add("ben@example.org"))
            project.clock.advance(by: .seconds(8 * 86_400))
            #expect(try await project.signUp("yan@example.org", code: late)["error_code"] == "signup_disabled")
            #expect(try await project.count("accounts_users") == 3)
        }
    }

    @Test("where signing up is open, no invite is needed, but one that is given must be valid")
    func openSignUp() async throws {
        try await RunningAuth.run(Self.open) { (project: RunningAuth) async throws -> Void in
            #expect(try await project.signUp("zoe@example.org", code: nil).status == 200)
            #expect(try await project.signUp("yan@example.org", code: "ABCDEFGH").status == 422)
            #expect(try await project.count("accounts_users") == 1)
        }
    }

    @Test("an access token is valid for an hour, and a refresh token gives the next one")
    func expiry() async throws {
        try await RunningAuth.run { project in
            try await project.add("ada@example.org")
            let first = try await project.signIn("Ada@Example.org")
            #expect(first.status == 200)
            project.clock.advance(by: .seconds(3599))
            #expect(try await project.user(first["access_token"]).status == 200)
            project.clock.advance(by: .seconds(1))
            let expired = try await project.user(first["access_token"])
            #expect(expired.status == 403 && expired["error_code"] == "bad_jwt")
            let second = try await project.renew(first["refresh_token"])
            #expect(second.status == 200 && second["refresh_token"] != first["refresh_token"])
            #expect(try await project.user(second["access_token"]).status == 200)
        }
    }

    @Test("a refresh token may be used again within ten seconds; later its session ends")
    func reuse() async throws {
        try await RunningAuth.run { project in
            try await project.add("ada@example.org")
            let first = try await project.signIn("ada@example.org")
            let other = try await project.signIn("ada@example.org")
            let second = try await project.renew(first["refresh_token"])
            project.clock.advance(by: .seconds(10))
            let again = try await project.renew(first["refresh_token"])
            #expect(again.status == 200 && again["refresh_token"] == second["refresh_token"])
            #expect(try await project.renew(again["refresh_token"]).status == 200)
            #expect(try await project.user(second["access_token"]).status == 200)
            project.clock.advance(by: .seconds(1))
            let late = try await project.renew(first["refresh_token"])
            #expect(late.status == 400 && late["error_code"] == "refresh_token_already_used")
            let ended = try await project.user(second["access_token"])
            #expect(ended.status == 403 && ended["error_code"] == "session_not_found")
            #expect(try await project.renew(again["refresh_token"])["error_code"] == "refresh_token_not_found")
            #expect(try await project.user(other["access_token"]).status == 200)
        }
    }

    @Test("a logout ends the sessions of its scope and no others")
    func logOut() async throws {
        try await RunningAuth.run { project in
            try await project.add("ada@example.org")
            try await project.add("ben@example.org")
            let ben = try await project.signIn("ben@example.org")
            var tokens: [String] = []
            for _ in 0..<4 { tokens.append(try #require(try await project.signIn("ada@example.org")["access_token"])) }
            func logOut(_ token: String, _ query: String = "") async throws -> Int {
                try await project.ask("POST", "/auth/v1/logout\(query)", token: token).status
            }
            func open() async throws -> [Bool] {
                var open: [Bool] = []
                for token in tokens { open.append(try await project.user(token).status == 200) }
                return open
            }
            #expect(try await logOut(tokens[0], "?scope=local") == 204)
            #expect(try await open() == [false, true, true, true])
            #expect(try await logOut(tokens[1], "?scope=others") == 204)
            #expect(try await open() == [false, true, false, false])
            #expect(try await logOut(tokens[1], "?scope=all") == 400)
            tokens.append(try #require(try await project.signIn("ada@example.org")["access_token"]))
            #expect(try await logOut(tokens[1]) == 204)
            #expect(try await open() == [false, false, false, false, false])
            #expect(try await project.user(ben["access_token"]).status == 200)
        }
    }

    @Test("rows are refused as soon as the session has ended, whatever is asked for")
    func rowsAfterLogOut() async throws {
        try await RunningAuth.run { project in
            try await project.add("ada@example.org")
            let token = try await project.signIn("ada@example.org")["access_token"]
            #expect(try await project.ask("GET", "/rest/v1/families", token: token).status == 200)
            #expect(try await project.ask("GET", "/rest/v1/families?select=(", token: token).status == 400)
            #expect(try await project.ask("POST", "/auth/v1/logout", token: token).status == 204)
            for path in ["families", "families?select=(", "nothing"] {
                let answer = try await project.ask("GET", "/rest/v1/\(path)", token: token)
                // By the clock of the test the token has not expired, by the real one it has.
                #expect(answer.status == 401 && ["PGRST301", "PGRST303"].contains(answer["code"]))
            }
        }
    }

    @Test("a user changes metadata member by member, the address, and the password, which ends all other sessions")
    func change() async throws {
        try await RunningAuth.run { project in
            try await project.add("ada@example.org")
            try await project.add("ben@example.org")
            let (here, there) = (
                try await project.signIn("ada@example.org"), try await project.signIn("ada@example.org")
            )
            func put(_ body: String) async throws -> HTTPAnswer {
                try await project.ask("PUT", "/auth/v1/user", token: here["access_token"], body)
            }
            #expect(try await put(#"{"data":{"a":1,"b":{"c":[true,null]}}}"#).status == 200)
            let merged = try await put(#"{"data":{"a":null,"d":"x\n\"y"}}"#)
            #expect(merged.text.contains(#""user_metadata":{"b":{"c":[true,null]},"d":"x\n\"y"}"#))
            #expect(try await put(#"{"data":{"a":"\#(String(repeating: "x", count: 20_000))"}}"#).status == 400)
            #expect(try await put(#"{"data":[]}"#)["error_code"] == "validation_failed")
            #expect(try await put(#"{"email":"BEN@example.org"}"#)["error_code"] == "email_exists")
            #expect(try await put(#"{"email":"no address"}"#)["error_code"] == "validation_failed")
            #expect(
                try await put(#"{"email":"Countess@example.org"}"#).user["email"] as? String == "countess@example.org")
            #expect(try await project.signIn("ada@example.org").status == 400)

            let weak = try await put(#"{"password":"short"}"#)
            #expect(weak.status == 422 && weak["error_code"] == "weak_password")
            #expect((weak.members["weak_password"] as? [String: [String]])?["reasons"] == ["length"])
            let same = try await put(#"{"password":"\#(ServiceHarness.password)"}"#)
            #expect(same.status == 422 && same["error_code"] == "same_password")
            #expect(try await project.user(there["access_token"]).status == 200)
            #expect(try await put(#"{"password":"another long one"}"#).status == 200)
            #expect(try await project.user(here["access_token"]).status == 200)
            #expect(try await project.user(there["access_token"]).status == 403)
            #expect(try await project.signIn("countess@example.org").status == 400)
            #expect(try await project.signIn("countess@example.org", "another long one").status == 200)
        }
    }

    @Test("a session that began more than a day ago cannot set a new password")
    func oldSession() async throws {
        try await RunningAuth.run { project in
            try await project.add("ada@example.org")
            let first = try await project.signIn("ada@example.org")
            project.clock.advance(by: .seconds(86_401))
            let token = try await project.renew(first["refresh_token"])["access_token"]
            let answer = try await project.ask(
                "PUT", "/auth/v1/user", token: token, #"{"password":"another long one"}"#)
            #expect(answer.status == 400 && answer["error_code"] == "reauthentication_needed")
            #expect(try await project.signIn("ada@example.org").status == 200)
        }
    }

    // MARK: Tokens of others

    /// The claims of a token.
    private static func claims(of token: String) throws -> [String: Any] {
        let part = try #require(token.split(separator: ".").dropFirst().first)
        let text = part.replacing("-", with: "+").replacing("_", with: "/")
        let data = Data(base64Encoded: text + String(repeating: "=", count: (4 - text.count % 4) % 4)) ?? Data()
        return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    }

    /// A token with a given header and claims, signed with a key.
    private static func token(
        _ claims: [String: Any], header: String = #"{"alg":"HS256","typ":"JWT"}"#,
        key: SymmetricKey? = RunningAuth.key
    ) throws -> String {
        func text(_ data: Data) -> String {
            data.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
        }
        let input = "\(text(Data(header.utf8))).\(text(try JSONSerialization.data(withJSONObject: claims)))"
        let code = key.map { text(Data(HMACSHA256(key: $0).code(for: Data(input.utf8)))) }
        return "\(input).\(code ?? "")"
    }

    @Test("tokens of other APIs, algorithms, keys, audiences and roles open nothing, and ours opens nothing elsewhere")
    func foreignTokens() async throws {
        try await RunningAuth.run { project in
            try await project.service.accounts.add(
                try UserName("ada"), password: try Password(new: ServiceHarness.password))
            let trading = try await project.apps.logIn(name: "ada", password: ServiceHarness.password)
            let id = try await project.add("eve@example.org")
            let session = try await project.signIn("eve@example.org")
            let own = try #require(session["access_token"])
            #expect(try await project.ask("GET", "/api/v1/me", token: trading.access).status == 200)
            let key = try await project.accounts.appKey()
            for token in [own, session["refresh_token"] ?? "", key] {
                #expect(try await project.ask("GET", "/api/v1/me", token: token).status != 200)
            }
            let api = try await project.service.accounts.createToken(
                of: try UserName("ada"), name: "test", role: .write, lifetime: nil)

            var claims = try Self.claims(of: own)
            #expect(try await project.user(try Self.token(claims)).status == 200)
            var tokens = [
                trading.access, trading.refresh, api.secret, session["refresh_token"] ?? "", key, "", "a.b.c",
            ]
            tokens.append(try Self.token(claims, header: #"{"alg":"none"}"#, key: nil))
            tokens.append(try Self.token(claims, header: #"{"alg":"none"}"#))
            tokens.append(try Self.token(claims, header: #"{"alg":"HS512"}"#))
            tokens.append(try Self.token(claims, key: SymmetricKey(size: .bits256)))
            for (name, value) in [
                ("aud", "anon"), ("aud", "trading"), ("role", "service_role"), ("role", "anon"), ("iss", "supabase"),
                ("session_id", UUID().uuidString.lowercased()), ("sub", UUID().uuidString.lowercased()),
            ] {
                var changed = claims
                changed[name] = value
                tokens.append(try Self.token(changed))
            }
            for name in ["aud", "role", "sub", "session_id", "exp", "iss"] {
                tokens.append(try Self.token(claims.filter { $0.key != name }))
            }
            claims["more"] = String(repeating: "x", count: 1_000)
            tokens.append(try Self.token(claims))
            for token in tokens {
                let answer = try await project.user(token)
                #expect([401, 403].contains(answer.status), "\(token)")
                #expect(try await project.accounts.caller(ofToken: token)?.user == nil)
            }
            #expect(try await project.user(nil)["error_code"] == "no_authorization")
            let caller = try #require(try await project.accounts.caller(ofToken: own))
            #expect(caller.user == id)
            #expect(try await project.accounts.isValid(caller))
            #expect(
                try await project.accounts.caller(ofToken: key) == ProjectCaller(user: nil, session: nil, expires: nil))
            project.clock.advance(by: .seconds(3600))
            #expect(try await !project.accounts.isValid(caller))
            // Other tokens of ours carry no audience; one that does is none of trading's.
            var foreign = try Self.claims(of: trading.access)
            foreign["exp"] = Int(project.clock.now.milliseconds / 1000) + 60
            #expect(try await project.apps.identity(ofAccessToken: try Self.token(foreign)) != nil)
            foreign["aud"] = "authenticated"
            #expect(try await project.apps.identity(ofAccessToken: try Self.token(foreign)) == nil)
        }
    }

    // MARK: Refusals

    @Test("a refusal has the newer form where the client asks for it, and the older form otherwise")
    func errorForms() async throws {
        try await RunningAuth.run { project in
            let path = "/auth/v1/token?grant_type=password"
            // Guesses for one address would be slowed down.
            func body(_ number: Int) -> String { #"{"email":"ada\#(number)@example.org","password":"wrong"}"# }
            let old = try await project.ask("POST", path, body(0))
            #expect(old.status == 400 && old.headers["x-supabase-api-version"] == nil)
            #expect(
                old.text == #"{"code":400,"error_code":"invalid_credentials","msg":"Invalid login credentials"}"#)
            for (number, version) in ["2024-01-01", "2026-11-23"].enumerated() {
                let new = try await project.ask(
                    "POST", path, headers: ["X-Supabase-Api-Version": version], body(number))
                #expect(new.status == 400 && new.headers["x-supabase-api-version"] == "2024-01-01")
                #expect(new.text == #"{"code":"invalid_credentials","message":"Invalid login credentials"}"#)
            }
            for (number, version) in ["2023-12-31", "newest", "9999"].enumerated() {
                let answer = try await project.ask(
                    "POST", path, headers: ["X-Supabase-Api-Version": version], body(number))
                #expect(answer.members["code"] as? Int == 400)
            }
        }
    }

    @Test("what cannot be read is refused with the code of what is wrong")
    func malformed() async throws {
        try await RunningAuth.run(Self.open) { (project: RunningAuth) async throws -> Void in
            let cases: [(String, String, String, Int)] = [
                ("token?grant_type=password", "{", "bad_json", 400),
                ("token?grant_type=password", "[]", "bad_json", 400),
                ("token?grant_type=password", #"{"email":"a@b.c"}"#, "invalid_credentials", 400),
                ("token?grant_type=password", #"{"email":1,"password":"x"}"#, "validation_failed", 400),
                ("token?grant_type=pkce", "{}", "invalid_credentials", 400),
                ("token", "{}", "invalid_credentials", 400),
                ("token?grant_type=refresh_token", "{}", "validation_failed", 400),
                ("token?grant_type=refresh_token", #"{"refresh_token":"x"}"#, "refresh_token_not_found", 400),
                ("signup", "", "validation_failed", 400),
                ("signup", #"{"email":"a@b.c"}"#, "validation_failed", 400),
                ("signup", #"{"email":"@b.c","password":"long enough"}"#, "validation_failed", 400),
                ("signup", #"{"email":"a@b.c","password":"short"}"#, "weak_password", 422),
                ("signup", String(repeating: "[", count: 2_000), "bad_json", 400),
            ]
            for (path, body, code, status) in cases {
                let answer = try await project.ask("POST", "/auth/v1/\(path)", headers: Self.newForm, body)
                #expect(answer.status == status && answer["code"] == code, "\(path) \(body.prefix(40))")
            }
            let large = try await project.ask(
                "POST", "/auth/v1/signup", #"{"email":"\#(String(repeating: "x", count: 70_000))"}"#)
            #expect(large.status == 413)
        }
    }

    @Test("guessing the password of an account is slowed down, whether or not it exists")
    func passwordGuesses() async throws {
        try await RunningAuth.run { project in
            try await project.add("ada@example.org")
            for email in ["ada@example.org", "nobody@example.org"] {
                for _ in 0..<5 {
                    #expect(try await project.signIn(email, "wrong password")["error_code"] == "invalid_credentials")
                }
                let slowed = try await project.signIn(email)
                #expect(slowed.status == 429 && slowed["error_code"] == "over_request_rate_limit")
                #expect(slowed.headers["retry-after"] == "60")
            }
            project.clock.advance(by: .seconds(60))
            #expect(try await project.signIn("ada@example.org").status == 200)
        }
    }

    // Each node counts guesses.
    @Test(
        "of a thousand guesses of an invite a few are looked at, and the right one is then refused as well", .onOneNode)
    func inviteGuesses() async throws {
        try await RunningAuth.run { project in
            let code = try await project.invite(of: try await project.add("ada@example.org"))
            var statuses: [Int: Int] = [:]
            for number in 0..<1_000 {
                let answer = try await project.signUp("guess\(number)@example.org", code: "AAAAAAAA")
                statuses[answer.status, default: 0] += 1
            }
            #expect(Set(statuses.keys) == [422, 429])
            #expect(statuses[422, default: 0] < 50)
            #expect(try await project.signUp("zoe@example.org", code: code).status == 429)
            #expect(try await project.count("accounts_users") == 1)
        }
    }

    @Test("while the database is out of reach, clients are asked to try again, at which they keep their session")
    func outage() async throws {
        guard SQLEngine.current == .postgreSQL else { return }
        try await RunningAuth.run { project in
            try await project.add("ada@example.org")
            let session = try await project.signIn("ada@example.org")
            let database = project.service.system.database
            let name = try await database.read { db in try db.value(String.self, "SELECT current_database()") ?? "" }
            try await database.write { try $0.db.script("ALTER DATABASE \(name) CONNECTION LIMIT 0") }
            // The second ends its own connection.
            for others in ["pid <> pg_backend_pid()", "true"] {
                let sql = """
                    SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
                    WHERE datname = current_database() AND \(others)
                    """
                _ = try? await database.read { db in try db.value(Int.self, sql) }
            }
            for _ in 0..<2 {
                let answer = try await project.renew(session["refresh_token"])
                #expect(answer.status == 503, "\(answer.text)")
            }
        }
    }

    @Test("no address, password, code or token is in the log")
    func privacy() async throws {
        try await RunningAuth.run { project in
            let code = try await project.invite(of: try await project.add("grandma@example.net"))
            let session = try await project.signUp("zoe@example.org", code: code)
            _ = try await project.signIn("zoe@example.org", "wrong password")
            _ = try await project.user(session["access_token"])
            _ = try await project.renew(session["refresh_token"])
            _ = try await project.ask("POST", "/auth/v1/logout?scope=zoe%40example.org", token: session["access_token"])
            let text = project.service.log.text
            #expect(text.contains("/auth/v1/token"))
            for secret in [
                "zoe", "grandma", "example.net", ServiceHarness.password, "wrong password", code,
                session["access_token"] ?? "", session["refresh_token"] ?? "", session.user["id"] as? String ?? "",
            ] {
                #expect(!text.contains(secret), "\(secret)")
            }
        }
    }

    // MARK: The end of an account

    @Test("who deletes the account is gone with all sessions, but keeps the user if something else belongs to it")
    func deletion() async throws {
        try await RunningAuth.run { project in
            for (email, keeps) in [("ada@example.org", false), ("ben@example.org", true)] {
                let id = try await project.add(email)
                if keeps {
                    _ = try await project.service.accounts.createToken(
                        of: try UserName("user-\(id)"), name: "test", role: .read, lifetime: nil)
                }
                let session = try await project.signIn(email)
                let context = project.context(id)
                try await project.families.write { rows, transaction in
                    _ = try rows.call("delete_my_account", .object([:]), in: context, transaction.db)
                }
                #expect(try await project.user(session["access_token"]).status == 403)
                #expect(try await project.renew(session["refresh_token"]).status == 400)
                #expect(try await project.signIn(email).status == (keeps ? 200 : 400))
            }
        }
    }
}
