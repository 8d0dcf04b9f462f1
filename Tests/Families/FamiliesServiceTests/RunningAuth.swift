import FormsDomain
import Domains
import LocalStore
import Users
import LibCrypto
import FailureModel
import Foundation
import HTTPService
import Pipeline
import PipelineSQL
import SQL
import class PipelineTestSupport.ManualClock
import RowQuery
import RowQuerySQL
import ServiceTestSupport
import FamiliesSQL
import FamiliesService
import TestSupport
import Testing
import Webhooks

/// The service with all of the project's APIs and the accounts of their users.
struct RunningAuth: Sendable {
    let service: ServiceHarness
    let families: FamilyStore
    let accounts: ProjectAccounts
    /// The clock of accounts and invites.
    let clock: ManualClock

    var apps: AppLogins { AppLogins(service.accounts, signer: service.signer) }

    /// The key with which all tokens are signed.
    static let key = SymmetricKey(data: Data(repeating: 7, count: 32))

    static func run(
        _ storytelling: StorytellingSettings = StorytellingSettings(), mail: MailRoute? = nil,
        publicURL: PublicURL? = nil, _ body: @escaping @Sendable (RunningAuth) async throws -> Void
    ) async throws {
        let clock = ManualClock()
        let addresses = PictureAddresses()
        let harness = try await ServiceHarness(
            [.users, .forms, .families(links: addresses.links, clock: clock)],
            settings: ServiceSettings(port: 0, publicURL: publicURL),
            // A service with a public address needs a user who can log in.
            users: publicURL == nil ? [] : ["keeper"], accountClock: clock,
            signer: TokenSigner(key: key))
        try await harness.serve(
            works: false,
            { node in
                let accounts = ProjectAccounts(node.accounts, signer: harness.signer)
                let families = try FamilySystem.families(in: node.system, links: addresses.links)
                return [
                    StorytellingRoutes(
                        families, node.system, accounts: accounts, settings: storytelling, mail: mail,
                        addresses: addresses,
                        node.parts)
                ]
            }
        ) {
            let accounts = ProjectAccounts($0.accounts, signer: $0.signer)
            let families = try FamilySystem.families(in: $0.system, links: addresses.links)
            try await body(RunningAuth(service: $0, families: families, accounts: accounts, clock: clock))
        }
    }

    // MARK: What is there beforehand

    /// Adds a user; returns its UUID.
    @discardableResult
    func add(_ email: String) async throws -> String {
        let draft = try await accounts.draft(
            email: try EmailAddress(email), password: try Password(new: ServiceHarness.password))
        try await families.write { try ProjectAccounts.add(draft, $1.db) }
        return draft.user.id
    }

    func context(_ user: String) -> WriteContext {
        WriteContext(caller: Caller(user: user), now: clock.now.milliseconds * 1_000) { UUID().uuidString.lowercased() }
    }

    /// Creates a family of a user with an invite; returns the code.
    func invite(to name: String = "The Lovelaces", of user: String) async throws -> String {
        let context = context(user)
        return try await families.write { rows, transaction in
            let db = transaction.db
            guard
                case .value(let family) = try rows.call(
                    "create_family_for_user", .object(["family_name": .text(name)]), in: context, db)
            else { return "" }
            let id = family.trimmingCharacters(in: ["\""])
            _ = try rows.insert(
                into: "family_invites", .object(["family_id": .text(id), "role": .text("member")]), in: context, db)
            return try db.value(String.self, "SELECT code FROM storytelling_invites WHERE family_id = ?", [id]) ?? ""
        }
    }

    func count(_ sql: String) async throws -> Int {
        try await service.system.database.read { try $0.value(Int.self, "SELECT count(*) FROM \(sql)") ?? 0 }
    }

    // MARK: Requests

    func ask(
        _ method: String, _ path: String, token: String? = nil, headers: [String: String] = [:], _ body: String? = nil
    ) async throws -> HTTPAnswer {
        let authorization = token.map { ["Authorization": "Bearer \($0)"] } ?? [:]
        return try await service.send(
            method, path, headers: authorization.merging(headers) { $1 }, body: body.map { Data($0.utf8) })
    }

    func signIn(_ email: String, _ password: String = ServiceHarness.password) async throws -> HTTPAnswer {
        try await ask(
            "POST", "/auth/v1/token?grant_type=password", #"{"email":"\#(email)","password":"\#(password)"}"#)
    }

    func renew(_ token: String?) async throws -> HTTPAnswer {
        try await ask(
            "POST", "/auth/v1/token?grant_type=refresh_token", #"{"refresh_token":"\#(token ?? "")"}"#)
    }

    func user(_ token: String?) async throws -> HTTPAnswer { try await ask("GET", "/auth/v1/user", token: token) }

    func signUp(_ email: String, code: String?, _ password: String = ServiceHarness.password) async throws -> HTTPAnswer
    {
        let data = code.map { #"{"invite_code":"\#($0)","shoe":42.10,"name":"Zoë"}"# } ?? "{}"
        return try await ask(
            "POST", "/auth/v1/signup", #"{"email":"\#(email)","password":"\#(password)","data":\#(data)}"#)
    }
}

extension HTTPAnswer {
    var members: [String: Any] { object }

    subscript(name: String) -> String? { members[name] as? String }

    var user: [String: Any] { members["user"] as? [String: Any] ?? members }
}
