import FailureModel
import HTTPService
import HTTPTypes
import Hummingbird
import Pipeline
import Users

/// The page on which users change their password and end their sessions.
struct AccountPage: Sendable {
    private let users: UserRoutes
    private let renderer: PageRenderer

    /// The routes that readers may use.
    static let personalRoutes: Set<String> = [
        "POST /account/password", "POST /account/sessions/end-others", "POST /account/sessions/{id}/end",
    ]

    init(_ users: UserRoutes, _ renderer: PageRenderer) {
        self.users = users
        self.renderer = renderer
    }

    func add(to pages: RouterGroup<ServiceContext>) {
        pages.get("account") { request, context in
            try await page(context, done: request.formValue("done").flatMap(Done.init))
        }
        pages.post("account/password", use: changePassword)
        pages.post("account/sessions/end-others", use: endOthers)
        pages.post("account/sessions/:id/end", use: end)
    }

    /// What a form has done, in the address of the page after it.
    private enum Done: String {
        case password, session, sessions

        var sentence: String {
            switch self {
            case .password: "Your password is changed, and you are logged out everywhere else."
            case .session: "The session has ended."
            case .sessions: "You are logged out everywhere else."
            }
        }
    }

    /// Values of the template.
    private struct Content {
        struct Session {
            let id: String
            let kind: String
            /// The program and address, as far as they are known.
            let client: String?
            let began: PageTime
            let used: PageTime
            let isCurrent: Bool
        }

        var isLocal = false
        var name = ""
        var role = ""
        var explanation = ""
        /// Whether the proxy has logged the user in.
        var isSignedOn = false
        var done: String?
        var problem: String?
        var sessions: [Session] = []
        var hasSessions = false
        var hasOthers = false
    }

    private func page(
        _ context: ServiceContext, done: Done? = nil, problem: String? = nil, status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        guard let role = context.identity.userRole else {
            return renderer.render("user-account", Content(isLocal: true), for: context, status: status)
        }
        let current = users.sessionID(of: context)
        let sessions = try await users.accounts.sessions(of: try users.user(of: context)).map {
            Content.Session(
                id: $0.id.description, kind: $0.id.kind.title,
                client: $0.client.title, began: PageTime($0.createdAt), used: PageTime($0.usedAt),
                isCurrent: $0.id == current)
        }
        let content = Content(
            name: context.owner.text, role: role.title, explanation: role.explanation,
            isSignedOn: Self.isSignedOn(context), done: done?.sentence, problem: problem, sessions: sessions,
            hasSessions: !sessions.isEmpty,
            hasOthers: sessions.contains { !$0.isCurrent })
        return renderer.render("user-account", content, for: context, status: status)
    }

    private static func isSignedOn(_ context: ServiceContext) -> Bool {
        if case .signOn = context.identity.credential { true } else { false }
    }

    private struct PasswordForm: Decodable {
        let old: String
        let new: String
        let again: String
    }

    @Sendable private func changePassword(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let form = try await request.form(
            PasswordForm.self, orSay: "The form must have the old password, and the new one twice.")
        do {
            guard form.new == form.again else {
                throw Failure(.passwordUnsuitable, "The two new passwords differ.")
            }
            try await users.changePassword(from: form.old, to: form.new, context)
            return .redirect(to: "/account?done=password")
        } catch let error as Failure where [.passwordWrong, .passwordUnsuitable].contains(error.code) {
            let status: HTTPResponse.Status = error.code == .passwordWrong ? .forbidden : .unprocessableContent
            return try await page(context, problem: error.message, status: status)
        } catch let error as APIError where error.failure.code == .tooManyRequests {
            var response = try await page(context, problem: error.failure.message, status: .tooManyRequests)
            response.headers.append(contentsOf: error.headers)
            return response
        }
    }

    @Sendable private func endOthers(_ request: Request, _ context: ServiceContext) async throws -> Response {
        try await users.accounts.endSessions(
            of: try users.user(of: context), keeping: KeptLogin(of: context.identity), by: context.actor)
        return .redirect(to: "/account?done=sessions")
    }

    @Sendable private func end(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let id = context.parameters.get("id") ?? ""
        do {
            try await users.endSession(id, of: try users.user(of: context), by: context.actor)
        } catch let error as Failure where error.code == .sessionUnknown {
            // It has ended by itself since the page was loaded.
        }
        return .redirect(to: "/account?done=session")
    }
}

extension LoginClient {
    /// The client on a page; nil if nothing is known.
    fileprivate var title: String? {
        let parts = [program, address].compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }
}

extension UserSession.Kind {
    /// The name of the kind on a page.
    fileprivate var title: String {
        switch self {
        case .browser: "Browser"
        case .app: "App"
        case .family: "Family app"
        }
    }
}
