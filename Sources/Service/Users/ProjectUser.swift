package import Foundation
package import Pipeline
import SQL

/// A user in the view of a project's apps.
package struct ProjectUser: Sendable, Hashable {
    /// The UUID in lower case, which never changes.
    package let id: String
    /// The e-mail address in lower case, if any.
    package let email: String?
    /// The metadata that apps store for the user, as a JSON object.
    package let metadata: String
    /// When the user was added.
    package let createdAt: Timestamp
    /// When any of the above was last changed.
    package let updatedAt: Timestamp

    /// The maximum length of metadata in bytes.
    package static let metadataLimit = 16 << 10

    static let columns = "u.uuid, u.email, u.metadata, u.created_at, u.updated_at"

    init(id: String, email: String?, metadata: String, createdAt: Timestamp, updatedAt: Timestamp) {
        self.id = id
        self.email = email
        self.metadata = metadata
        self.createdAt = createdAt
        self.updatedAt = updatedAt
    }

    /// Decodes a row that begins with ``columns``.
    init(_ row: SQLRow) {
        self.init(
            id: row[0], email: row[1], metadata: row[2], createdAt: Timestamp(milliseconds: row[3]),
            updatedAt: Timestamp(milliseconds: row[4]))
    }
}

/// The tokens of a session for the app.
package struct ProjectSession: Sendable, Hashable {
    /// The token that proves the identity for an hour.
    package let accessToken: String
    /// The token to exchange for the next tokens.
    package let refreshToken: String
    /// When the access token expires.
    package let expires: Timestamp
    /// The user of the session.
    package let user: ProjectUser
}

/// The bearer of a token for apps of a project.
package enum ProjectBearer: Sendable, Hashable {
    /// The app itself, with its key.
    case app
    /// A user, by UUID in lower case.
    case user(String, session: UUID, expires: Timestamp)
    /// A user with a valid token and an ended session.
    case ended
}

/// The sessions that a logout ends.
package enum LogoutScope: String, Sendable, CaseIterable {
    /// All sessions of the user.
    case global
    /// The calling session.
    case local
    /// All sessions of the user except the calling one.
    case others
}

/// A refused request about users or sessions, without a code of the whole program.
package enum ProjectAccountError: Error, Sendable, Hashable {
    /// No session has or had this refresh token.
    case refreshTokenUnknown
    /// The refresh token was used before, and its session has ended.
    case refreshTokenUsed
    /// The session has ended.
    case sessionEnded
    /// The new password equals the old one.
    case samePassword
    /// The session is too old to set a new password.
    case loginTooOld
    /// The proof by mail is unknown, used, or too old.
    case proofInvalid
    /// The metadata exceeds its limit.
    case metadataTooLarge
}
