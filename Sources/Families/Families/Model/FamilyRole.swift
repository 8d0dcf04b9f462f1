/// The role of a member in a family.
package enum FamilyRole: String, CaseIterable, Hashable, Sendable {
    /// Has all permissions, including those to rename or delete the family and to appoint owners.
    case owner
    /// May change everything in the family except the family itself and its owners.
    case parent
    /// May add artworks and change their own.
    case member
    /// May read, react and comment.
    case viewer

    /// The roles available to invites.
    package static let invited: [FamilyRole] = [.parent, .member, .viewer]
}
