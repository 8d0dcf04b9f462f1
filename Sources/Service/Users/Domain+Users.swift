import FailureModel
package import LocalStore

extension Domain {
    /// The users of a service, whose names other domains refer to.
    package static let users: Domain = {
        var domain = Domain(kinds: [])
        domain.errors = ErrorRow.accounts
        domain.tables = [Accounts.schema]
        return domain
    }()
}
