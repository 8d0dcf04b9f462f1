import FailureModel
import Foundation

/// Reads passwords from files.
package enum PasswordFile {
    /// The maximum size in bytes.
    private static let sizeLimit = 4_096

    /// Returns the password in a file without its final line break.
    ///
    /// `-` is standard input.
    package static func read(_ path: String) throws -> String {
        let data = try NamedFile.read(path, limit: sizeLimit)
        guard var password = String(data: data, encoding: .utf8), !password.utf8.contains(0) else {
            throw Failure(.inputUnreadable, "\(NamedFile.name(path)) is not UTF-8 text.")
        }
        // A line break is one `Character`, whether it has one byte or two.
        if password.last?.isNewline == true { password.removeLast() }
        return password
    }
}
