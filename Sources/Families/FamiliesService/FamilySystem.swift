package import LocalStore
package import Users
import FailureModel
import Foundation
import Pipeline
import PipelineSQL
import RowQuery
package import Families
package import FamiliesSQL
import SQL

/// Opens the rows of families in a store, together with their users.
package enum FamilySystem {
    /// Returns access to the rows.
    ///
    /// - Parameters:
    ///   - system: a store that was opened with the domain of families and with `links`.
    ///   - links: those of the domain.
    /// - Returns: the rows, with which accounts of users end as well.
    /// - Throws: ``RowQuery/InvalidSchema``, a programming error.
    package static func families(in system: LocalSystem, links: PictureLinks = .ids) throws -> FamilyStore {
        let domains = system.settings.domains
        let rows = try FamilyRows(
            links: links,
            endAccount: { user, db in
                try ProjectAccounts.end(
                    user, unless: { owner, db in try domains.contains { try $0.owns(owner, db) } }, db)
            })
        return FamilyStore(system.database, rows: rows)
    }

    /// Removes a user's memberships and data, like `delete_my_account`, but not the user.
    ///
    /// - Throws: `family_refused` for the last owner of a family with other members; errors of the store.
    package static func removeFromFamilies(_ name: UserName, in system: LocalSystem) async throws {
        let families = FamilyStore(system.database, rows: try FamilyRows())
        let now = try await system.database.currentTime().milliseconds * 1_000
        do {
            try await families.write { rows, transaction in
                guard let user = try Accounts.identifier(of: name, transaction.db) else { return }
                let context = WriteContext(caller: Caller(user: user), now: now) { UUID().uuidString.lowercased() }
                _ = try rows.call("delete_my_account", .object([:]), in: context, transaction.db)
            }
        } catch let error as RowQueryError {
            throw Failure(.familyRefused, error.message)
        }
    }
}
