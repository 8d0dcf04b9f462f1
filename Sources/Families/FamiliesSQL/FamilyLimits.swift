/// Limits of families.
package enum FamilyLimits {
    /// Maximum number of families of a user.
    package static let families = 50
    /// Maximum number of members of a family.
    package static let members = 200
}
