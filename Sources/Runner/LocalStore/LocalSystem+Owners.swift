package import Pipeline

extension LocalSystem {
    /// Checks that a user or group that a person names as an owner exists.
    ///
    /// - Throws: `Failure`, such as `user_unknown` and `group_unknown`.
    package func check(_ owner: OwnerID) async throws {
        for domain in settings.domains {
            if let group = owner.group {
                try await domain.checkGroup(group, self)
            } else {
                try await domain.checkOwner(owner, self)
            }
        }
    }
}
