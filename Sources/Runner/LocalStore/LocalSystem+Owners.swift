package import Pipeline
package import PipelineSQL

extension LocalSystem {
    /// Checks that a user or group that a person names as an owner exists.
    ///
    /// - Throws: `Failure`, such as `user_unknown` and `group_unknown`.
    package func check(_ owner: OwnerID) async throws {
        guard owner.group == nil else { return try await database.write { try check(group: owner, $0) } }
        for domain in settings.domains { try await domain.checkOwner(owner, self) }
    }

    /// Checks that an owner exists until a transaction ends, if it is a group.
    ///
    /// - Throws: `Failure`: `group_unknown`.
    package func check(group owner: OwnerID, _ transaction: StoreTransaction) throws {
        guard let group = owner.group else { return }
        for domain in settings.domains { try domain.checkGroup(group, transaction.db) }
    }
}
