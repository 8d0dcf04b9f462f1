import GRDB
package import Foundation
package import Pipeline

/// A user as apps of a project know it.
package struct ProjectUser: Sendable, Hashable {
    /// The UUID in small letters, which never changes.
    package let id: String
    /// The e-mail address in small letters; nil for a user who has none.
    package let email: String?
    /// What apps keep with the user: a JSON object.
    package let metadata: String
    /// When the user was added.
    package let createdAt: Timestamp
    /// When something of the above was changed.
    package let updatedAt: Timestamp

    /// Bytes of metadata.
    package static let metadataLimit = 16 << 10

    static let columns = "u.uuid, u.email, u.metadata, u.created_at, u.updated_at"

    init(id: String, email: String?, metadata: String, createdAt: Timestamp, updatedAt: Timestamp) {
        self.id = id
        self.email = email
        self.metadata = metadata
        self.createdAt = createdAt
        self.updatedAt = updatedAt
    }

    /// Reads a row that begins with ``columns``.
    init(_ row: Row) {
        self.init(
            id: row[0], email: row[1], metadata: row[2], createdAt: Timestamp(milliseconds: row[3]),
            updatedAt: Timestamp(milliseconds: row[4]))
    }
}

/// The tokens of a session, for the app.
package struct ProjectSession: Sendable, Hashable {
    /// Proves who asks, for an hour.
    package let accessToken: String
    /// Is exchanged for the next tokens.
    package let refreshToken: String
    /// When the access token stops being valid.
    package let expires: Timestamp
    /// Whose session it is.
    package let user: ProjectUser
}

/// Who bears a token of an app of a project.
package enum ProjectBearer: Sendable, Hashable {
    /// The app itself, with its key.
    case app
    /// A user, by the UUID in small letters.
    case user(String, session: UUID, expires: Timestamp)
    /// Somebody whose session has ended before the token did.
    case ended
}

/// Which sessions a logout ends.
package enum LogoutScope: String, Sendable, CaseIterable {
    /// All of the user's.
    case global
    /// The one that asks.
    case local
    /// All but the one that asks.
    case others
}

/// Why a request about users and sessions of a project is refused, where no code of the whole program says it.
package enum ProjectAccountError: Error, Sendable, Hashable {
    /// No session has or had this refresh token.
    case refreshTokenUnknown
    /// The refresh token was used before; its session has ended.
    case refreshTokenUsed
    /// The session has ended.
    case sessionEnded
    /// The new password is the old one.
    case samePassword
    /// The session began too long ago for a new password.
    case loginTooOld
    /// The metadata is larger than the limit.
    case metadataTooLarge
}
