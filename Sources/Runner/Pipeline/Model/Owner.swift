/// The owner of a document, such as a user of a service.
///
/// It is ``local`` if the store has only one user.
public struct OwnerID: TextName {
    /// A text that is stable and unique among owners; compared byte by byte.
    public let text: String

    /// The owner of documents added on the machine itself, without a service.
    public static let local = OwnerID("")

    /// The owner of what the users of an office share.
    ///
    /// Its documents do not expire. No user has this name.
    public static let office = OwnerID("@office")

    private static let groupPrefix = "@group:"

    /// Returns the owner of the documents of a group of users.
    public static func group(_ name: String) -> OwnerID { OwnerID(groupPrefix + name) }

    /// The name of the group that this owner stands for; `nil` for others.
    public var group: String? {
        text.hasPrefix(Self.groupPrefix) ? String(text.dropFirst(Self.groupPrefix.count)) : nil
    }

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
/// A scope never has a default, so that no caller forgets it. Documents outside it seem not to exist.
public enum OwnerScope: Hashable, Sendable {
    /// The documents of all owners, for local tools, workers and housekeeping.
    case all
    /// The documents of some owners, for a caller acting in their names.
    case owners(Set<OwnerID>)

    /// Returns the scope of one owner's documents.
    public static func owner(_ owner: OwnerID) -> OwnerScope { .owners([owner]) }

    /// Returns whether this owner's documents are in the scope.
    public func contains(_ owner: OwnerID) -> Bool {
        switch self {
        case .all: true
        case .owners(let own): own.contains(owner)
        }
    }
}
