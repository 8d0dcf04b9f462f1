import FailureModel
import HTTPService
import HTTPTypes
import Hummingbird
import LocalStore
import Pipeline
import Users

/// The page on which an invited person chooses a name and a password.
struct InvitationPage: Sendable {
    private let users: UserRoutes
    private let renderer: PageRenderer

    /// The routes that readers may use, since the browser may have a session.
    static let personalRoutes: Set<String> = ["POST /invitation/{secret}"]

    init(_ users: UserRoutes, _ renderer: PageRenderer) {
        self.users = users
        self.renderer = renderer
    }

    func add(to pages: RouterGroup<ServiceContext>) {
        pages.get("invitation/:secret") { _, context in try await page(context) }
        pages.post("invitation/:secret", use: accept)
    }

    /// Values of the template.
    private struct Content {
        /// The path of the form; nil if the link cannot be used.
        var action: String?
        var name = ""
        var role = ""
        var explanation = ""
        var expires: PageTime?
        var email: String?
        var problem: String?
        /// The title and the sentences about a link that cannot be used.
        var title = "Welcome"
        var message = ""
        var mayLogIn = false
    }

    /// The problem with a form, which is shown above it.
    private struct Problem {
        let name: String
        let message: String
        let status: HTTPResponse.Status
    }

    private func page(_ context: ServiceContext, _ problem: Problem? = nil) async throws -> Response {
        let secret = context.parameters.get("secret") ?? ""
        switch try await users.accounts.invitation(secret) {
        case .open(let invitation):
            return renderer.render(
                "invitation",
                Content(
                    action: Invitation.path(secret), name: problem?.name ?? "", role: invitation.role.title,
                    explanation: invitation.role.explanation, expires: PageTime(invitation.expiresAt),
                    email: invitation.email, problem: problem?.message),
                status: problem?.status ?? .ok)
        case .used:
            return ended(
                "This invitation was used", "Somebody has already chosen a name and a password with it.", mayLogIn: true
            )
        case .expired:
            return ended(
                "This invitation has expired", "It could be used for 7 days. Ask an administrator for another one.")
        case .unknown:
            return ended(
                "There is no such invitation",
                "Check that the link is complete. It may also have been withdrawn; ask an administrator for another one.",
                status: .notFound)
        }
    }

    private func ended(
        _ title: String, _ message: String, mayLogIn: Bool = false, status: HTTPResponse.Status = .gone
    ) -> Response {
        renderer.render(
            "invitation", Content(title: title, message: message, mayLogIn: mayLogIn), status: status)
    }

    private struct Form: Decodable {
        let name: String
        let password: String
        let again: String
    }

    @Sendable private func accept(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let secret = context.parameters.get("secret") ?? ""
        let form = try await request.form(Form.self, orSay: "The form must have a name, and a password twice.")
        do {
            // Creating a password takes as long as checking one.
            try users.parts.access.admitLogin(from: context.client)
            guard form.password == form.again else {
                throw Failure(.passwordUnsuitable, "The two passwords differ.")
            }
            let domains = users.system.settings.domains
            let session = try await users.accounts.accept(
                secret, name: try UserName(form.name), password: try Password(new: form.password),
                from: LoginClient(of: request, at: context.client)
            ) { owner, db in try domains.contains { try $0.owns(owner, db) } }
            if let old = users.parts.access.session(of: request) { try await end(old, context) }
            var response = Response.redirect(to: "/")
            response.setCookie(users.parts.access.cookie(session))
            return response
        } catch let error as APIError where error.failure.code == .tooManyRequests {
            var response = try await page(
                context, Problem(name: form.name, message: error.failure.message, status: .tooManyRequests))
            response.status = .tooManyRequests
            response.headers.append(contentsOf: error.headers)
            return response
        } catch let error as Failure {
            let status: HTTPResponse.Status
            switch error.code {
            case .malformedUserName, .passwordUnsuitable: status = .unprocessableContent
            case .userExists: status = .conflict
            // The page says what has become of the link.
            case .invitationEnded, .invitationUnknown: status = .gone
            default: throw error
            }
            return try await page(context, Problem(name: form.name, message: error.message, status: status))
        }
    }

    /// Ends the session that the browser had, as a login does.
    private func end(_ session: String, _ context: ServiceContext) async throws {
        try await users.accounts.logOut(session: session)
        let credential = context.identity.credential
        if case .session = credential { users.parts.events.endStreams(of: credential) }
    }
}
