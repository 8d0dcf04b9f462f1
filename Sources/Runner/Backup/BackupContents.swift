import LocalStore
import Foundation
import Pipeline

/// The names in a backup, which are those in the store's folder, and in which order they come.
///
/// The stored bytes come first and the catalogue after them, so that it refers to nothing that was deleted while the backup
/// was made; last comes the manifest, without which a backup is incomplete.
enum BackupContents {
    static let catalogue = "catalogue.sqlite"
    static let manifest = "manifest.json"
    static let objects = "artefacts/objects"
    /// Bytes of a key at most.
    static let keyLimit = 1 << 10

    /// Whether a name stands for one of the store's keys.
    static func isKey(_ name: String) -> Bool { StoreKey(rawValue: name) != nil }

    static func name(of content: ContentID) -> String {
        "\(objects)/\(content.hex.prefix(2))/\(content.hex.dropFirst(2))"
    }

    /// The stored bytes that a name stands for; nil for another name.
    static func content(named name: String) -> ContentID? {
        let digits = name.dropFirst(objects.count + 1).filter { $0 != "/" }
        guard let content = ContentID(hex: String(digits)), self.name(of: content) == name else { return nil }
        return content
    }
}

/// What a backup must contain to be whole.
struct BackupManifest: Codable, Hashable {
    /// The version of this format.
    var version = newestVersion
    /// When the backup was made.
    var createdAt: Date
    /// The number of files with stored bytes.
    var files: Int
    /// The SHA-256 of the catalogue, in hexadecimal digits.
    var catalogue: String
    /// The SHA-256 of each key by its name; nil in version 1.
    var keys: [String: String]?
    /// The SHA-256 of the key of signed links in version 1, which has no other; nil if the store had none.
    var linksKey: String?
    /// Stored bytes that were damaged on the disk already and are not whole in the backup.
    var damaged: [String]

    static let newestVersion = 2

    /// The SHA-256 of each key by its name, in any version.
    var digestsOfKeys: [String: String] {
        keys ?? linksKey.map { [StoreKey.links.rawValue: $0] } ?? [:]
    }
}
