public import Foundation

/// The session of a member who is signed in, to be stored in a keychain.
public struct FamilySession: Codable, Sendable, Hashable {
    /// The member's user.
    public struct User: Codable, Sendable, Hashable, Identifiable {
        /// The identifier, which rows have as `user_id`.
        public var id: UUID
        /// The e-mail address.
        public var email: String?
    }

    /// The token that opens the API for an hour.
    public var accessToken: String
    /// The token that is exchanged once.
    public var refreshToken: String
    /// The end of the access token, in seconds since 1970.
    public var expiresAt: Int
    /// The user.
    public var user: User

    private enum CodingKeys: String, CodingKey {
        case user
        case accessToken = "access_token"
        case refreshToken = "refresh_token"
        case expiresAt = "expires_at"
    }
}
