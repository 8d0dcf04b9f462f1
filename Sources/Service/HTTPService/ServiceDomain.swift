package import Audit
import FailureModel
public import Hummingbird
import HTTPTypes
public import Pipeline
public import ServiceLifecycle

/// The service of a domain: its routes under `/api/v1` and its pages.
public protocol ServiceDomain: Sendable {
    /// The kinds of content of the domain.
    ///
    /// If one is switched off, the service omits the domain.
    var kinds: Set<KindName> { get }

    /// Adds the routes that need a login.
    func add(to api: RouterGroup<ServiceContext>)

    /// Adds the routes that a signed link can open without a login.
    ///
    /// Their handlers must check the link and accept nothing else.
    func addLinks(to api: RouterGroup<ServiceContext>)

    /// Adds the routes of an existing app, under `/api` without a version.
    ///
    /// - Parameters:
    ///   - apps: the routes that need a login.
    ///   - open: the routes without a login.
    func add(toApps apps: RouterGroup<ServiceContext>, open: RouterGroup<ServiceContext>)

    /// The path prefixes of its routes at the root, such as `/rest/v1/`.
    ///
    /// See ``add(toRoot:)``.
    var rootPaths: [String] { get }

    /// Adds the routes at the root, for an API defined elsewhere.
    ///
    /// They take bearer tokens, checked by their handlers, and never cookies, so pages of other origins may send
    /// requests to them. The handlers also decide whether such a page may read the response. Each path must begin with
    /// one of ``rootPaths``.
    func add(toRoot root: RouterGroup<ServiceContext>)

    /// The middleware around all other processing of a request, outermost first.
    ///
    /// It encloses error responses too. It receives the requests for all paths, and must pass on those outside of
    /// ``rootPaths`` unchanged.
    var rootMiddleware: [any MiddlewareProtocol<Request, Response, ServiceContext>] { get }

    /// The services to run as long as the HTTP service.
    var services: [any Service] { get }

    /// The checks for its routes, in the order of `/readyz`.
    var readinessChecks: [ReadinessCheck] { get }

    /// Receives the port of the service.
    func listens(on port: Int)

    /// The templates and assets of its pages by file name.
    ///
    /// See ``PageRenderer`` and ``Assets``.
    var pageFiles: [String: [UInt8]] { get }

    /// The routes that readers may use although they change something: the own access.
    ///
    /// Each is a method and a pattern, such as `POST /api/v1/me/password`.
    var personalRoutes: Set<String> { get }

    /// Its entries in the navigation.
    var navigation: [NavigationEntry] { get }

    /// Adds its pages that need a login, with paths from the root.
    func add(pages: RouterGroup<ServiceContext>, _ renderer: PageRenderer)

    /// Adds its pages without data; their scripts perform the login.
    func add(openPages pages: RouterGroup<ServiceContext>, _ renderer: PageRenderer)
}

extension ServiceDomain {
    /// No kinds: the domain is always present.
    public var kinds: Set<KindName> { [] }
    /// Adds nothing.
    public func add(to api: RouterGroup<ServiceContext>) {}
    /// Adds nothing.
    public func addLinks(to api: RouterGroup<ServiceContext>) {}
    /// Adds nothing.
    public func add(toApps apps: RouterGroup<ServiceContext>, open: RouterGroup<ServiceContext>) {}
    /// No paths.
    public var rootPaths: [String] { [] }
    /// No middleware.
    public var rootMiddleware: [any MiddlewareProtocol<Request, Response, ServiceContext>] { [] }
    /// Adds nothing.
    public func add(toRoot root: RouterGroup<ServiceContext>) {}
    /// No services.
    public var services: [any Service] { [] }
    /// No checks.
    public var readinessChecks: [ReadinessCheck] { [] }
    /// Does nothing.
    public func listens(on port: Int) {}
    /// No pages.
    public var pageFiles: [String: [UInt8]] { [:] }
    /// No routes.
    public var personalRoutes: Set<String> { [] }
    /// No entries.
    public var navigation: [NavigationEntry] { [] }
    /// Adds nothing.
    public func add(pages: RouterGroup<ServiceContext>, _ renderer: PageRenderer) {}
    /// Adds nothing.
    public func add(openPages pages: RouterGroup<ServiceContext>, _ renderer: PageRenderer) {}
}

/// The parts of the service that domains share.
package struct ServiceParts: Sendable {
    /// Creates and checks signed links.
    package let links: SignedLinks
    /// Distributes events.
    package let events: EventHub
    /// Refuses work beyond the limits.
    package let admission: Admission
    /// The permitted users and addresses of the service.
    package let access: Access

    /// The log of accesses to documents.
    package let audit: AuditLog

    /// Creates the shared parts.
    package init(
        links: SignedLinks, events: EventHub, admission: Admission, access: Access, audit: AuditLog
    ) {
        self.links = links
        self.events = events
        self.admission = admission
        self.access = access
        self.audit = audit
    }

    /// Records the upcoming action of a request in the access log.
    ///
    /// - Throws: the store's error; the request must then not be served.
    package func record(
        _ action: AuditAction, of document: DocumentID? = nil, by context: ServiceContext
    ) async throws {
        try await audit.record(action, of: document, by: context.actor)
    }

    /// Records the upcoming action of a signed link's bearer in the access log.
    ///
    /// - Parameters:
    ///   - action: the action.
    ///   - document: the document of the link.
    ///   - part: the file of the document, for actions with a single entry for repetitions.
    /// - Throws: the store's error; the request must then not be served.
    package func recordLink(_ action: AuditAction, to document: Document, part: Int = 0) async throws {
        try await audit.record(
            action, of: document.id, part: part, by: AuditActor(owner: document.owner, credential: "link"))
    }

    /// Returns a path of the service as an absolute URL.
    package func absolute(_ path: String, for request: Request) throws -> String {
        try origin(for: request) + path
    }

    /// Returns a path of the service as an absolute URL for somebody at another machine.
    ///
    /// The address that the browser used is no use to others if it is that of this machine.
    package func shareable(_ path: String, for request: Request) throws -> String {
        let isLocal = request.head.authority.flatMap { Authority($0) }?.isLoopback == true
        guard isLocal, let origin = access.reachableOrigin() else { return try absolute(path, for: request) }
        return origin + path
    }

    /// Returns the public address of the service, or else the request's host, as an origin.
    package func origin(for request: Request) throws -> String {
        if let publicURL = access.publicURL { return publicURL.origin }
        // The host was checked before: it names this machine.
        guard let authority = request.head.authority else {
            throw Failure(.malformedRequest, "The request has no Host.")
        }
        return "\(access.scheme)://\(authority)"
    }
}
