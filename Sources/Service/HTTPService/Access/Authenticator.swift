/// Knows users, their API tokens and their sessions.
package protocol Authenticator: Sendable {
    /// Whether anybody can log in.
    var hasUsers: Bool { get async throws }

    /// Returns who bears an API token; nil if it is not valid.
    func identity(ofToken token: String) async throws -> Identity?

    /// Returns who is logged in with a session's secret; nil if it is not valid.
    func identity(ofSession session: String) async throws -> Identity?

    /// Returns whether an identity's session or token is still valid, without counting as its use.
    func isValid(_ identity: Identity) async throws -> Bool

    /// Starts a session.
    ///
    /// - Parameters:
    ///   - name: a user's name as typed.
    ///   - password: the password as typed.
    ///   - session: the secret of the session that the browser has so far, which ends.
    /// - Returns: the secret of the new session.
    /// - Throws: `login_failed` for a wrong name or password alike; `too_many_requests` after too many failures, or while too
    ///   many passwords are being checked.
    func logIn(name: String, password: String, replacing session: String?) async throws -> String

    /// Ends a session.
    func logOut(session: String) async throws
}
