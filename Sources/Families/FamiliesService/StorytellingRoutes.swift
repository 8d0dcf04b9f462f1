import FailureModel
import FamiliesDomain
package import LocalStore
package import Users
import Artworks
package import HTTPService
package import Hummingbird
package import Pipeline
import PipelineSQL
package import ServiceLifecycle
package import Webhooks
import CFamiliesAssets
import Files
import Families
package import FamiliesSQL

/// The routes for apps of families: sign-in, rows, pictures and books.
///
/// All except those of books are compatible with a Supabase project.
package struct StorytellingRoutes: Sendable {
    private let auth: AuthRoutes
    private let rows: RowRoutes
    private let pictures: PictureRoutes
    /// The routes of books; `nil` if storybooks are disabled.
    private let books: BookRoutes?
    private let accounts: ProjectAccounts
    private let settings: StorytellingSettings
    private let addresses: PictureAddresses
    private let access: Access
    private let families: FamilyStore
    /// Whether the settings file names families.
    private let isNamed: Bool

    /// Creates the routes.
    ///
    /// - Parameters:
    ///   - families: The rows.
    ///   - system: The store of picture documents.
    ///   - accounts: The users and sessions, which also identify the bearers of tokens.
    ///   - settings: The settings for signing up and for pages of other origins.
    ///   - mail: The sender of codes for new passwords; nil to send none.
    ///   - addresses: The addresses of pictures in the rows. They start to use the service's key and public address.
    ///   - service: The parts of the service that domains share.
    package init(
        _ families: FamilyStore, _ system: LocalSystem, accounts: ProjectAccounts,
        settings: StorytellingSettings = StorytellingSettings(), mail: MailRoute? = nil, addresses: PictureAddresses,
        _ service: ServiceParts
    ) {
        addresses.use(service.links, publicURL: service.access.publicURL)
        self.accounts = accounts
        self.settings = settings
        self.addresses = addresses
        access = service.access
        self.families = families
        isNamed = !Self.kinds.isDisjoint(with: system.settings.namedKinds)
        let guesses = InviteGuesses()
        auth = AuthRoutes(
            accounts, newcomers: SignUp(accounts, families, mode: settings.signUp, guesses: guesses),
            recovery: mail.map {
                PasswordRecovery(
                    accounts, by: $0, origins: settings.origins, origin: service.access.publicURL?.origin)
            },
            access: service.access)
        rows = RowRoutes(
            FamilyRowStore(families), callers: accounts,
            admit: { function, client in
                if function == FamilyCall.acceptInvite.rawValue { try guesses.admit(from: client) }
            }, now: { families.clock.now.milliseconds * 1_000 })
        pictures = PictureRoutes(families, system, callers: accounts, service)
        books =
            system.kinds[StorybookKind.name] == nil
            ? nil : BookRoutes(families, system, callers: accounts, service)
    }
}

extension StorytellingRoutes: ServiceDomain {
    /// The kinds needed for families' artworks.
    static let kinds: Set<KindName> = [ArtworkKind.name]

    package var kinds: Set<KindName> { Self.kinds }

    package var rootPaths: [String] { ["/auth/v1/", "/rest/v1/", "/storage/v1/", "/books/v1/", "/realtime/v1/"] }

    package var rootMiddleware: [any MiddlewareProtocol<Request, Response, ServiceContext>] {
        [CrossOriginAccess(origins: settings.origins, paths: rootPaths), UnbuiltCalls(path: "/auth/v1/")]
    }

    package var services: [any Service] { books?.services ?? [] }

    /// The checks for typesetting books.
    package var readinessChecks: [ReadinessCheck] { books == nil ? [] : [.fonts] }

    package func listens(on port: Int) {
        addresses.listens(on: port, at: access.encryptedOrigin(port: port))
    }

    package var pageFiles: [String: [UInt8]] { EmbeddedFiles.named(families_assets()) }

    package var navigation: [NavigationEntry] {
        [
            // Members can have a login of their own here, so the user of the service says nothing about them.
            NavigationEntry(title: "Stories", path: "/stories") { [isNamed, families] _ in
                if isNamed { return true }
                return try await families.hasFamilies()
            }
        ]
    }

    package func add(openPages pages: RouterGroup<ServiceContext>, _ renderer: PageRenderer) {
        pages.get("stories") { _, context in
            let page = StoriesPage(
                key: try await accounts.appKey(), isLoginRequired: access.isLoginRequired, for: context.identity)
            return renderer.render("stories", page, for: context)
        }
        pages.post("stories/session") { _, context in
            guard let token = try await accounts.token(ofLogin: context.identity) else {
                throw Failure(.loginRequired, "Nobody is logged in to the pages of this service.")
            }
            return JSONResponse.make(
                LoginAnswer(
                    accessToken: token.accessToken, expiresAt: token.expires.milliseconds / 1000, user: token.user,
                    name: token.name))
        }
    }

    package var personalRoutes: Set<String> { ["POST /stories/session"] }

    package func add(toRoot root: RouterGroup<ServiceContext>) {
        auth.add(to: root)
        rows.add(to: root)
        pictures.add(to: root)
        books?.add(to: root)
    }
}

/// The values of the page.
private struct StoriesPage {
    let key: String
    /// How somebody gets in.
    ///
    /// By the `login` that there is, one that the service `offers`, or a login of their `own` only.
    let login: String

    init(key: String, isLoginRequired: Bool, for identity: Identity) {
        self.key = key
        switch identity.credential {
        case .session, .signOn: login = "login"
        case .none, .local, .token, .appLogin: login = isLoginRequired ? "offers" : "own"
        }
    }
}

/// The token of somebody who is logged in to the service's pages.
private struct LoginAnswer: Encodable {
    let accessToken: String
    /// The expiry in seconds since 1970.
    let expiresAt: Int64
    /// The user's UUID.
    let user: String
    let name: String
}
