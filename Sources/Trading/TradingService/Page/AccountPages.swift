import HTTPService
import Hummingbird

/// The web pages of accounts: the list, and a single account.
///
/// Their scripts load the figures from the routes for apps.
struct AccountPages: Sendable {
    private let routes: AccountRoutes
    private let renderer: PageRenderer

    /// Creates the pages on top of the account routes.
    init(_ routes: AccountRoutes, _ renderer: PageRenderer) {
        self.routes = routes
        self.renderer = renderer
    }

    /// Adds the pages.
    func add(to pages: RouterGroup<ServiceContext>) {
        pages.get("accounts") { _, context in renderer.render("accounts", [String: String](), for: context) }
        pages.get("accounts/:name", use: account)
    }

    @Sendable private func account(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let name = try await routes.existingAccount(context)
        return renderer.render("account", ["accountName": name], for: context)
    }
}
