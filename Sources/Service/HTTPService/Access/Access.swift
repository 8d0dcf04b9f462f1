import FailureModel
package import Hummingbird
import Pipeline

/// Rules for who may use the service, and at which address.
package struct Access: Sendable {
    /// The public address behind a proxy, or `nil` if clients reach the service directly.
    package let publicURL: PublicURL?
    /// Whether clients reach the service over TLS, its own or a proxy's.
    package let isSecure: Bool
    private let settings: ServiceSettings
    /// Whether requests need a credential.
    package let isLoginRequired: Bool
    let authenticator: any Authenticator
    /// Verifies the logins of apps.
    package let apps: any AppAuthenticator
    /// Limits logins per client address, since checking a password is expensive.
    private let loginRate = RateLimit(perSecond: 0.5, burst: 30)

    /// Creates the rules from the settings.
    ///
    /// A valid credential is honoured even if none is required.
    ///
    /// - Parameters:
    ///   - settings: a login is required unless they bind the service to a loopback address without a public one.
    ///   - authenticator: verifies the users' credentials.
    ///   - apps: verifies the logins of apps.
    /// - Throws: `users_missing` if a login is required but no user exists; the authenticator's errors.
    package init(
        _ settings: ServiceSettings, _ authenticator: any Authenticator, apps: any AppAuthenticator
    ) async throws {
        publicURL = settings.publicURL
        self.settings = settings
        isSecure = settings.publicURL?.isSecure ?? (settings.tls != nil)
        isLoginRequired = !settings.isLoopback || settings.publicURL != nil
        self.authenticator = authenticator
        self.apps = apps
        if isLoginRequired {
            guard try await authenticator.hasUsers else {
                throw Failure(
                    .usersMissing, "The service requires a login with these settings, and there is no user yet.")
            }
        }
    }

    /// The scheme of the service's own connections.
    var scheme: String { settings.scheme }

    /// Returns the address of a service that encrypts its connections itself; `nil` for others.
    package func encryptedOrigin(port: Int) -> String? { settings.tls.map { _ in settings.origin(port: port) } }

    /// Returns the address at which others reach the service; `nil` if they do not.
    func reachableOrigin() -> String? { ReachableOrigin(settings)?.url }

    /// The name of the session cookie.
    ///
    /// With the `__Host-` prefix, a browser accepts the cookie only over TLS and from this host.
    var cookieName: String { isSecure ? "__Host-formwright_session" : "formwright_session" }

    /// Returns the identity of a request's sender.
    ///
    /// It is `Identity.nobody` if a login is required and the request has no valid credential, or if its token is
    /// invalid. A token counts before a name from the proxy, and that before a session.
    ///
    /// - Parameters:
    ///   - request: the request.
    ///   - peer: the address of the connection.
    /// - Returns: the identity.
    /// - Throws: `sign_on_refused`.
    func identity(of request: Request, from peer: String) async throws -> Identity {
        if let token = request.bearerToken {
            // A JSON Web Token contains dots; an API token contains none.
            let identity =
                token.contains(".")
                ? try await apps.identity(ofAccessToken: token) : try await authenticator.identity(ofToken: token)
            return identity ?? .nobody
        }
        if let signOn = settings.signOn, let login = try signOn.login(in: request.headers, from: peer) {
            return try await authenticator.identity(signedOnAs: login, creating: signOn.createdRole)
        }
        if let session = session(of: request), let identity = try await authenticator.identity(ofSession: session) {
            return identity
        }
        return isLoginRequired ? .nobody : .local
    }

    /// Returns whether an identity is still valid since its request began.
    func isValid(_ identity: Identity) async throws -> Bool {
        switch identity.credential {
        case .none: false
        case .local: true
        case .session, .signOn, .token: try await authenticator.isValid(identity)
        case .appLogin(let number): try await apps.isValid(login: number)
        }
    }

    /// Counts a login attempt.
    ///
    /// - Parameter client: the address from which the request was sent.
    /// - Throws: `too_many_requests` if this address makes too many.
    package func admitLogin(from client: String) throws(APIError) {
        guard loginRate.take(.address(client)) else {
            throw APIError(
                Failure(.tooManyRequests, "There are too many logins from this address; try again later."),
                retryAfter: 10)
        }
    }

    /// Returns the secret in the session cookie.
    package func session(of request: Request) -> String? { request.cookies[cookieName]?.value }

    /// Returns a cookie that sets a session's secret, or removes it.
    package func cookie(_ session: String?) -> Cookie {
        Cookie(
            name: cookieName, value: session ?? "", maxAge: session == nil ? 0 : nil, path: "/",
            secure: isSecure, httpOnly: true, sameSite: .lax)
    }
}
