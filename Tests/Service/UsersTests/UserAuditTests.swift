import Audit
import FailureModel
import HTTPService
import Pipeline
import PipelineSQL
import SQLTestSupport
import TestTraits
import Testing
import Users

@Suite("Log of changes of users", .blocking, .onEveryEngine) struct UserAuditTests {
    private let test: TestAccounts
    private var accounts: Accounts { test.accounts }
    private let ada = AuditActor(owner: "ada", credential: "session")

    init() throws { test = try TestAccounts() }

    private func name(_ text: String) throws -> UserName { try UserName(text) }

    /// What the log has, oldest first.
    private func entries() async throws -> [String] {
        try await AuditLog(test.store, clock: test.clock).entries(AuditQuery()).reversed().map {
            "\($0.actor.owner) \($0.actor.credential): \($0.action.rawValue) \($0.subject ?? "") \($0.detail ?? "")"
        }
    }

    @Test("each change is logged with who made it, and a refused one or none is not")
    func changes() async throws {
        try await test.add("ada", as: .administrator)
        try await test.add("ben", as: .staff)
        try await accounts.change(name("ben"), role: .staff, isDisabled: false, by: ada)
        await test.expect(.lastAdministrator) { try await accounts.change(name("ada"), role: .staff, by: ada) }
        await test.expect(.userUnknown) { try await accounts.change(name("eve"), role: .staff, by: ada) }
        await test.expect(.sessionUnknown) {
            try await accounts.endSession(UserSession.ID(.browser, 1), of: name("ben"), by: ada)
        }
        try await accounts.change(name("ben"), role: .administrator, isDisabled: true, by: ada)
        try await accounts.change(name("ben"), isDisabled: false)
        _ = try await test.logIn("ben")
        _ = try await test.logIn("ben")
        let id = try #require(try await accounts.sessions(of: name("ben")).first).id
        try await accounts.endSession(id, of: name("ben"), by: ada)
        try await accounts.endSessions(of: name("ben"), by: ada)
        _ = try await accounts.delete(name("ben"), withDocuments: false)
        #expect(
            try await entries() == [
                " command line: user_added ada administrator", " command line: user_added ben staff",
                "ada session: role_changed ben staff to administrator", "ada session: user_disabled ben ",
                " command line: user_enabled ben ", "ada session: sessions_ended ben \(id)",
                "ada session: sessions_ended ben 1", " command line: user_deleted ben ",
            ])
    }

    @Test("an invitation is logged when it is made, withdrawn, accepted, and when it ends with its author's rights")
    func invitations() async throws {
        try await test.add("ada", as: .administrator)
        try await test.add("ben", as: .administrator)
        let numbers = try await [
            accounts.invite(as: .reader, email: try EmailAddress("x@example.org"), by: name("ada"), actor: ada)
                .invitation.number,
            accounts.invite(as: .staff, by: name("ada"), actor: ada).invitation.number,
        ]
        let (third, secret) = try await accounts.invite(as: .staff, by: name("ada"), actor: ada)
        _ = try await accounts.accept(
            secret, name: name("cleo"), password: try Password(new: TestAccounts.password))
        try await accounts.withdrawInvitation(numbers[0], by: ada)
        await test.expect(.invitationUnknown) { try await accounts.withdrawInvitation(numbers[0], by: ada) }
        try await accounts.change(name("ada"), role: .staff)
        let entries = try await entries()
        #expect(
            Array(entries.dropFirst(2)) == [
                "ada session: invited invitation \(numbers[0]) reader",
                "ada session: invited invitation \(numbers[1]) staff",
                "ada session: invited invitation \(third.number) staff",
                "cleo invitation \(third.number): invitation_accepted cleo staff",
                "ada session: invitation_withdrawn invitation \(numbers[0]) ",
                " command line: invitation_withdrawn invitation \(numbers[1]) ",
                " command line: role_changed ada administrator to staff",
            ])
        #expect(!entries.joined().contains("example.org"))
    }

    @Test("a user whom the proxy's login creates is logged, once")
    func signOn() async throws {
        for _ in 0..<2 { _ = try await accounts.identity(signedOnAs: "eve", creating: .reader) }
        #expect(try await entries() == ["eve sign-on: user_added eve reader"])
    }
}
