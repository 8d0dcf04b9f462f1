import FailureModel
import Hummingbird
import Pipeline

/// Who may use the service, and under which address.
package struct Access: Sendable {
    /// The address behind a proxy; nil if the service is reached directly.
    package let publicURL: PublicURL?
    /// Whether a request must prove who makes it.
    package let isLoginRequired: Bool
    let authenticator: any Authenticator
    /// Knows the logins of apps.
    package let apps: any AppAuthenticator
    /// Whoever tries many names is slowed down by address: every attempt costs a core for a while.
    private let loginRate = RateLimit(perSecond: 0.5, burst: 30)

    /// Creates the rules that follow from the settings.
    ///
    /// A valid credential is also honoured if none is required.
    ///
    /// - Parameters:
    ///   - settings: a login is required unless they bind the service to a loopback address without a public one.
    ///   - authenticator: knows the users.
    ///   - apps: knows the logins of apps.
    /// - Throws: `users_missing` if a login is required and there is no user; the authenticator's errors.
    package init(
        _ settings: ServiceSettings, _ authenticator: any Authenticator, apps: any AppAuthenticator
    ) async throws {
        publicURL = settings.publicURL
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

    /// The name of the session's cookie.
    ///
    /// With the prefix, a browser accepts the cookie only over TLS and from this very host.
    var cookieName: String { publicURL?.isSecure == true ? "__Host-formwright_session" : "formwright_session" }

    /// Returns who makes a request; `Identity.nobody` if a login is required and the request has no valid credential, or if it
    /// has a token that is not valid.
    func identity(of request: Request) async throws -> Identity {
        if let token = request.bearerToken {
            // A JSON Web Token has points, and an API token has none.
            let identity =
                token.contains(".")
                ? try await apps.identity(ofAccessToken: token) : try await authenticator.identity(ofToken: token)
            return identity ?? .nobody
        }
        if let session = session(of: request), let identity = try await authenticator.identity(ofSession: session) {
            return identity
        }
        return isLoginRequired ? .nobody : .local
    }

    /// Returns whether an identity that was valid when its request began still is.
    func isValid(_ identity: Identity) async throws -> Bool {
        switch identity.credential {
        case .none: false
        case .local: true
        case .session, .token: try await authenticator.isValid(identity)
        case .appLogin(let number): try await apps.isValid(login: number)
        }
    }

    /// Counts an attempt to log in.
    ///
    /// - Parameter client: the address from which the request was sent.
    /// - Throws: `too_many_requests` if there are too many from this address.
    package func admitLogin(from client: String) throws(APIError) {
        guard loginRate.take(.address(client)) else {
            throw APIError(
                Failure(.tooManyRequests, "There are too many logins from this address; try again later."),
                retryAfter: 10)
        }
    }

    /// Returns the secret in the session's cookie.
    func session(of request: Request) -> String? { request.cookies[cookieName]?.value }

    /// Returns the cookie that holds a session's secret, or one that removes it.
    func cookie(_ session: String?) -> Cookie {
        Cookie(
            name: cookieName, value: session ?? "", maxAge: session == nil ? 0 : nil, path: "/",
            secure: publicURL?.isSecure == true, httpOnly: true, sameSite: .lax)
    }
}
