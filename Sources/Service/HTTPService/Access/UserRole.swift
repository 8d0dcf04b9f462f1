/// The role of a user, which limits all of the user's credentials.
package enum UserRole: String, Sendable, Codable, CaseIterable {
    /// Sees and downloads, and changes nothing but the own password and sessions.
    case reader
    /// Does everything with what the user owns.
    case staff
    /// Does what staff do, and manages users.
    case administrator
}
