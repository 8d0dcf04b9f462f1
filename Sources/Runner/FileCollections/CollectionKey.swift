package import FailureModel
import Foundation
package import Pipeline

/// The key of a collection.
package struct CollectionKey: Hashable, Sendable {
    /// The owner.
    package let owner: OwnerID
    /// The kind of its documents.
    package let kind: KindName
    /// The name, unique for the owner and the kind.
    package let name: String

    /// The maximum length of a name in characters.
    package static let longestName = 200

    /// Creates a key.
    ///
    /// - Throws: ``FailureModel/ErrorCode/collectionNameRefused`` for names that are invalid as file names.
    package init(_ name: String, kind: KindName, owner: OwnerID) throws(Failure) {
        // macOS decomposes file names: names that look alike must be equal.
        let name = name.precomposedStringWithCanonicalMapping
        let isControl = name.unicodeScalars.contains { $0.properties.generalCategory == .control }
        guard !name.isEmpty, name.count <= Self.longestName, !isControl, !name.contains("/"), !name.hasPrefix(".")
        else {
            throw Failure(
                .collectionNameRefused,
                "A name has 1 to \(Self.longestName) characters, no slash and no control character, and does not begin with a point."
            )
        }
        self.name = name
        self.kind = kind
        self.owner = owner
    }

    /// The failure of an unknown collection.
    var unknown: Failure { Failure(.collectionUnknown, "There is no \(kind) “\(name)”.") }
}
