import FailureModel
package import LocalStore
import Pipeline

extension Domain {
    /// The users of a service; other domains refer to their names.
    package static let users: Domain = {
        var domain = Domain(kinds: [])
        domain.errors = ErrorRow.accounts
        domain.tables = [Accounts.schema]
        domain.checkOwner = { owner, system in
            try await Accounts(system.database).check(UserName(owner.text))
        }
        domain.checkGroup = { name, db in
            try Accounts.lock(db)
            try Accounts.check(GroupName(name), db)
        }
        return domain
    }()
}
