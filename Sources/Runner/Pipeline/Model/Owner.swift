/// The owner of a document, such as a user of a service; ``local`` if the store has only one user.
public struct OwnerID: TextName {
    /// A text that is stable and unique among owners; compared byte by byte.
    public let text: String

    /// The owner of documents that are added on the machine itself, without a service.
    public static let local = OwnerID("")

    /// Creates an owner from text.
    public init(_ text: String) {
        self.text = text
    }

    /// Compares the texts byte by byte.
    public static func == (a: OwnerID, b: OwnerID) -> Bool { a.text.utf8.elementsEqual(b.text.utf8) }

    /// Hashes the bytes of the text.
    public func hash(into hasher: inout Hasher) {
        for byte in text.utf8 { hasher.combine(byte) }
    }
}

/// The documents that a caller may see and move.
///
/// It never has a default, so that no caller forgets it. A document outside the scope is unknown, exactly as if it did
/// not exist.
public enum OwnerScope: Hashable, Sendable {
    /// The documents of all owners: for tools on the machine itself, workers and housekeeping.
    case all
    /// The documents of one owner, for a caller that acts in the owner's name.
    case owner(OwnerID)

    /// Returns whether this owner's documents are in the scope.
    public func contains(_ owner: OwnerID) -> Bool {
        switch self {
        case .all: true
        case .owner(let own): own == owner
        }
    }
}
