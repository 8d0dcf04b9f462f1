import FamiliesDomain
package import LocalStore
package import Users
import Artworks
package import HTTPService
package import Hummingbird
package import Pipeline
package import ServiceLifecycle
import CFamiliesAssets
import Files
import Families
package import FamiliesSQLite

/// The routes by which apps of families sign in, read and write rows, keep pictures, and have books made.
///
/// All but those of books are the routes of a Supabase project.
package struct StorytellingRoutes: Sendable {
    private let auth: AuthRoutes
    private let rows: RowRoutes
    private let pictures: PictureRoutes
    /// Nil if storybooks are switched off.
    private let books: BookRoutes?
    private let accounts: ProjectAccounts
    private let settings: StorytellingSettings
    private let addresses: PictureAddresses

    /// Creates the routes.
    ///
    /// - Parameters:
    ///   - families: the rows.
    ///   - system: has the documents of pictures.
    ///   - accounts: the users and their sessions; knows who bears a token.
    ///   - settings: who may sign up, and which pages may use the APIs.
    ///   - addresses: those of pictures in the rows; they begin to use the service's key and public address.
    ///   - service: the parts of the service that all domains share.
    package init(
        _ families: FamilyStore, _ system: LocalSystem, accounts: ProjectAccounts,
        settings: StorytellingSettings = StorytellingSettings(), addresses: PictureAddresses, _ service: ServiceParts
    ) {
        addresses.use(service.links, publicURL: service.access.publicURL)
        self.accounts = accounts
        self.settings = settings
        self.addresses = addresses
        let guesses = InviteGuesses()
        auth = AuthRoutes(
            accounts, newcomers: SignUp(accounts, families, mode: settings.signUp, guesses: guesses),
            access: service.access)
        rows = RowRoutes(FamilyRowStore(families), callers: accounts) { function, client in
            if function == FamilyCall.acceptInvite.rawValue { try guesses.admit(from: client) }
        }
        pictures = PictureRoutes(families, system, callers: accounts, service)
        books =
            system.kinds[StorybookKind.name] == nil
            ? nil : BookRoutes(families, system, callers: accounts, service)
    }
}

extension StorytellingRoutes: ServiceDomain {
    /// The kinds that families' artworks need.
    static let kinds: Set<KindName> = [ArtworkKind.name]

    package var kinds: Set<KindName> { Self.kinds }

    package var rootPaths: [String] { ["/auth/v1/", "/rest/v1/", "/storage/v1/", "/books/v1/", "/realtime/v1/"] }

    package var rootMiddleware: [any MiddlewareProtocol<Request, Response, ServiceContext>] {
        [CrossOriginAccess(origins: settings.origins, paths: rootPaths), UnbuiltCalls(path: "/auth/v1/")]
    }

    package var services: [any Service] { books?.services ?? [] }

    /// Typesetting books.
    package var readinessChecks: [ReadinessCheck] { books == nil ? [] : [.fonts] }

    package func listens(on port: Int) { addresses.listens(on: port) }

    package var pageFiles: [String: [UInt8]] { EmbeddedFiles.named(families_assets()) }

    package var navigation: [NavigationEntry] { [NavigationEntry(title: "Stories", path: "/stories")] }

    package func add(openPages pages: RouterGroup<ServiceContext>, _ renderer: PageRenderer) {
        pages.get("stories") { _, context in
            renderer.render("stories", ["key": try await accounts.appKey()], for: context)
        }
    }

    package func add(toRoot root: RouterGroup<ServiceContext>) {
        auth.add(to: root)
        rows.add(to: root)
        pictures.add(to: root)
        books?.add(to: root)
    }
}
