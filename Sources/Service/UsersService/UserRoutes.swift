import CUsersAssets
import Files
package import HTTPService
package import Hummingbird
package import LocalStore
package import Users

/// The routes and pages of users, for administrators and for each user's own access.
package struct UserRoutes: Sendable {
    let system: LocalSystem
    let parts: ServiceParts
    let accounts: Accounts

    /// Creates the routes.
    ///
    /// - Parameters:
    ///   - system: the local store, whose domains say what belongs to a name.
    ///   - parts: the parts of the service that domains share.
    ///   - accounts: the users.
    package init(_ system: LocalSystem, _ parts: ServiceParts, accounts: Accounts) {
        self.system = system
        self.parts = parts
        self.accounts = accounts
    }
}

extension UserRoutes: ServiceDomain {
    package var pageFiles: [String: [UInt8]] { EmbeddedFiles.named(users_assets()) }

    package var navigation: [NavigationEntry] {
        [NavigationEntry(title: "Administration", path: "/admin", isForAdministrators: true)]
    }

    package var personalRoutes: Set<String> {
        OwnAccessRoutes.personalRoutes.union(AccountPage.personalRoutes).union(InvitationPage.personalRoutes)
    }

    package func add(to api: RouterGroup<ServiceContext>) {
        OwnAccessRoutes(self).add(to: api)
        AdministrationRoutes(self).add(to: api)
        GroupRoutes(self).add(to: api)
    }

    package func add(pages: RouterGroup<ServiceContext>, _ renderer: PageRenderer) {
        AccountPage(self, renderer).add(to: pages)
        AdministrationPage(self, renderer).add(to: pages)
        GroupsPage(self, renderer).add(to: pages)
    }

    package func add(openPages pages: RouterGroup<ServiceContext>, _ renderer: PageRenderer) {
        InvitationPage(self, renderer).add(to: pages)
    }
}
