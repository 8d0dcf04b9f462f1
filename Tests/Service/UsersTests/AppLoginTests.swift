import Users
import LibCrypto
import FailureModel
import Foundation
import HTTPService
import Pipeline
import PipelineSQL
import PipelineTestSupport
import SQL
import SQLTestSupport
import Testing

@Suite("Logins of apps", .onEveryEngine) struct AppLoginTests {
    private static let key = SymmetricKey(data: Data(repeating: 7, count: 32))

    private let test: TestAccounts
    private let logins: AppLogins

    init() async throws {
        test = try TestAccounts()
        logins = AppLogins(test.accounts, signer: TokenSigner(key: Self.key))
        try await test.add("ada")
    }

    private func logIn(_ name: String = "ada") async throws -> AppTokens {
        try await logins.logIn(name: name, password: TestAccounts.password)
    }

    private func isValid(_ tokens: AppTokens) async throws -> Bool {
        try await logins.identity(ofAccessToken: tokens.access) != nil
    }

    /// Expects that a refresh token is refused.
    private func expectRefusal(of token: String) async {
        let error = await #expect(throws: Failure.self) { try await logins.renew(token) }
        #expect(error?.code == .tokenNotValid)
    }

    /// The parts of a token, decoded.
    private static func parts(_ token: String) throws -> (header: [String: Any], claims: [String: Any]) {
        let parts = token.split(separator: ".").map { part -> Data in
            let text = part.replacing("-", with: "+").replacing("_", with: "/")
            return Data(base64Encoded: text + String(repeating: "=", count: (4 - text.count % 4) % 4)) ?? Data()
        }
        #expect(parts.count == 3)
        return (
            try #require(try JSONSerialization.jsonObject(with: parts[0]) as? [String: Any]),
            try #require(try JSONSerialization.jsonObject(with: parts[1]) as? [String: Any])
        )
    }

    /// A token with a given header and claims, signed with the right key.
    private static func token(_ header: String, _ claims: String) -> String {
        func text(_ data: Data) -> String {
            data.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
        }
        let input = "\(text(Data(header.utf8))).\(text(Data(claims.utf8)))"
        return "\(input).\(text(Data(HMACSHA256(key: key).code(for: Data(input.utf8)))))"
    }

    @Test("a login gives two tokens with the claims of the contract, of which only the access token proves who it is")
    func claims() async throws {
        let tokens = try await logIn(" Ada ")
        #expect(tokens.userName == "ada")
        #expect(try await logins.number(of: "ada") == tokens.userNumber)
        let now = Int(test.clock.now.milliseconds / 1000)
        for (token, kind, lifetime) in [(tokens.access, "access", 86_400), (tokens.refresh, "refresh", 604_800)] {
            let (header, claims) = try Self.parts(token)
            #expect(header["alg"] as? String == "HS256" && header["typ"] as? String == "JWT")
            #expect(Set(claims.keys) == ["token_type", "user_id", "exp", "iat", "jti"])
            #expect(claims["token_type"] as? String == kind)
            #expect(claims["user_id"] as? Int == Int(tokens.userNumber))
            #expect(claims["iat"] as? Int == now && claims["exp"] as? Int == now + lifetime)
        }
        let identity = try #require(try await logins.identity(ofAccessToken: tokens.access))
        #expect(identity.owner == "ada" && identity.role == .write)
        #expect(try await logins.identity(ofAccessToken: tokens.refresh) == nil)
        await expectRefusal(of: tokens.access)
        let dump = try await dump()
        #expect(!dump.contains(tokens.access) && !dump.contains(tokens.refresh))
    }

    private func dump() async throws -> String {
        try await test.store.read { db in
            try ["accounts_app_logins", "accounts_app_tokens"].map { try db.dumpedRows($0) }.joined()
        }
    }

    @Test("a token that was changed, or signed otherwise, is none")
    func forged() async throws {
        let tokens = try await logIn()
        let claims = try Self.parts(tokens.access).claims
        let text = String(decoding: try JSONSerialization.data(withJSONObject: claims), as: UTF8.self)
        let genuine = Self.token(#"{"alg":"HS256","typ":"JWT"}"#, text)
        #expect(try await logins.identity(ofAccessToken: genuine) != nil)
        let unsigned = genuine.split(separator: ".").prefix(2).joined(separator: ".") + "."
        for forged in [
            Self.token(#"{"alg":"none","typ":"JWT"}"#, text), Self.token(#"{"alg":"HS512","typ":"JWT"}"#, text),
            Self.token(#"{"typ":"JWT"}"#, text), Self.token("{", text), unsigned, unsigned + "AAAA", "a.b.c", "..", ".",
            "", genuine + "x", String(genuine.dropLast(4)), genuine + String(repeating: ".", count: 2000),
            Self.token(#"{"alg":"HS256","typ":"JWT"}"#, text.replacing("\(tokens.userNumber)", with: "99")),
            Self.token(#"{"alg":"HS256","typ":"JWT"}"#, "{}"), Self.token(#"{"alg":"HS256","typ":"JWT"}"#, "\u{0}"),
        ] {
            #expect(try await logins.identity(ofAccessToken: forged) == nil, "\(forged.prefix(60))")
            await expectRefusal(of: forged)
        }
        let other = AppLogins(test.accounts, signer: TokenSigner(key: SymmetricKey(size: .bits256)))
        #expect(try await other.identity(ofAccessToken: tokens.access) == nil)
    }

    @Test("a refresh token is exchanged once, and its login continues")
    func rotation() async throws {
        let first = try await logIn()
        test.clock.advance(by: .seconds(3600))
        let second = try await logins.renew(first.refresh)
        #expect(second.access != first.access && second.refresh != first.refresh)
        #expect(second.userName == "ada" && second.userNumber == first.userNumber)
        #expect(try await isValid(first))
        #expect(try await isValid(second))
        let third = try await logins.renew(second.refresh)
        #expect(try await isValid(third))
    }

    @Test("a refresh token that is used again ends its whole login, and no other")
    func reuse() async throws {
        let other = try await logIn()
        let first = try await logIn()
        let second = try await logins.renew(first.refresh)
        let third = try await logins.renew(second.refresh)
        await expectRefusal(of: first.refresh)
        for tokens in [first, second, third] {
            #expect(try await !isValid(tokens))
            await expectRefusal(of: tokens.refresh)
        }
        #expect(try await isValid(other))
        _ = try await logins.renew(other.refresh)
    }

    @Test("of exchanges at the same time one succeeds, and the login ends")
    func race() async throws {
        let first = try await logIn()
        let results = await withTaskGroup(of: AppTokens?.self) { group in
            for _ in 0..<8 { group.addTask { try? await logins.renew(first.refresh) } }
            return await group.reduce(into: []) { $0 += [$1] }
        }
        let tokens = results.compactMap(\.self)
        #expect(tokens.count == 1)
        #expect(try await !isValid(tokens[0]))
    }

    @Test("tokens expire: access after a day, refresh after a week, and what is left of them is removed")
    func expiry() async throws {
        let tokens = try await logIn()
        test.clock.advance(by: AppLogins.accessLifetime - .seconds(1))
        #expect(try await isValid(tokens))
        test.clock.advance(by: .seconds(1))
        #expect(try await !isValid(tokens))
        let later = try await logins.renew(tokens.refresh)
        let login = try #require(try await logins.identity(ofAccessToken: later.access))
        test.clock.advance(by: AppLogins.refreshLifetime)
        await expectRefusal(of: later.refresh)
        guard case .appLogin(let number) = login.credential else { return #expect(Bool(false)) }
        #expect(try await !logins.isValid(login: number))
        _ = try await logIn()
        let counts = try await test.store.read { db in
            try ["accounts_app_logins", "accounts_app_tokens"].map {
                try db.value(Int.self, "SELECT count(*) FROM \($0)")
            }
        }
        #expect(counts == [1, 1])
    }

    @Test("a login ends with the logout, a new password, and the end of the user")
    func ends() async throws {
        let name = try UserName("ada")
        let ends: [@Sendable (AppTokens) async throws -> Void] = [
            { try await logins.logOut($0.refresh) },
            { _ in try await test.accounts.setPassword(try Password(new: TestAccounts.password), of: name) },
            { _ in
                try await test.accounts.setDisabled(true, name)
                try await test.accounts.setDisabled(false, name)
            },
            { _ in
                _ = try await test.accounts.delete(name, withDocuments: false)
                try await test.add("ada")
            },
        ]
        for end in ends {
            let first = try await logIn()
            let second = try await logins.renew(first.refresh)
            let login = try #require(try await logins.identity(ofAccessToken: second.access))
            guard case .appLogin(let number) = login.credential else { return #expect(Bool(false)) }
            #expect(try await logins.isValid(login: number))
            try await end(second)
            #expect(try await !isValid(first))
            #expect(try await !isValid(second))
            #expect(try await !logins.isValid(login: number))
            await expectRefusal(of: second.refresh)
        }
    }

    @Test("a logout can be repeated, and needs a refresh token")
    func logOut() async throws {
        let tokens = try await logIn()
        let error = await #expect(throws: Failure.self) { try await logins.logOut(tokens.access) }
        #expect(error?.code == .tokenNotValid)
        #expect(try await isValid(tokens))
        for _ in 0..<2 { try await logins.logOut(tokens.refresh) }
        #expect(try await !isValid(tokens))
    }

    @Test("a disabled user has no valid tokens meanwhile")
    func disabled() async throws {
        let tokens = try await logIn()
        try await test.store.write { try $0.db.execute("UPDATE accounts_users SET is_disabled = 1") }
        #expect(try await !isValid(tokens))
        await expectRefusal(of: tokens.refresh)
    }

    @Test("guessing is slowed down together with the logins of people, and wrong names are refused alike")
    func throttle() async throws {
        for name in ["ada", "eve"] {
            for _ in 0..<5 {
                let error = await #expect(throws: Failure.self) {
                    try await logins.logIn(name: name, password: "wrong password")
                }
                #expect(error?.code == .loginFailed)
            }
            let error = await #expect(throws: APIError.self) {
                try await logins.logIn(name: name, password: TestAccounts.password)
            }
            #expect(error?.failure.code == .tooManyRequests)
            #expect(await test.refusal(name) == .tooManyRequests)
        }
    }

    @Test("a name that only begins like a user's is nobody's")
    func longerName() async throws {
        for name in ["ada\0", "ada\0x", "ada x"] {
            let error = await #expect(throws: Failure.self) {
                try await logins.logIn(name: name, password: TestAccounts.password)
            }
            #expect(error?.code == .loginFailed, "\(name.debugDescription)")
        }
    }

    @Test("a user has a number of logins, of which the oldest ends")
    func limit() async throws {
        let first = try await logIn()
        for _ in 0..<AppLogins.loginLimit { _ = try await logIn() }
        #expect(try await !isValid(first))
        let count = try await test.store.read { db in
            try db.value(Int.self, "SELECT count(*) FROM accounts_app_logins")
        }
        #expect(count == AppLogins.loginLimit)
    }
}
