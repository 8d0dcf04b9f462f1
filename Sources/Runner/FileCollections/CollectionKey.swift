package import FailureModel
import Foundation
package import Pipeline

/// What a collection is found by.
package struct CollectionKey: Hashable, Sendable {
    /// The owner.
    package let owner: OwnerID
    /// The kind of its documents.
    package let kind: KindName
    /// The name, unique among those of the owner and the kind.
    package let name: String

    /// The longest name, in characters.
    package static let longestName = 200

    /// Creates a key.
    ///
    /// - Throws: ``FailureModel/ErrorCode/collectionNameRefused`` for names that files could not have.
    package init(_ name: String, kind: KindName, owner: OwnerID) throws(Failure) {
        // macOS decomposes the names of files: names that look alike are one.
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

    /// The failure that says that there is no such collection.
    var unknown: Failure { Failure(.collectionUnknown, "There is no \(kind) “\(name)”.") }
}
