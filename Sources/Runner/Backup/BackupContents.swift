import LocalStore
import Foundation
import Pipeline

/// The names in a backup, which are those in the store's folder.
///
/// The stored bytes come first and the catalogue after them, so that it refers to nothing that was deleted during the
/// backup. The manifest comes last: a backup without one is incomplete.
enum BackupContents {
    static let catalogue = "catalogue.sqlite"
    static let manifest = "manifest.json"
    static let objects = "artefacts/objects"
    /// Maximum size of a key in bytes.
    static let keyLimit = 1 << 10

    /// Whether the name is that of a store key.
    static func isKey(_ name: String) -> Bool { StoreKey(rawValue: name) != nil }

    static func name(of content: ContentID) -> String {
        "\(objects)/\(content.hex.prefix(2))/\(content.hex.dropFirst(2))"
    }

    /// Returns the stored bytes with this name; `nil` for another name.
    static func content(named name: String) -> ContentID? {
        let digits = name.dropFirst(objects.count + 1).filter { $0 != "/" }
        guard let content = ContentID(hex: String(digits)), self.name(of: content) == name else { return nil }
        return content
    }
}

/// The required contents of a complete backup.
struct BackupManifest: Codable, Hashable {
    /// The version of the format.
    var version = newestVersion
    /// The time of the backup.
    var createdAt: Date
    /// The number of files with stored bytes.
    var files: Int
    /// The SHA-256 of the catalogue, in hexadecimal digits.
    var catalogue: String
    /// The SHA-256 of each key by name; `nil` in version 1.
    var keys: [String: String]?
    /// The SHA-256 of the key of signed links; `nil` if the store had none.
    ///
    /// Only version 1 has it, and has no other key.
    var linksKey: String?
    /// Stored bytes already damaged on the disk and incomplete in the backup.
    var damaged: [String]

    static let newestVersion = 2

    /// The SHA-256 of each key by name, in any version.
    var digestsOfKeys: [String: String] {
        keys ?? linksKey.map { [StoreKey.links.rawValue: $0] } ?? [:]
    }
}
