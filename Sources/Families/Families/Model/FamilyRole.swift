/// What somebody is in a family.
package enum FamilyRole: String, CaseIterable, Hashable, Sendable {
    /// May do everything, and alone rename and delete the family, and make others owners.
    case owner
    /// May change everything in the family but the family itself and its owners.
    case parent
    /// May add artworks, and change what they added.
    case member
    /// May read, react and comment.
    case viewer

    /// The roles that an invite can give.
    package static let invited: [FamilyRole] = [.parent, .member, .viewer]
}
