import FailureModel
import Foundation
import HTTPTypes
import Hummingbird
import Pipeline

/// Routes for logging in and out, and for querying the current identity.
struct LoginRoutes: Sendable {
    private let access: Access
    private let events: EventHub
    private let pages: PageRenderer

    init(_ parts: ServiceParts, _ pages: PageRenderer) {
        access = parts.access
        events = parts.events
        self.pages = pages
    }

    /// The routes that a reader may use although they change the session.
    static let personalRoutes: Set<String> = ["POST /login", "POST /logout"]

    /// Adds the routes.
    ///
    /// - Parameters:
    ///   - open: routes that need no login.
    ///   - api: routes that need a login, under `/api/v1`.
    func add(to open: RouterGroup<ServiceContext>, api: RouterGroup<ServiceContext>) {
        open.get("login", use: page)
        open.post("login", use: logIn)
        open.post("logout", use: logOut)
        api.get("me", use: me)
    }

    /// Returns the address of the login page that continues at `next`.
    static func path(next: String) -> String {
        var allowed = CharacterSet(charactersIn: "/-._~")
        allowed.formUnion(CharacterSet(charactersIn: "a"..."z"))
        allowed.formUnion(CharacterSet(charactersIn: "A"..."Z"))
        allowed.formUnion(CharacterSet(charactersIn: "0"..."9"))
        let next = next.addingPercentEncoding(withAllowedCharacters: allowed) ?? ""
        return "/login?next=\(next)"
    }

    /// Returns the path of this service to continue at, or `/` if `next` is unsafe.
    ///
    /// Browsers treat `//host` and `/\host` as another site, and drop tabs and line breaks.
    static func destination(_ next: String?) -> String {
        guard let next, next.first == "/", next.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") }),
            !next.hasPrefix("//")
        else { return "/" }
        return next
    }

    /// Values of the template.
    private struct Form {
        let name: String
        let next: String
        let problem: String?
    }

    private struct Login: Decodable {
        let name: String
        let password: String
        let next: String?
    }

    @Sendable private func page(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let next = Self.destination(request.uri.queryParameters["next"].map(String.init))
        switch context.identity.credential {
        case .session, .signOn: return .redirect(to: next)
        case .none, .local, .token, .appLogin: break
        }
        return pages.render("login", Form(name: "", next: next, problem: nil))
    }

    @Sendable private func logIn(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let login = try await form(request)
        let next = Self.destination(login.next)
        do {
            try access.admitLogin(from: context.client)
            let old = access.session(of: request)
            let session = try await access.authenticator.logIn(
                name: login.name, password: login.password, replacing: old,
                from: LoginClient(of: request, at: context.client))
            endStreams(of: context.identity)
            var response = Response.redirect(to: next)
            response.setCookie(access.cookie(session))
            return response
        } catch let error as Failure where error.code == .loginFailed {
            var response = pages.render(
                "login", Form(name: login.name, next: next, problem: error.message), status: .unauthorized)
            response.headers[.wwwAuthenticate] = APIError.challenge
            return response
        } catch let error as APIError where error.failure.code == .tooManyRequests {
            var response = pages.render(
                "login", Form(name: login.name, next: next, problem: error.failure.message), status: .tooManyRequests)
            response.headers.append(contentsOf: error.headers)
            return response
        }
    }

    @Sendable private func logOut(_ request: Request, _ context: ServiceContext) async throws -> Response {
        if let session = access.session(of: request) {
            try await access.authenticator.logOut(session: session)
            endStreams(of: context.identity)
        }
        var response = Response.redirect(to: "/login")
        response.setCookie(access.cookie(nil))
        return response
    }

    /// Ends the event streams of an ended session.
    private func endStreams(of identity: Identity) {
        if case .session = identity.credential { events.endStreams(of: identity.credential) }
    }

    private struct Me: Encodable {
        let owner: String
        let role: Identity.Role
        let userRole: UserRole?
        let loginRequired: Bool
    }

    @Sendable private func me(_ request: Request, _ context: ServiceContext) -> Response {
        JSONResponse.make(
            Me(
                owner: context.identity.owner.text, role: context.identity.role, userRole: context.identity.userRole,
                loginRequired: access.isLoginRequired))
    }

    private func form(_ request: Request) async throws -> Login {
        try await request.form(Login.self, orSay: "A login must have a name and a password.")
    }
}
