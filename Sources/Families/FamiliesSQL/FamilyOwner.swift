package import Pipeline

/// The owner of a family's common documents.
///
/// No user has such a name, so generic routes show them to nobody.
package enum FamilyOwner {
    /// The word before the colon in the text of such an owner.
    static let word = "family"
    private static let prefix = word + ":"

    /// Returns the owner of the documents of a family with an ID.
    package static func id(of family: String) -> OwnerID { OwnerID(prefix + family.lowercased()) }

    /// Returns the ID of the family; `nil` for other owners.
    package static func family(of owner: OwnerID) -> String? {
        owner.text.hasPrefix(prefix) ? String(owner.text.dropFirst(prefix.count)) : nil
    }
}
