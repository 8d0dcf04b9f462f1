package import Foundation
package import Pipeline
package import RowQuery
package import SQL

/// The caller of one of the project's APIs.
package struct ProjectCaller: Sendable, Hashable {
    /// The user's UUID in lower case; `nil` for a request with only the app's key.
    package let user: String?
    /// The user's session, which may end before the token expires.
    ///
    /// `nil` for a request with only the app's key.
    package let session: UUID?
    /// The expiry of the token; `nil` for the app's key, which never expires.
    package let expires: Timestamp?

    /// Creates a caller.
    package init(user: String?, session: UUID?, expires: Timestamp?) {
        self.user = user
        self.session = session
        self.expires = expires
    }

    /// The caller in the policies of rows.
    package var rows: Caller { Caller(user: user) }
}

/// Identifies the bearers of tokens.
package protocol ProjectCallers: Sendable {
    /// Returns the bearer of a user's or the app's token; `nil` if it is invalid.
    func caller(ofToken token: String) async throws -> ProjectCaller?

    /// Returns the caller named by a token; `nil` if it is invalid.
    ///
    /// The token is one of a user or the app. The session may have ended.
    func caller(namedBy token: String) async -> ProjectCaller?

    /// Returns whether a caller's session is active, as seen by a connection to the store.
    func isInSession(_ caller: ProjectCaller, _ db: any SQLSession) throws -> Bool

    /// Returns whether a caller may change nothing.
    func isReader(_ caller: ProjectCaller) async throws -> Bool

    /// Returns whether a caller's session is active and its token valid.
    func isValid(_ caller: ProjectCaller) async throws -> Bool
}

extension ProjectCallers {
    /// Returns false, as without roles.
    package func isReader(_ caller: ProjectCaller) async throws -> Bool { false }
}
