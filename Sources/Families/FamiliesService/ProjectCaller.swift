package import Foundation
package import GRDB
package import Pipeline
package import RowQuery

/// Who makes a request to one of the project's APIs.
package struct ProjectCaller: Sendable, Hashable {
    /// The user's UUID in small letters; nil for a request with the app's key alone.
    package let user: String?
    /// The user's session, which may end before the token does; nil for a request with the app's key alone.
    package let session: UUID?
    /// When the token stops being valid; nil for the app's key, which stays valid.
    package let expires: Timestamp?

    /// Creates a caller.
    package init(user: String?, session: UUID?, expires: Timestamp?) {
        self.user = user
        self.session = session
        self.expires = expires
    }

    /// The caller as the policies of rows know it.
    package var rows: Caller { Caller(user: user) }
}

/// Knows who bears a token.
package protocol ProjectCallers: Sendable {
    /// Returns who bears a token, of a user or of the app; nil if it is not valid.
    func caller(ofToken token: String) async throws -> ProjectCaller?

    /// Returns whom a token names, of a user or of the app, whose session may have ended; nil if it is not valid.
    func caller(namedBy token: String) async -> ProjectCaller?

    /// Returns whether a caller's session has not ended, as a connection to the store sees it.
    func isInSession(_ caller: ProjectCaller, _ db: Database) throws -> Bool

    /// Returns whether a caller's session has not ended and its token is still valid.
    func isValid(_ caller: ProjectCaller) async throws -> Bool
}
