package import Audit
import FailureModel
import Foundation
import HTTPService
package import LocalStore
import Pipeline
import PipelineSQL
import SQL

/// Groups of users, who share cases and forms.
extension Accounts {
    /// Maximum number of groups.
    package static let groupLimit = 500
    /// Maximum number of groups of a user.
    package static let membershipLimit = 20

    /// Returns a query of the joined names of a user's groups.
    ///
    /// It is for a statement with the user as `u`.
    static func groupNames(_ dialect: SQLDialect) -> String {
        """
        (SELECT \(dialect.joined("g.name")) FROM accounts_members m JOIN accounts_groups g ON g.id = m."group"
            WHERE m."user" = u.id)
        """
    }

    /// Returns the owners of groups with joined names, sorted.
    static func owners(joined names: String?) -> [OwnerID] {
        (names ?? "").split(separator: ",").sorted().map { .group(String($0)) }
    }

    /// Returns all groups, sorted by name.
    package func groups() async throws -> [UserGroup] {
        try await store.read { db in
            let members = try db.rows(
                """
                SELECT g.name, u.name FROM accounts_members m JOIN accounts_groups g ON g.id = m."group"
                JOIN accounts_users u ON u.id = m."user" ORDER BY u.name
                """
            ) { row in (group: row[0] as String, user: row[1] as String) }
            let users = Dictionary(grouping: members, by: \.group).mapValues { $0.map(\.user) }
            let groups = try db.rows("SELECT name, created_at FROM accounts_groups ORDER BY name") { row in
                (name: row[0] as String, time: Timestamp(milliseconds: row[1]))
            }
            let usage = try StoredDocuments(db).usage(of: groups.map { .group($0.name) })
            return groups.map { group in
                UserGroup(
                    name: group.name, members: users[group.name] ?? [], createdAt: group.time,
                    documents: usage[.group(group.name)]?.documents ?? 0)
            }
        }
    }

    /// Adds a group without users.
    ///
    /// - Throws: `group_exists`; `input_too_large` beyond the limit.
    package func add(_ group: GroupName, by actor: AuditActor = .commandLine) async throws {
        let now = clock.now
        try await write { transaction in
            let db = transaction.db
            guard try db.value(Int.self, "SELECT count(*) FROM accounts_groups") ?? 0 < Self.groupLimit else {
                throw Failure(.inputTooLarge, "There are \(Self.groupLimit) groups, which is the maximum number.")
            }
            let added = try db.execute(
                "INSERT INTO accounts_groups (name, created_at) VALUES (?, ?) ON CONFLICT DO NOTHING",
                [group.text, now.milliseconds])
            guard added == 1 else { throw Failure(.groupExists, "There is a group \(group) already.") }
            try AuditLog.insert(.groupAdded, about: group.text, by: actor, at: now, db)
        }
    }

    /// Deletes a group without documents, with its corrected fields and mappings.
    ///
    /// Forms of the office that were for this group alone are shown to administrators alone.
    ///
    /// - Parameters:
    ///   - group: the group.
    ///   - system: the store, whose domains say what belongs to the group.
    ///   - actor: who deletes it.
    /// - Throws: `group_unknown`; `group_in_use` while documents belong to it.
    package func delete(_ group: GroupName, in system: LocalSystem, by actor: AuditActor = .commandLine) async throws {
        let now = clock.now
        try await write { transaction in
            let number = try Self.number(of: group, transaction.db)
            let documents = try transaction.stored.usage(of: [group.owner])[group.owner]?.documents ?? 0
            guard documents == 0 else {
                throw Failure(
                    .groupInUse,
                    "\(documents) \(documents == 1 ? "document belongs" : "documents belong") to the group \(group).")
            }
            try transaction.db.execute("DELETE FROM accounts_groups WHERE id = ?", [number])
            try AuditLog.insert(.groupDeleted, about: group.text, by: actor, at: now, transaction.db)
        }
        for domain in system.settings.domains {
            for holding in try await domain.holdings(group.owner, system) { try await holding.delete() }
        }
    }

    /// Adds a user to a group, or removes the user.
    ///
    /// A repetition changes nothing.
    ///
    /// - Parameters:
    ///   - isMember: whether the user is in the group afterwards.
    ///   - name: the user.
    ///   - group: the group.
    ///   - actor: who changes it.
    /// - Throws: `user_unknown`; `group_unknown`; `input_too_large` beyond the limit of groups of a user.
    package func setMember(
        _ isMember: Bool, _ name: UserName, of group: GroupName, by actor: AuditActor = .commandLine
    ) async throws {
        let now = clock.now
        try await write { transaction in
            let db = transaction.db
            let (user, number) = (try Self.number(of: name, db), try Self.number(of: group, db))
            let changed: Int
            if isMember {
                changed = try db.execute(
                    "INSERT INTO accounts_members (\"group\", \"user\") VALUES (?, ?) ON CONFLICT DO NOTHING",
                    [number, user])
                let count = "SELECT count(*) FROM accounts_members WHERE \"user\" = ?"
                guard try db.value(Int.self, count, [user]) ?? 0 <= Self.membershipLimit else {
                    throw Failure(
                        .inputTooLarge, "\(name) is in \(Self.membershipLimit) groups, which is the maximum number.")
                }
            } else {
                changed = try db.execute(
                    "DELETE FROM accounts_members WHERE \"group\" = ? AND \"user\" = ?", [number, user])
            }
            guard changed == 1 else { return }
            try AuditLog.insert(
                isMember ? .memberAdded : .memberRemoved, about: name.text, detail: group.text, by: actor, at: now, db)
        }
    }

    /// Checks that a group exists.
    ///
    /// - Throws: `group_unknown`.
    static func check(_ group: GroupName, _ db: any SQLSession) throws { _ = try number(of: group, db) }

    private static func number(of group: GroupName, _ db: any SQLSession) throws -> Int64 {
        guard let number = try db.value(Int64.self, "SELECT id FROM accounts_groups WHERE name = ?", [group.text])
        else { throw Failure(.groupUnknown, "There is no group \(group).") }
        return number
    }
}
