import Foundation

/// Validates the storage names of pictures: folders and a file.
///
/// The first folder is the family's ID.
package enum PictureName {
    /// The maximum length of a name in bytes.
    package static let longest = 512

    /// Returns the family's ID in lower case, the basis of policies; `nil` if malformed.
    package static func family(of name: String) -> String? {
        guard isPlain(name), let folder = name.split(separator: "/").first, folder.utf8.count == 36 else { return nil }
        return folder.lowercased()
    }

    /// Returns the stored name, with the family's ID in lower case; `nil` if malformed.
    ///
    /// Accents are composed, so that names that look alike are equal both for Swift and for the database, which
    /// compares bytes.
    package static func kept(_ name: String) -> String? {
        family(of: name).map { ($0 + name.dropFirst($0.count)).precomposedStringWithCanonicalMapping }
    }

    static func isOf(family: String, _ name: String) -> Bool { isPlain(name) && name.hasPrefix(family + "/") }

    /// Returns whether a name has no control characters, and only regular parts.
    ///
    /// No part may be empty or lead elsewhere.
    private static func isPlain(_ name: String) -> Bool {
        guard (1...longest).contains(name.utf8.count),
            name.unicodeScalars.allSatisfy({ $0.value >= 32 && $0 != "\u{7F}" })
        else { return false }
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        return parts.count >= 2 && parts.allSatisfy { !$0.isEmpty && $0 != "." && $0 != ".." && !$0.contains("\\") }
    }
}
