import Foundation
package import Pipeline

/// A group of users, who see and change each other's documents in it.
package struct UserGroup: Hashable, Sendable {
    /// The name.
    package let name: String
    /// The names of its users, sorted.
    package let members: [String]
    /// When it was added.
    package let createdAt: Timestamp
    /// The number of its documents.
    package let documents: Int
}

extension UserGroup: Encodable {
    private enum CodingKeys: String, CodingKey {
        case name, members, documents, createdAt
    }

    /// Encodes the group as in the answers of the service and of commands.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .name)
        try container.encode(members, forKey: .members)
        try container.encode(documents, forKey: .documents)
        try container.encode(createdAt.date, forKey: .createdAt)
    }
}
