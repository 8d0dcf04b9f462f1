/// Verifies users, their API tokens and their sessions.
package protocol Authenticator: Sendable {
    /// Whether any user exists.
    var hasUsers: Bool { get async throws }

    /// Returns the identity that an API token proves, or `nil` if the token is invalid.
    func identity(ofToken token: String) async throws -> Identity?

    /// Returns the identity that a session's secret proves, or `nil` if the secret is invalid.
    func identity(ofSession session: String) async throws -> Identity?

    /// Returns the identity of somebody whom the proxy has logged in.
    ///
    /// - Parameters:
    ///   - login: a user's name or e-mail address, as the proxy sends it.
    ///   - role: the role of a user who is created if there is none; nil to refuse.
    /// - Returns: the identity.
    /// - Throws: `sign_on_refused` for a malformed name, and for an unknown or disabled user.
    func identity(signedOnAs login: String, creating role: UserRole?) async throws -> Identity

    /// Returns whether an identity's session or token is still valid for the same groups.
    ///
    /// It records no use.
    func isValid(_ identity: Identity) async throws -> Bool

    /// Starts a session.
    ///
    /// - Parameters:
    ///   - name: a user's name as typed.
    ///   - password: the password as typed.
    ///   - session: the secret of the browser's current session, which ends.
    ///   - client: the program and address of the login.
    /// - Returns: the secret of the new session.
    /// - Throws: `login_failed` if the name or the password is wrong, without distinguishing the two;
    ///   `too_many_requests` after too many failures, or while too many passwords are being checked.
    func logIn(
        name: String, password: String, replacing session: String?, from client: LoginClient
    ) async throws -> String

    /// Ends a session.
    func logOut(session: String) async throws
}

extension Authenticator {
    /// Starts a session of an unknown client.
    package func logIn(name: String, password: String, replacing session: String?) async throws -> String {
        try await logIn(name: name, password: password, replacing: session, from: .unknown)
    }
}
