/// Whose document it is, such as a user of a service; ``local`` where the store has one user only.
public struct OwnerID: Hashable, Sendable, Codable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// Stable and unique among owners; compared byte by byte.
    public let text: String

    /// The owner of what is done on the machine itself, without a service.
    public static let local = OwnerID("")

    public init(_ text: String) {
        self.text = text
    }

    public init(stringLiteral text: String) {
        self.text = text
    }

    public init(from decoder: any Decoder) throws {
        text = try decoder.singleValueContainer().decode(String.self)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }

    public static func == (a: OwnerID, b: OwnerID) -> Bool { a.text.utf8.elementsEqual(b.text.utf8) }

    public func hash(into hasher: inout Hasher) {
        for byte in text.utf8 { hasher.combine(byte) }
    }

    public var description: String { text }
}

/// Whose documents a caller may see and move. Never defaulted, so that nobody forgets it: what lies outside is unknown,
/// exactly as if it did not exist.
public enum OwnerScope: Hashable, Sendable {
    /// Everybody's: for tools on the machine itself, workers and housekeeping.
    case all
    /// One owner's, for whoever acts in their name.
    case owner(OwnerID)

    /// Whether this owner's documents lie within.
    public func contains(_ owner: OwnerID) -> Bool {
        switch self {
        case .all: true
        case .owner(let own): own == owner
        }
    }
}
