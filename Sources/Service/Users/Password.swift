package import FailureModel
import Foundation

/// A password as typed, in the form in which it is hashed.
package struct Password: Hashable, Sendable {
    /// Keyboards compose accents differently, so equal text becomes equal bytes (NFKC, as NIST SP 800-63B advises).
    let bytes: Data

    /// Creates a password to compare with a user's.
    package init(typed text: String) {
        bytes = Data(text.precomposedStringWithCompatibilityMapping.utf8)
    }

    /// Creates a new password.
    ///
    /// - Throws: `password_unsuitable` if it is shorter than 10 characters or longer than 1,024 bytes.
    package init(new text: String) throws(Failure) {
        self.init(typed: text)
        guard text.count >= 10 else {
            throw Failure(.passwordUnsuitable, "A password must have at least 10 characters.")
        }
        guard bytes.count <= 1024 else {
            throw Failure(.passwordUnsuitable, "A password must not be longer than 1,024 bytes.")
        }
    }
}
