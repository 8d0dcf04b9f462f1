package import HTTPService
package import LocalStore
package import LocalWorkers
package import Users
package import UsersService

/// One of the machines that serve a store: what its routes need.
package struct ServiceNode: Sendable {
    package let system: LocalSystem
    package let accounts: Accounts
    package let parts: ServiceParts
    package let stages: OnDemandStages

    /// The routes and pages of users.
    package var users: UserRoutes { UserRoutes(system, parts, accounts: accounts) }
}
