public import Foundation
import ServiceConnection

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// A client of a family's artworks, stories, reactions and comments, for apps.
///
/// ```swift
/// let client = FamiliesClient(projectURL: url, key: anonKey)
/// try await client.signIn(email: "ada@example.org", password: password)
/// for artwork in try await client.feed() { print(artwork.title) }
/// ```
///
/// An access token that has expired is exchanged and the request repeated. Every method throws
/// ``ServiceConnection/RequestError`` for requests that the service refuses, `URLError` if it cannot be reached, and
/// `CancellationError` when the task is cancelled.
public final class FamiliesClient: Sendable {
    let connection: ServiceConnection
    let key: String
    private let keeper: TokenKeeper<FamilySession>

    /// Creates a client.
    ///
    /// - Parameters:
    ///   - projectURL: the address of the service, as `formwright families credentials` prints it.
    ///   - key: the app's key, which the same command prints.
    ///   - session: the session of an earlier sign-in.
    ///   - urlSession: sends the requests.
    ///   - sessionDidChange: receives new sessions, and `nil` after a sign-out; an app stores them in a keychain.
    public init(
        projectURL: URL, key: String, session: FamilySession? = nil, urlSession: URLSession = .shared,
        sessionDidChange: (@Sendable (FamilySession?) -> Void)? = nil
    ) {
        connection = ServiceConnection(baseURL: projectURL, session: urlSession)
        self.key = key
        keeper = TokenKeeper(session, didChange: sessionDidChange)
    }

    // MARK: Sessions

    /// The session of the member who is signed in.
    public var session: FamilySession? {
        get async { await keeper.tokens }
    }

    /// Signs in.
    @discardableResult
    public func signIn(email: String, password: String) async throws -> FamilySession {
        try await begin("token", [("grant_type", "password")], Credentials(email: email, password: password))
    }

    /// Signs up, and joins a family with the code of an invite.
    @discardableResult
    public func signUp(email: String, password: String, inviteCode: String? = nil) async throws -> FamilySession {
        let data = inviteCode.map { Credentials.Invite(code: $0) }
        return try await begin("signup", [], Credentials(email: email, password: password, data: data))
    }

    /// Signs out on this device.
    ///
    /// The session is forgotten even if the service cannot be reached.
    public func signOut() async throws {
        guard let session = await keeper.tokens else { return }
        await keeper.set(nil)
        _ = try await connection.response(
            to: try request("POST", "auth/v1/logout", [("scope", "local")], session.accessToken))
    }

    private struct Credentials: Encodable {
        struct Invite: Encodable {
            let code: String

            private enum CodingKeys: String, CodingKey { case code = "invite_code" }
        }

        let email: String
        let password: String
        var data: Invite?
    }

    private struct Refresh: Encodable {
        let token: String

        private enum CodingKeys: String, CodingKey { case token = "refresh_token" }
    }

    private func begin(
        _ path: String, _ query: [(name: String, value: String)], _ body: some Encodable
    ) async throws -> FamilySession {
        let session = try await answer(to: path, query, body)
        await keeper.set(session)
        return session
    }

    private func answer(
        to path: String, _ query: [(name: String, value: String)], _ body: some Encodable
    ) async throws -> FamilySession {
        var request = try request("POST", "auth/v1/" + path, query, nil)
        try request.setJSON(body)
        return try JSONDecoder().decode(FamilySession.self, from: try await connection.response(to: request).body)
    }

    // MARK: Requests

    func request(
        _ method: String, _ path: String, _ query: [(name: String, value: String)] = [], _ token: String?
    ) throws -> URLRequest {
        var request = try connection.request(method, path, query, token: token ?? key)
        request.setValue(key, forHTTPHeaderField: "apikey")
        return request
    }

    /// Sends a request, and repeats it with new tokens if the access token is refused.
    func authorized<T: Sendable>(_ send: (_ token: String?) async throws -> T) async throws -> T {
        let session = await keeper.tokens
        do {
            return try await send(session?.accessToken)
        } catch let error as RequestError where error.needsLogin || error.code == "bad_jwt" {
            guard let session, let renewed = try await renewed(after: session) else { throw error }
            return try await send(renewed.accessToken)
        }
    }

    /// Exchanges the tokens of a session.
    func renewed(after session: FamilySession) async throws -> FamilySession? {
        try await keeper.renewed(after: session) { [self] in
            try await answer(to: "token", [("grant_type", "refresh_token")], Refresh(token: $0.refreshToken))
        }
    }

    /// Reads or writes rows.
    func rows(
        _ method: String, _ path: String, _ query: [(name: String, value: String)] = [],
        _ headers: [String: String] = [:], json body: (any Encodable & Sendable)? = nil
    ) async throws -> Data {
        try await authorized { token in
            var request = try request(method, "rest/v1/" + path, query, token)
            if let body { try request.setJSON(body) }
            for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
            return try await connection.response(to: request).body
        }
    }

    func decoded<T: Decodable>(_ data: Data) throws -> T { try JSONDecoder.rows.decode(T.self, from: data) }
}
