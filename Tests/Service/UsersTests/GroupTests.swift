import Audit
import FailureModel
import HTTPService
import LocalStore
import Pipeline
import PipelineSQL
import PipelineTestSupport
import SQLTestSupport
import TestTraits
import Testing
import Users

@Suite("Groups of users", .blocking, .onEveryEngine) struct GroupTests {
    private let test: TestAccounts
    private var accounts: Accounts { test.accounts }
    private let intake: GroupName

    init() throws {
        test = try TestAccounts()
        intake = try GroupName("intake")
    }

    private func name(_ text: String) throws -> UserName { try UserName(text) }

    @Test("a user's session, token and sign-on have the groups from the moment that they change")
    func membership() async throws {
        try await test.add("ada")
        let session = try await test.logIn("ada")
        let token = try await accounts.createToken(of: name("ada"), name: "x", role: .read, lifetime: nil).secret
        func identities() async throws -> [Identity] {
            [
                try #require(try await accounts.identity(ofSession: session)),
                try #require(try await accounts.identity(ofToken: token)),
                try await accounts.identity(signedOnAs: "ada", creating: nil),
            ]
        }
        let before = try await identities()
        #expect(before.allSatisfy { $0.groups.isEmpty && $0.scope == .owner("ada") })
        try await accounts.add(intake)
        try await accounts.add(GroupName("benefits"))
        try await accounts.setMember(true, name("ada"), of: intake)
        try await accounts.setMember(true, name("ada"), of: GroupName("benefits"))
        let after = try await identities()
        let groups: [OwnerID] = ["@group:benefits", "@group:intake"]
        #expect(after.map(\.groups) == [groups, groups, groups])
        #expect(after[0].scope == .owners(["ada", "@group:benefits", "@group:intake"]))
        #expect(throws: Failure.self) { try after[0].group(named: "housing") }
        // What was sent on with the old groups, such as a stream of events, is not valid any more.
        for (old, new) in zip(before, after) {
            #expect(try await !accounts.isValid(old))
            #expect(try await accounts.isValid(new))
        }
        try await accounts.setMember(false, name("ada"), of: intake)
        #expect(try await identities().map(\.groups) == Array(repeating: ["@group:benefits"], count: 3))
    }

    @Test("groups are listed with their users and documents")
    func listing() async throws {
        for name in ["ada", "ben"] { try await test.add(name) }
        try await accounts.add(GroupName("housing"))
        try await accounts.add(intake)
        for user in ["ben", "ada", "ben"] { try await accounts.setMember(true, name(user), of: intake) }
        _ = try await test.store.add(test.document(of: "@group:intake"), at: test.clock.now)
        let groups = try await accounts.groups()
        #expect(groups.map(\.name) == ["housing", "intake"])
        #expect(groups.map(\.members) == [[], ["ada", "ben"]])
        #expect(groups.map(\.documents) == [0, 1])
        _ = try await accounts.delete(name("ben"), withDocuments: false)
        #expect(try await accounts.groups().map(\.members) == [[], ["ada"]])
    }

    @Test("unknown users and groups, names that are none and repetitions are refused or change nothing")
    func refusals() async throws {
        try await test.add("ada")
        try await accounts.add(intake)
        await test.expect(.groupExists) { try await accounts.add(intake) }
        await test.expect(.userUnknown) { try await accounts.setMember(true, name("eve"), of: intake) }
        await test.expect(.groupUnknown) { try await accounts.setMember(true, name("ada"), of: GroupName("x")) }
        for text in ["", "Intake", "@own", "a b", "a,b", "ä", String(repeating: "a", count: 65)] {
            await test.expect(.malformedUserName) { _ = try GroupName(text) }
        }
        for number in 0..<Accounts.membershipLimit {
            let group = try GroupName("g\(number)")
            try await accounts.add(group)
            try await accounts.setMember(true, name("ada"), of: group)
        }
        await test.expect(.inputTooLarge) { try await accounts.setMember(true, name("ada"), of: intake) }
        #expect(try await accounts.groups().first { $0.name == "intake" }?.members == [])
        #expect(try await accounts.groups().first { $0.name == "g0" }?.members == ["ada"])
    }

    @Test("changes are in the log with who made them, and those that change nothing are not")
    func audit() async throws {
        try await test.add("ada")
        let actor = AuditActor(owner: "root", credential: "session")
        try await accounts.add(intake, by: actor)
        for isMember in [true, true, false, false] {
            try await accounts.setMember(isMember, name("ada"), of: intake, by: actor)
        }
        let entries = try await AuditLog(test.store, clock: test.clock).entries(AuditQuery()).reversed().filter {
            $0.actor.owner == "root"
        }
        #expect(entries.map(\.action) == [.groupAdded, .memberAdded, .memberRemoved])
        #expect(
            entries.map(\.subject) == ["intake", "ada", "ada"] && entries.map(\.detail) == [nil, "intake", "intake"])
    }
}
