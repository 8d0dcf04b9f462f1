package import Audit
import FailureModel
public import Hummingbird
import HTTPTypes
public import Pipeline
public import ServiceLifecycle

/// A domain's part of the service: its routes under `/api/v1`, and its pages.
public protocol ServiceDomain: Sendable {
    /// The kinds of content that it is about; if one is switched off, the service is without the domain.
    var kinds: Set<KindName> { get }

    /// Adds the routes that need a login.
    func add(to api: RouterGroup<ServiceContext>)

    /// Adds the routes that a signed link opens without a login.
    ///
    /// Their handlers must check the link, and nothing else may open them.
    func addLinks(to api: RouterGroup<ServiceContext>)

    /// Adds the routes of an app whose addresses are given: under `/api`, without a version.
    ///
    /// - Parameters:
    ///   - apps: the routes that need a login.
    ///   - open: the routes that need none.
    func add(toApps apps: RouterGroup<ServiceContext>, open: RouterGroup<ServiceContext>)

    /// The beginnings of the paths of its routes at the root, such as `/rest/v1/`; see ``add(toRoot:)``.
    var rootPaths: [String] { get }

    /// Adds the routes of an API that others have defined, whose addresses begin at the root.
    ///
    /// They take bearer tokens, which their handlers check, and never cookies, so pages of other origins may send requests to
    /// them; whether such a page may read the answer is the handlers' as well. Each path must begin with one of
    /// ``rootPaths``.
    func add(toRoot root: RouterGroup<ServiceContext>)

    /// Encloses everything else that is done for a request, errors included, the first outermost.
    ///
    /// It sees the requests for all paths, and must leave those alone that are not of ``rootPaths``.
    var rootMiddleware: [any MiddlewareProtocol<Request, Response, ServiceContext>] { get }

    /// What it does by itself as long as the service runs.
    var services: [any Service] { get }

    /// What its routes need, in the order in which `/readyz` lists it.
    var readinessChecks: [ReadinessCheck] { get }

    /// Learns the port on which the service listens.
    func listens(on port: Int)

    /// The templates and assets of its pages by file name; see ``PageRenderer`` and ``Assets``.
    var pageFiles: [String: [UInt8]] { get }

    /// Its entries in the navigation.
    var navigation: [NavigationEntry] { get }

    /// Adds its pages, whose paths begin at the root and which need a login.
    func add(pages: RouterGroup<ServiceContext>, _ renderer: PageRenderer)

    /// Adds its pages without data, whose scripts sign people in by themselves.
    func add(openPages pages: RouterGroup<ServiceContext>, _ renderer: PageRenderer)
}

extension ServiceDomain {
    /// None: the domain is always there.
    public var kinds: Set<KindName> { [] }
    /// Adds nothing.
    public func add(to api: RouterGroup<ServiceContext>) {}
    /// Adds nothing.
    public func addLinks(to api: RouterGroup<ServiceContext>) {}
    /// Adds nothing.
    public func add(toApps apps: RouterGroup<ServiceContext>, open: RouterGroup<ServiceContext>) {}
    /// No paths.
    public var rootPaths: [String] { [] }
    /// None.
    public var rootMiddleware: [any MiddlewareProtocol<Request, Response, ServiceContext>] { [] }
    /// Adds nothing.
    public func add(toRoot root: RouterGroup<ServiceContext>) {}
    /// Nothing.
    public var services: [any Service] { [] }
    /// No checks.
    public var readinessChecks: [ReadinessCheck] { [] }
    /// Does nothing.
    public func listens(on port: Int) {}
    /// No pages.
    public var pageFiles: [String: [UInt8]] { [:] }
    /// No pages.
    public var navigation: [NavigationEntry] { [] }
    /// No pages.
    public func add(pages: RouterGroup<ServiceContext>, _ renderer: PageRenderer) {}
    /// No pages.
    public func add(openPages pages: RouterGroup<ServiceContext>, _ renderer: PageRenderer) {}
}

/// What the skeleton offers to domains.
package struct ServiceParts: Sendable {
    /// Makes and checks links.
    package let links: SignedLinks
    /// Hands out events.
    package let events: EventHub
    /// Refuses work beyond the limits.
    package let admission: Admission
    /// Who may use the service, and under which address.
    package let access: Access

    /// The log of who used which document.
    package let audit: AuditLog

    /// Gathers the parts.
    package init(
        links: SignedLinks, events: EventHub, admission: Admission, access: Access, audit: AuditLog
    ) {
        self.links = links
        self.events = events
        self.admission = admission
        self.access = access
        self.audit = audit
    }

    /// Writes into the log of accesses what a request is about to do.
    ///
    /// - Throws: the store's error if that is not possible; the request must then not be answered.
    package func record(
        _ action: AuditAction, of document: DocumentID? = nil, by context: ServiceContext
    ) async throws {
        try await audit.record(action, of: document, by: context.actor)
    }

    /// Writes into the log of accesses what the bearer of a signed link is about to do.
    ///
    /// - Parameters:
    ///   - action: what is about to be done.
    ///   - document: the document that the link is to.
    ///   - part: which of the document's files it is, for actions that are one entry if they are repeated.
    /// - Throws: the store's error if that is not possible; the request must then not be answered.
    package func recordLink(_ action: AuditAction, to document: Document, part: Int = 0) async throws {
        try await audit.record(
            action, of: document.id, part: part, by: AuditActor(owner: document.owner, credential: "link"))
    }

    /// A path of the service as an absolute URL.
    package func absolute(_ path: String, for request: Request) throws -> String {
        try origin(for: request) + path
    }

    /// What absolute URLs begin with: the service's public address, or the host that the request names.
    package func origin(for request: Request) throws -> String {
        if let publicURL = access.publicURL { return publicURL.origin }
        // The host has been checked: it names this machine.
        guard let authority = request.head.authority else {
            throw Failure(.malformedRequest, "The request has no Host.")
        }
        return "http://\(authority)"
    }
}
