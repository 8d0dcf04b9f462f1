import Audit
import FailureModel
import HTTPService
import HTTPTypes
import Hummingbird
import Pipeline
import Users

/// The page on which administrators manage users and see who has used what.
struct AdministrationPage: Sendable {
    private let users: UserRoutes
    private let renderer: PageRenderer

    /// The number of users on one page.
    private static let userCount = 50
    /// The number of accesses on the page.
    private static let accessCount = 30

    init(_ users: UserRoutes, _ renderer: PageRenderer) {
        self.users = users
        self.renderer = renderer
    }

    func add(to pages: RouterGroup<ServiceContext>) {
        pages.get("admin") { request, context in
            guard context.identity.credential != .local else {
                return renderer.render("administration", Content(), for: context)
            }
            try context.identity.checkAdministrator()
            var content = Content()
            content.done = request.formValue("done").flatMap { Action(rawValue: $0)?.done }
            let made = try await madeInvitation(request, context)
            if let made {
                content.link = try users.parts.shareable(Invitation.path(made.secret), for: request)
                content.linkExpires = PageTime(made.invitation.expiresAt)
            }
            var response = try await page(content, request, context)
            // A reload shows the link no more.
            if cookie(in: request) != nil { response.setCookie(cookie(nil)) }
            return response
        }
        pages.post("admin/invitations", use: invite)
        pages.post("admin/invitations/:id/withdraw", use: withdraw)
        pages.post("admin/users/:name", use: change)
    }

    /// What the buttons beside a user do.
    private enum Action: String {
        case role, disable, enable
        case endSessions = "end-sessions"
        case withdraw

        /// The sentence after the action.
        var done: String {
            switch self {
            case .role: "The role is changed."
            case .disable: "The user is disabled and logged out."
            case .enable: "The user is enabled."
            case .endSessions: "The user is logged out everywhere. API tokens stay valid."
            case .withdraw: "The invitation is withdrawn."
            }
        }
    }

    /// Values of the template.
    private struct Content {
        struct Row {
            let name: String
            let email: String?
            let isSelf: Bool
            let role: String
            let roles: [PageChoice]
            let isDisabled: Bool
            let loggedIn: PageTime?
            let documents: String
            let storage: String
        }

        struct InvitationRow {
            let id: String
            let role: String
            let email: String?
            let creator: String
            let expires: PageTime
        }

        struct Access {
            let at: PageTime
            let user: String
            let action: String
            /// The document or the user, and what was done.
            let subject: String?
            let credential: String
        }

        /// Whether the request is an administrator's; otherwise the service needs no login.
        var isAdministrator = false
        var done: String?
        var problem: String?
        /// The link of a new invitation, which is shown once.
        var link: String?
        var linkExpires: PageTime?
        var typedEmail = ""
        var roles = UserRole.choices(.staff)
        var users: [Row] = []
        /// The address of the next users, if any.
        var moreUsers: String?
        var isContinued = false
        var invitations: [InvitationRow] = []
        var hasInvitations = false
        var accesses: [Access] = []
        var hasAccesses = false
    }

    private func page(
        _ content: Content, _ request: Request, _ context: ServiceContext, status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        var content = content
        content.isAdministrator = true
        let after = request.isSafe ? request.formValue("after") : nil
        let found = try await users.accounts.users(after: after, limit: Self.userCount + 1)
        content.users = found.prefix(Self.userCount).map { user in
            Content.Row(
                name: user.name, email: user.email, isSelf: user.name == context.owner.text, role: user.role.title,
                roles: UserRole.choices(user.role), isDisabled: user.isDisabled,
                loggedIn: user.loggedInAt.map(PageTime.init), documents: "\(user.documents)",
                storage: PageSize.text(user.bytes))
        }
        content.isContinued = after != nil
        if found.count > Self.userCount { content.moreUsers = "/admin?after=\(found[Self.userCount - 1].name)" }
        content.invitations = try await users.accounts.invitations().map {
            Content.InvitationRow(
                id: "\($0.number)", role: $0.role.title, email: $0.email, creator: $0.creator ?? "a command",
                expires: PageTime($0.expiresAt))
        }
        content.hasInvitations = !content.invitations.isEmpty
        content.accesses = try await users.parts.audit.entries(AuditQuery(limit: Self.accessCount)).map {
            Content.Access(
                at: PageTime($0.at), user: $0.actor.owner == .local ? "without login" : $0.actor.owner.text,
                action: $0.action.title, subject: $0.pageSubject, credential: $0.actor.credential)
        }
        content.hasAccesses = !content.accesses.isEmpty
        return renderer.render("administration", content, for: context, status: status)
    }

    // MARK: Forms

    private struct InvitationForm: Decodable {
        let role: String
        let email: String?
    }

    @Sendable private func invite(_ request: Request, _ context: ServiceContext) async throws -> Response {
        try context.identity.checkMayManageUsers()
        let form = try await request.form(InvitationForm.self, orSay: "The form must have a role.")
        guard let role = UserRole(rawValue: form.role) else {
            throw Failure(.malformedRequest, "The form must have a role.")
        }
        var content = Content()
        let email = form.email.flatMap { $0.isEmpty ? nil : $0 }
        do {
            let secret = try await users.invite(as: role, email: email, context).secret
            // A reload of the page must not make another invitation, so the link is shown after a redirect.
            var response = Response.redirect(to: "/admin")
            response.setCookie(cookie(secret))
            return response
        } catch let error as Failure where [.malformedEmail, .userExists].contains(error.code) {
            content.problem = error.message
            content.typedEmail = email ?? ""
            content.roles = UserRole.choices(role)
            let status: HTTPResponse.Status = error.code == .userExists ? .conflict : .unprocessableContent
            return try await page(content, request, context, status: status)
        }
    }

    // MARK: The link of a new invitation

    private static let linkLifetime = 300

    /// Returns a cookie with the secret of a new invitation, or one that removes it.
    ///
    /// Only the browser that made the invitation has it; the service keeps the digest.
    private func cookie(_ secret: String?) -> Cookie {
        Cookie(
            name: cookieName, value: secret ?? "", maxAge: secret == nil ? 0 : Self.linkLifetime, path: "/admin",
            secure: users.parts.access.isSecure, httpOnly: true, sameSite: .strict)
    }

    private var cookieName: String { users.parts.access.isSecure ? "__Secure-formwright_link" : "formwright_link" }

    private func cookie(in request: Request) -> String? { request.cookies[cookieName]?.value }

    /// Returns the invitation that the administrator has just made.
    ///
    /// The cookie is not believed: the invitation must be open, and the administrator's own.
    private func madeInvitation(
        _ request: Request, _ context: ServiceContext
    ) async throws -> (invitation: Invitation, secret: String)? {
        guard let secret = cookie(in: request),
            case .open(let invitation) = try await users.accounts.invitation(secret),
            invitation.creator == context.owner.text
        else { return nil }
        return (invitation, secret)
    }

    @Sendable private func withdraw(_ request: Request, _ context: ServiceContext) async throws -> Response {
        try context.identity.checkMayManageUsers()
        do {
            try await users.accounts.withdrawInvitation(
                context.parameters.get("id").flatMap { Int64($0) } ?? 0, by: context.actor)
        } catch let error as Failure where error.code == .invitationUnknown {
            // It has ended since the page was loaded.
        }
        return Self.redirect(after: .withdraw)
    }

    private struct UserForm: Decodable {
        let action: String
        let role: String?
    }

    @Sendable private func change(_ request: Request, _ context: ServiceContext) async throws -> Response {
        try context.identity.checkMayManageUsers()
        let name = try UserRoutes.namedUser(context)
        let form = try await request.form(UserForm.self, orSay: "The form must say what to do.")
        let role = form.role.flatMap { UserRole(rawValue: $0) }
        do {
            let action = Action(rawValue: form.action)
            switch (action, role) {
            case (.role, let role?): try await users.accounts.change(name, role: role, by: context.actor)
            case (.disable, _): try await users.accounts.change(name, isDisabled: true, by: context.actor)
            case (.enable, _): try await users.accounts.change(name, isDisabled: false, by: context.actor)
            case (.endSessions, _): try await users.accounts.endSessions(of: name, by: context.actor)
            default: throw Failure(.malformedRequest, "The form must say what to do.")
            }
            return action.map { Self.redirect(after: $0) } ?? .redirect(to: "/admin")
        } catch let error as Failure where error.code == .lastAdministrator {
            var content = Content()
            content.problem = error.message
            return try await page(content, request, context, status: .conflict)
        }
    }

    private static func redirect(after action: Action) -> Response { .redirect(to: "/admin?done=\(action.rawValue)") }
}

extension AuditAction {
    /// The action in words.
    fileprivate var title: String { rawValue.replacing("_", with: " ") }
}

extension AuditEntry {
    /// What the action was about, and what it did; nil for a login.
    fileprivate var pageSubject: String? {
        guard let subject else { return document?.description }
        return detail.map { "\(subject) (\($0))" } ?? subject
    }
}
