package import FailureModel
package import Pipeline

/// The name of a user, which is also the owner of the user's documents.
///
/// Owners are compared byte by byte, so the rules exclude names that look alike: 1 to 64 lower-case ASCII letters,
/// digits, dots, hyphens and underscores, with a letter or digit first.
package struct UserName: Hashable, Sendable, CustomStringConvertible {
    /// The name.
    package let text: String

    /// Validates a name.
    ///
    /// - Throws: `malformed_user_name`.
    package init(_ text: String) throws(Failure) {
        guard Self.isWellFormed(text) else { throw Failure(.malformedUserName, "A user's name has \(Self.rules).") }
        self.text = text
    }

    /// Returns whether a text follows the rules of names.
    static func isWellFormed(_ text: String) -> Bool {
        text.wholeMatch(of: /[a-z0-9][a-z0-9._\-]{0,63}/) != nil
    }

    /// The rules of names in a message.
    static let rules =
        "1 to 64 lower-case letters a to z, digits, dots, hyphens and underscores, and begins with a letter or digit"

    /// The owner of the user's documents.
    package var owner: OwnerID { OwnerID(text) }

    /// The name.
    package var description: String { text }
}
