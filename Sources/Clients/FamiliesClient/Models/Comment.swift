public import Foundation

/// A comment on an artwork.
public struct Comment: Decodable, Sendable, Hashable, Identifiable {
    /// The identifier.
    public var id: UUID
    /// The artwork.
    public var artworkID: UUID
    /// The author.
    public var userID: UUID?
    /// The author's name in the family.
    public var userNickname: String?
    /// The text, of 1 to 500 characters.
    public var text: String
    /// The time at which it was written.
    public var createdAt: Date
    /// The time of the last change.
    public var updatedAt: Date

    private enum CodingKeys: String, CodingKey {
        case id, text
        case artworkID = "artwork_id"
        case userID = "user_id"
        case userNickname = "user_nickname"
        case createdAt = "created_at"
        case updatedAt = "updated_at"
    }
}
