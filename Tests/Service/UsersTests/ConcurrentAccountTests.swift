import FailureModel
import Foundation
import HTTPService
import LibCrypto
import Pipeline
import PipelineSQL
import SQL
import SQLTestSupport
import TestTraits
import Testing
import Users

@Suite("Users with several requests at once", .blocking, .onEveryEngine)
struct ConcurrentAccountTests {
    private let test: TestAccounts
    private let signer = TokenSigner(key: SymmetricKey(data: Data(repeating: 7, count: 32)))

    init() async throws {
        test = try TestAccounts()
        try await test.add("ada")
    }

    /// Makes a request several times at once; returns the results of those that succeed.
    private func several<Result: Sendable>(
        _ count: Int, _ body: @escaping @Sendable () async throws -> Result
    ) async -> (results: [Result], errors: [any Error]) {
        await withTaskGroup(of: Swift.Result<Result, any Error>.self) { group in
            for _ in 0..<count {
                group.addTask {
                    do { return .success(try await body()) } catch { return .failure(error) }
                }
            }
            var all: (results: [Result], errors: [any Error]) = ([], [])
            for await result in group {
                switch result {
                case .success(let value): all.results.append(value)
                case .failure(let error): all.errors.append(error)
                }
            }
            return all
        }
    }

    @Test("a refresh token of an app is exchanged once, and its copies end the login")
    func appTokens() async throws {
        let logins = AppLogins(test.accounts, signer: signer)
        let first = try await logins.logIn(name: "ada", password: TestAccounts.password)
        let (renewed, errors) = await several(10) { try await logins.renew(first.refresh) }
        #expect(renewed.count == 1)
        #expect(errors.allSatisfy { ($0 as? Failure)?.code == .tokenNotValid }, "\(errors)")
        for tokens in renewed { #expect(try await logins.identity(ofAccessToken: tokens.access) == nil) }
        #expect(try await test.store.read { try $0.count("accounts_app_logins") } == 0)
    }

    @Test("a refresh token of a project is exchanged for the same next one, however often it is sent at once")
    func projectTokens() async throws {
        let accounts = ProjectAccounts(test.accounts, signer: signer)
        let draft = try await accounts.draft(
            email: try EmailAddress("ada@example.org"), password: try Password(new: TestAccounts.password))
        try await test.store.write { try ProjectAccounts.add(draft, $0.db) }
        let session = try await accounts.signIn(email: "ada@example.org", password: TestAccounts.password)
        let (renewed, errors) = await several(10) { try await accounts.renew(session.refreshToken) }
        #expect(errors.isEmpty, "\(errors)")
        #expect(Set(renewed.map(\.refreshToken)).count == 1)
        #expect(try await test.store.read { try $0.count("accounts_project_tokens") } == 2)
    }

    @Test("passwords cannot be guessed faster by guessing at once")
    func throttle() async throws {
        let (_, errors) = await several(16) { [test] in try await test.logIn("ada", "a wrong password") }
        let refusals = errors.map { ($0 as? APIError)?.failure.code ?? Failure($0).code }
        #expect(refusals.count { $0 == .loginFailed } == 5, "\(refusals)")
        #expect(refusals.count { $0 == .tooManyRequests } == 11, "\(refusals)")
    }

    @Test("a user is added once")
    func names() async throws {
        let outcome = await several(6) { [test] in try await test.add("ben") }
        #expect(outcome.results.count == 1)
        #expect(outcome.errors.allSatisfy { ($0 as? Failure)?.code == .userExists }, "\(outcome.errors)")
    }

    @Test("no more sessions last than the limit")
    func sessions() async throws {
        for _ in 0..<Accounts.sessionLimit - 2 { _ = try await test.logIn("ada") }
        // As many at once as have no failures to wait for.
        let (_, errors) = await several(5) { [test] in try await test.logIn("ada") }
        #expect(errors.isEmpty, "\(errors)")
        #expect(try await test.store.read { try $0.count("accounts_sessions") } == Accounts.sessionLimit)
    }
}
