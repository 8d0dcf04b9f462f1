package import FailureModel
import Files
package import Foundation
package import ObjectStore
import Pipeline

/// The place of a store's artefacts: a folder, or a bucket of an object store.
package enum ArtefactLocation: Sendable, Hashable, CustomStringConvertible {
    case folder(URL)
    case bucket(ObjectStoreSettings)

    /// The key of a settings file.
    static let section = ObjectStoreSettings.section

    /// Returns the place of the artefacts in a store's folder.
    package static func inside(_ folder: URL) -> ArtefactLocation {
        .folder(folder.appendingPathComponent("artefacts", isDirectory: true))
    }

    /// Reads a path or a URL such as `s3://bucket/prefix`.
    ///
    /// - Throws: `malformed_settings`.
    package init(_ text: String) throws(Failure) {
        self =
            ObjectStoreSettings.isURL(text)
            ? .bucket(try ObjectStoreSettings(url: text)) : .folder(UserFolders.location(text))
    }

    /// Reads a path, a URL such as `s3://bucket/prefix`, or the mapping of an object store.
    ///
    /// A mistake is reported to the node.
    ///
    /// - Parameters:
    ///   - node: the key's value.
    ///   - file: the settings file, in whose folder a relative path begins.
    init?(reading node: SettingsNode, beside file: String?) {
        if !node.isMapping {
            guard let text = node.text(longest: 4096) else { return nil }
            guard ObjectStoreSettings.isURL(text) else {
                self = .folder(UserFolders.location(text, beside: file))
                return
            }
        }
        guard var settings = ObjectStoreSettings(reading: node) else { return nil }
        settings.caFile = settings.caFile.map { UserFolders.location($0, beside: file).path }
        settings.credentialsFile = settings.credentialsFile.map { UserFolders.location($0, beside: file).path }
        self = .bucket(settings)
    }

    /// The path or URL.
    package var description: String {
        switch self {
        case .folder(let folder): folder.path
        case .bucket(let settings): settings.description
        }
    }
}
