package import LocalStore
package import Pipeline

extension LocalSystem {
    /// Checks that an owner beginning with “@” is a group.
    ///
    /// A document of a misspelt group would be invisible, and belong to whoever adds a group of that name.
    ///
    /// - Throws: `Failure`: `group_unknown`, `malformed_user_name`.
    package func checkReserved(_ owner: OwnerID) async throws {
        if owner.text.hasPrefix("@") { try await check(owner) }
    }
}
