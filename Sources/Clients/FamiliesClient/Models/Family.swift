public import Foundation

/// A family.
public struct Family: Decodable, Sendable, Hashable, Identifiable {
    /// The identifier.
    public var id: UUID
    /// The name.
    public var name: String
}

/// A member of a family.
public struct FamilyMember: Decodable, Sendable, Hashable, Identifiable {
    /// The permissions of a member.
    public enum Role: String, Decodable, Sendable, Hashable {
        case owner, parent, member, viewer
    }

    /// The identifier of the membership.
    public var id: UUID
    /// The family.
    public var familyID: UUID
    /// The user.
    public var userID: UUID
    /// The permissions.
    public var role: Role
    /// The name in this family.
    public var nickname: String?

    private enum CodingKeys: String, CodingKey {
        case id, role, nickname
        case familyID = "family_id"
        case userID = "user_id"
    }
}

/// A child of a family.
public struct Child: Decodable, Sendable, Hashable, Identifiable {
    /// The identifier.
    public var id: UUID
    /// The family.
    public var familyID: UUID
    /// The name.
    public var name: String
    /// The birth date.
    public var birthDate: CalendarDay?
    /// The colour of the child's sign, written `#E91E63`.
    public var color: String
    /// The first letter of the name.
    public var initial: String
    /// The signed address of a portrait.
    public var avatarURL: URL?

    private enum CodingKeys: String, CodingKey {
        case id, name, color, initial
        case familyID = "family_id"
        case birthDate = "birth_date"
        case avatarURL = "avatar_url"
    }
}
