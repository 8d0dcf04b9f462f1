import Foundation

/// The names of pictures in the storage: folders and a file, of which the first folder is the family's ID.
package enum PictureName {
    /// The longest name, in bytes.
    package static let longest = 512

    /// Returns the family's ID in small letters, by which the policies decide; nil for a name that cannot be a picture's.
    package static func family(of name: String) -> String? {
        guard isPlain(name), let folder = name.split(separator: "/").first, folder.utf8.count == 36 else { return nil }
        return folder.lowercased()
    }

    /// Returns the name as it is kept, with the family's ID in small letters; nil for a name that cannot be a picture's.
    ///
    /// Accents are composed: names that look alike are one name, for Swift as for the database, which compares bytes.
    package static func kept(_ name: String) -> String? {
        family(of: name).map { ($0 + name.dropFirst($0.count)).precomposedStringWithCanonicalMapping }
    }

    static func isOf(family: String, _ name: String) -> Bool { isPlain(name) && name.hasPrefix(family + "/") }

    /// Whether a name has no part that is empty or leads elsewhere, and no control characters.
    private static func isPlain(_ name: String) -> Bool {
        guard (1...longest).contains(name.utf8.count),
            name.unicodeScalars.allSatisfy({ $0.value >= 32 && $0 != "\u{7F}" })
        else { return false }
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        return parts.count >= 2 && parts.allSatisfy { !$0.isEmpty && $0 != "." && $0 != ".." && !$0.contains("\\") }
    }
}
