import Families
import FamiliesSQL
import FailureModel
import Pipeline
import PipelineSQL
import RowQuery
import RowQuerySQL
import SQL
import SQLTestSupport
import Testing

private typealias Families = TestFamilies

/// A request that several tasks make.
private typealias SharedAsk = @Sendable (FamilyRows, WriteContext, any SQLSession) throws -> TestFamilies.Outcome

@Suite("Families that several change at once", .onEveryEngine)
struct ConcurrencyTests {
    private let families: TestFamilies
    private let store: FamilyStore

    init() throws {
        families = try Families()
        store = FamilyStore(families.store, rows: try FamilyRows())
    }

    /// Makes one request for each user at the same time, and returns how many succeed.
    private func successes(of users: [String], _ ask: @escaping SharedAsk) async -> Int {
        await withTaskGroup(of: Bool.self) { group in
            for user in users {
                group.addTask { [store, families] in
                    do {
                        return try await store.write { rows, transaction in
                            try ask(rows, families.context(user), transaction.db).changes > 0
                        }
                    } catch is RowQueryError {
                        return false
                    } catch {
                        Issue.record("\(error)")
                        return false
                    }
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
    }

    private func count(_ rows: String) throws -> Int {
        try families.database.readBlocking { try $0.value(Int.self, "SELECT count(*) FROM storytelling_\(rows)") ?? 0 }
    }

    @Test("an invite is used once")
    func invite() async throws {
        let before = try count("members")
        let users = (200..<212).map { Families.id($0) }
        let accept: SharedAsk = { rows, context, db in
            try Families.call("accept_family_invite", #"{"invite_code":"ABCDEFGH"}"#)(rows, context, db)
        }
        #expect(await successes(of: users, accept) == 1)
        #expect(try count("members") == before + 1)
    }

    @Test("of two last owners who leave, one stays")
    func lastOwner() async throws {
        let leave: SharedAsk = { rows, context, db in
            let user = context.caller.user ?? ""
            return try Families.delete("family_members", "user_id=eq.\(user)")(rows, context, db)
        }
        #expect(await successes(of: [Families.ada, Families.fay], leave) == 1)
        #expect(try count("members WHERE family_id = '\(Families.lovelaces)' AND role = 'owner'") == 1)
    }

    @Test("of accounts of two last owners that end, one stays")
    func lastAccount() async throws {
        let end: SharedAsk = { rows, context, db in try Families.call("delete_my_account")(rows, context, db) }
        #expect(await successes(of: [Families.ada, Families.fay], end) == 1)
        #expect(try count("members WHERE family_id = '\(Families.lovelaces)' AND role = 'owner'") == 1)
    }

    @Test("a family has no more members than its limit")
    func members() async throws {
        let codes = (0..<12).map { "ABCDEFG" + String("ABCDEFGHJKLM".dropFirst($0).prefix(1)) }
        try families.database.writeBlocking { db in
            let present =
                try db.value(
                    Int.self, "SELECT count(*) FROM storytelling_members WHERE family_id = ?", [Families.lovelaces])
                ?? 0
            for number in present..<FamilyLimits.members - 1 {
                try db.execute(
                    "INSERT INTO storytelling_members VALUES (?, ?, ?, 'viewer', NULL, '2026')",
                    [Families.id(5_000 + number), Families.lovelaces, Families.id(6_000 + number)])
            }
            try db.execute("DELETE FROM storytelling_invites")
            for (number, code) in codes.enumerated() {
                try db.execute(
                    """
                    INSERT INTO storytelling_invites VALUES
                        (?, ?, ?, 'viewer', NULL, '2026-02-05T12:00:00.000000+00:00', NULL, ?, '2026')
                    """, [Families.id(7_000 + number), Families.lovelaces, code, Families.ada])
            }
        }
        let accept: SharedAsk = { rows, context, db in
            let number = Int(context.caller.user?.suffix(2) ?? "") ?? 0
            let body = #"{"invite_code":"\#(codes[number])"}"#
            return try Families.call("accept_family_invite", body)(rows, context, db)
        }
        #expect(await successes(of: (0..<12).map { Families.id(8_000 + $0) }, accept) == 1)
        #expect(try count("members WHERE family_id = '\(Families.lovelaces)'") == FamilyLimits.members)
    }

    @Test("who follows the changes misses none, whatever is committed meanwhile")
    func feed() async throws {
        let writers = 6
        let writes = 20
        let begin = try families.database.readBlocking { try ChangeFeed.newest($0) }
        try await withThrowingTaskGroup(of: [Int64].self) { group in
            for writer in 0..<writers {
                group.addTask { [families] in
                    for number in 0..<writes {
                        // Without the lock of a family's write, as a change from elsewhere.
                        try await families.store.write { transaction in
                            try transaction.db.execute(
                                "INSERT INTO storytelling_children VALUES (?, ?, 'C', NULL, NULL, NULL, '2026')",
                                [Families.id(10_000 + writer * 100 + number), Families.lovelaces])
                        }
                    }
                    return []
                }
            }
            group.addTask { [families] in
                var (seen, position): ([Int64], Int64) = ([], begin)
                while seen.count < writers * writes {
                    let after = position
                    // Counted first, so that nothing is written between the last look at the feed and the count.
                    let rows = try await families.store.read { db in
                        try db.value(Int.self, "SELECT count(*) FROM storytelling_children WHERE name = 'C'") ?? 0
                    }
                    let changes = try await families.store.read { try ChangeFeed.changes(after: after, $0) }
                    seen += changes.map(\.sequence)
                    position = changes.last?.sequence ?? position
                    let newest = try await families.store.read { try ChangeFeed.newest($0) }
                    // All writes were done and one was missed: the loop would not end.
                    if rows == writers * writes, position >= newest, changes.isEmpty { break }
                }
                return seen
            }
            let seen = try await group.reduce(into: []) { $0 += $1 }
            #expect(seen.count == writers * writes)
            #expect(seen == seen.sorted())
        }
    }
}
