import FailureModel
import Foundation
import HTTPService
import Pipeline
import PipelineSQL
import PipelineTestSupport
import SQL
import SQLTestSupport
import TestTraits
import Testing
import Users

@Suite("Invitations", .blocking, .onEveryEngine) struct InvitationTests {
    private let test: TestAccounts
    private var accounts: Accounts { test.accounts }

    init() throws { test = try TestAccounts() }

    private func accept(_ secret: String, _ name: String) async throws -> String {
        try await accounts.accept(
            secret, name: try UserName(name), password: try Password(new: TestAccounts.password))
    }

    @Test("an invited person becomes a user of the role, once, and is logged in")
    func once() async throws {
        let (invitation, secret) = try await accounts.invite(as: .reader, email: try EmailAddress("ben@example.org"))
        #expect(try await accounts.invitation(secret) == .open(invitation))
        #expect(try await accounts.invitations() == [invitation])
        let session = try await accept(secret, "ben")
        #expect(try await accounts.identity(ofSession: session)?.userRole == .reader)
        let user = try await accounts.user(try UserName("ben"))
        #expect(user.role == .reader && user.email == "ben@example.org" && user.loggedInAt == test.clock.now)
        #expect(await test.refusal("ben@example.org") == nil)
        #expect(try await accounts.invitation(secret) == .used)
        #expect(try await accounts.invitations().isEmpty)
        await test.expect(.invitationEnded) { _ = try await accept(secret, "eve") }
        #expect(try await accounts.users().map(\.name) == ["ben"])
    }

    @Test("a link that several people open at once makes one user")
    func racing() async throws {
        let secret = try await accounts.invite(as: .staff).secret
        let names = (0..<8).map { "user\($0)" }
        let results = await withTaskGroup(of: Bool.self) { group in
            for name in names {
                group.addTask {
                    do {
                        _ = try await accept(secret, name)
                        return true
                    } catch {
                        return Failure(error).code != .invitationEnded
                    }
                }
            }
            return await group.reduce(into: [Bool]()) { $0.append($1) }
        }
        #expect(results.count { $0 } == 1)
        #expect(try await accounts.users().count == 1)
    }

    @Test("a link ends after seven days, and is forgotten later")
    func expiry() async throws {
        let (invitation, secret) = try await accounts.invite(as: .staff)
        test.clock.advance(by: Invitation.lifetime - .milliseconds(1))
        #expect(try await accounts.invitation(secret) == .open(invitation))
        test.clock.advance(by: .milliseconds(1))
        #expect(try await accounts.invitation(secret) == .expired)
        #expect(try await accounts.invitations().isEmpty)
        await test.expect(.invitationEnded) { _ = try await accept(secret, "ben") }
        await test.expect(.invitationUnknown) { try await accounts.withdrawInvitation(invitation.number) }
        #expect(try await accounts.users().isEmpty)
        test.clock.advance(by: .seconds(31 * 86_400))
        _ = try await accounts.invite(as: .staff)
        #expect(try await accounts.invitation(secret) == .unknown)
    }

    @Test("a wrong secret is that of no invitation, and costs no hash", arguments: ["", "x", "\0", "0000", "fwt_"])
    func unknown(_ secret: String) async throws {
        _ = try await accounts.invite(as: .staff)
        #expect(try await accounts.invitation(secret) == .unknown)
        await test.expect(.invitationUnknown) { _ = try await accept(secret, "ben") }
        #expect(try await accounts.users().isEmpty)
    }

    @Test("names of users, and of what belongs to others, are taken, and the link stays valid")
    func taken() async throws {
        try await test.add("ada")
        _ = try await test.store.add(test.document(of: "scans"), at: test.clock.now)
        let secret = try await accounts.invite(as: .staff).secret
        for name in ["ada", "scans"] { await test.expect(.userExists) { _ = try await accept(secret, name) } }
        await test.expect(.userExists) {
            _ = try await accounts.accept(
                secret, name: try UserName("forms"), password: try Password(new: TestAccounts.password)
            ) { owner, _ in owner == "forms" }
        }
        await test.expect(.malformedUserName) { _ = try await accept(secret, String(repeating: "a", count: 65)) }
        _ = try await accept(secret, "ben")
        #expect(try await accounts.users().map(\.name) == ["ada", "ben"])
    }

    @Test("an address that a user has is not invited, and one that is taken meanwhile is refused")
    func addresses() async throws {
        let address = try EmailAddress("ada@example.org")
        let secret = try await accounts.invite(as: .staff, email: address).secret
        try await test.add("ada")
        try await accounts.setEmail(address, of: try UserName("ada"))
        await test.expect(.userExists) { _ = try await accounts.invite(as: .staff, email: address) }
        await test.expect(.userExists) { _ = try await accept(secret, "ben") }
        #expect(try await accounts.users().count == 1)
    }

    @Test("an invitation ends when it is withdrawn, or its maker is no administrator any more")
    func withdrawal() async throws {
        let ada = try UserName("ada")
        try await test.add("ada", as: .administrator)
        try await test.add("bob", as: .administrator)
        let withdrawn = try await accounts.invite(as: .administrator, by: ada)
        try await accounts.withdrawInvitation(withdrawn.invitation.number)
        #expect(try await accounts.invitation(withdrawn.secret) == .unknown)
        await test.expect(.invitationUnknown) {
            try await accounts.withdrawInvitation(withdrawn.invitation.number)
        }
        let own = try await accounts.invite(as: .staff, by: ada)
        let used = try await accounts.invite(as: .staff, by: ada)
        let command = try await accounts.invite(as: .staff)
        _ = try await accept(used.secret, "ben")
        #expect(try await accounts.invitations().map(\.creator) == [nil, "ada"])
        try await accounts.change(ada, role: .staff)
        #expect(try await accounts.invitation(own.secret) == .unknown)
        #expect(try await accounts.invitation(used.secret) == .used)
        #expect(try await accounts.invitation(command.secret) == .open(command.invitation))
    }

    @Test("the database has no secret of an invitation")
    func secrets() async throws {
        let secret = try await accounts.invite(as: .staff).secret
        let rows = try await test.store.read { try $0.dumpedRows("accounts_invitations") }
        #expect(!rows.isEmpty && !rows.contains(secret))
    }
}
