package import HTTPService
package import Pipeline

/// A link with which somebody becomes a user, without the secret.
package struct Invitation: Hashable, Sendable {
    /// How long a link can be used.
    package static let lifetime = Duration.seconds(7 * 86_400)

    /// What a link leads to.
    package enum State: Hashable, Sendable {
        /// It can be used.
        case open(Invitation)
        /// It was used.
        case used
        /// Its time is over.
        case expired
        /// It was withdrawn or forgotten, or never existed.
        case unknown
    }

    /// The number that identifies the invitation for withdrawal.
    package let number: Int64
    /// The role of the future user.
    package let role: UserRole
    /// The e-mail address of the future user, if any.
    package let email: String?
    /// The administrator who invited; nil if a command did.
    package let creator: String?
    /// When the invitation was made.
    package let createdAt: Timestamp
    /// When the invitation expires.
    package let expiresAt: Timestamp

    /// Returns the path of the page for a secret.
    package static func path(_ secret: String) -> String { "/invitation/\(secret)" }
}
