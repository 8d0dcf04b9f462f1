import Foundation
import Pipeline

/// The original of an account's document: a list of the account's files.
package struct AccountManifest: Hashable, Sendable, Codable {
    /// A file of the account.
    package struct File: Hashable, Sendable, Codable {
        /// The name under which the file was received.
        package var name: String
        /// The SHA-256 digest in hexadecimal.
        package var sha256: String
    }

    /// The name of the account.
    package var account: String
    /// The files, oldest first.
    package var files: [File]

    /// Creates a manifest.
    init(_ account: String, _ files: [CollectionFile]) {
        self.account = account
        self.files = files.map { File(name: $0.name, sha256: $0.content.hex) }
    }
}
