import Audit
import FailureModel
import HTTPService
import Hummingbird
import Pipeline
import Users

/// What the pages and the API of users do.
extension UserRoutes {
    // MARK: Own access

    /// Returns the user of a request.
    ///
    /// - Throws: `forbidden` if the request has no user, as on a machine without logins.
    func user(of context: ServiceContext) throws(Failure) -> UserName {
        guard context.identity.userRole != nil else {
            throw Failure(.forbidden, "This is for users who have logged in; the service needs no login here.")
        }
        return try UserName(context.owner.text)
    }

    /// Returns the ID of a request's own session; nil for a token or sign-on.
    func sessionID(of context: ServiceContext) -> UserSession.ID? {
        switch context.identity.credential {
        case .session(let number): UserSession.ID(.browser, number)
        case .appLogin(let number): UserSession.ID(.app, number)
        case .none, .local, .signOn, .token: nil
        }
    }

    /// Replaces the password of a request's user.
    ///
    /// - Throws: as `Accounts.changePassword`.
    func changePassword(from old: String, to new: String, _ context: ServiceContext) async throws {
        let user = try user(of: context)
        // Checking a password takes as long as at a login.
        try parts.access.admitLogin(from: context.client)
        try await accounts.changePassword(
            of: user, from: old, to: try Password(new: new), keeping: KeptLogin(of: context.identity),
            by: context.actor)
    }

    /// Ends a session of a user, with its event streams.
    ///
    /// - Throws: `user_unknown`; `session_unknown`.
    func endSession(_ text: String, of user: UserName, by actor: AuditActor) async throws {
        guard let id = UserSession.ID(text) else {
            throw Failure(.sessionUnknown, "There is no such session of \(user).")
        }
        try await accounts.endSession(id, of: user, by: actor)
        switch id.kind {
        case .browser: parts.events.endStreams(of: .session(id.number))
        case .app: parts.events.endStreams(of: .appLogin(id.number))
        case .family: break
        }
    }

    // MARK: Administration

    /// Returns the user in a request's path.
    ///
    /// - Throws: `user_unknown` for a text that is no name.
    static func namedUser(_ context: ServiceContext) throws(Failure) -> UserName {
        guard let text = context.parameters.get("name"), let name = try? UserName(text) else {
            throw Failure(.userUnknown, "There is no such user.")
        }
        return name
    }

    /// Invites somebody in the name of a request's administrator.
    ///
    /// - Throws: `forbidden`; `malformed_email`; as `Accounts.invite`.
    func invite(
        as role: UserRole, email: String?, _ context: ServiceContext
    ) async throws -> (invitation: Invitation, secret: String) {
        try context.identity.checkMayManageUsers()
        return try await accounts.invite(
            as: role, email: try email.map { try EmailAddress($0) }, by: try user(of: context), actor: context.actor)
    }
}
