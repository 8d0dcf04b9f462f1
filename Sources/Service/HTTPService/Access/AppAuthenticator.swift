package import Pipeline

/// Knows the logins of apps, which prove themselves by JSON Web Tokens.
package protocol AppAuthenticator: Sendable {
    /// Returns who bears an access token; `nil` if it is not valid.
    func identity(ofAccessToken token: String) async throws -> Identity?

    /// Returns whether a login has not ended.
    func isValid(login number: Int64) async throws -> Bool

    /// Begins a login.
    ///
    /// - Parameters:
    ///   - name: a user's name as typed.
    ///   - password: the password as typed.
    /// - Returns: the first tokens of the login.
    /// - Throws: as `Authenticator.logIn`.
    func logIn(name: String, password: String) async throws -> AppTokens

    /// Exchanges a refresh token, which can be used once, for new tokens of the same login.
    ///
    /// - Throws: `token_not_valid`; a token that has been used already ends its login, since somebody else has it.
    func renew(_ refreshToken: String) async throws -> AppTokens

    /// Ends the login of a refresh token; if it has ended already, nothing changes.
    ///
    /// - Throws: `token_not_valid` for what was never a refresh token, or has expired.
    func logOut(_ refreshToken: String) async throws

    /// Returns the number of a user, which stays the same; `nil` if there is no such user.
    func number(of owner: OwnerID) async throws -> Int64?
}

/// The tokens of an app's login.
package struct AppTokens: Sendable, Hashable {
    /// Proves the identity, for a day.
    package let access: String
    /// Can be exchanged for new tokens once, for a week.
    package let refresh: String
    /// The user's number.
    package let userNumber: Int64
    /// The user's name.
    package let userName: String

    /// Gathers the tokens.
    package init(access: String, refresh: String, userNumber: Int64, userName: String) {
        self.access = access
        self.refresh = refresh
        self.userNumber = userNumber
        self.userName = userName
    }
}
