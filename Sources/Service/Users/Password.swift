package import FailureModel
import Foundation

/// A typed password in the form to be hashed.
package struct Password: Hashable, Sendable {
    /// The text in UTF-8, normalised to NFKC.
    ///
    /// Keyboards compose accents differently, so equal text becomes equal bytes, as NIST SP 800-63B advises.
    let bytes: Data

    /// Creates a password for comparison with a user's.
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
