package import Pipeline

/// Verifies the logins of apps, which authenticate with JSON Web Tokens.
package protocol AppAuthenticator: Sendable {
    /// Returns the identity that an access token proves, or `nil` if the token is invalid.
    func identity(ofAccessToken token: String) async throws -> Identity?

    /// Returns whether a login is still active.
    func isValid(login number: Int64) async throws -> Bool

    /// Starts a login.
    ///
    /// - Parameters:
    ///   - name: a user's name as typed.
    ///   - password: the password as typed.
    ///   - client: the program and address of the login.
    /// - Returns: the first tokens of the login.
    /// - Throws: as `Authenticator.logIn`.
    func logIn(name: String, password: String, from client: LoginClient) async throws -> AppTokens

    /// Exchanges a single-use refresh token for new tokens of the same login.
    ///
    /// - Throws: `token_not_valid`. Reusing a token ends its login, since another party must have a copy.
    func renew(_ refreshToken: String) async throws -> AppTokens

    /// Ends the login of a refresh token, or does nothing if it has ended.
    ///
    /// - Throws: `token_not_valid` if the token never was a refresh token, or has expired.
    func logOut(_ refreshToken: String) async throws

    /// Returns the permanent number of a user, or `nil` if there is no such user.
    func number(of owner: OwnerID) async throws -> Int64?
}

extension AppAuthenticator {
    /// Starts a login of an unknown client.
    package func logIn(name: String, password: String) async throws -> AppTokens {
        try await logIn(name: name, password: password, from: .unknown)
    }
}

/// Tokens of an app's login.
package struct AppTokens: Sendable, Hashable {
    /// Access token, valid for one day.
    package let access: String
    /// Single-use refresh token, valid for one week.
    package let refresh: String
    /// The user's number.
    package let userNumber: Int64
    /// The user's name.
    package let userName: String

    /// Creates a set of tokens.
    package init(access: String, refresh: String, userNumber: Int64, userName: String) {
        self.access = access
        self.refresh = refresh
        self.userNumber = userNumber
        self.userName = userName
    }
}
