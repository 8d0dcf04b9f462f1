package import FailureModel
package import Pipeline

/// The name of a group of users.
///
/// The rules are those of a ``UserName``. A name never changes, since it stands in the owner of the group's documents.
package struct GroupName: Hashable, Sendable, CustomStringConvertible {
    /// The name.
    package let text: String

    /// Validates a name.
    ///
    /// - Throws: `malformed_user_name`.
    package init(_ text: String) throws(Failure) {
        guard UserName.isWellFormed(text) else {
            throw Failure(.malformedUserName, "A group's name has \(UserName.rules).")
        }
        self.text = text
    }

    /// The owner of the group's documents.
    package var owner: OwnerID { .group(text) }

    /// The name.
    package var description: String { text }
}
