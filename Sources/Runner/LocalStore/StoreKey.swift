package import Foundation

/// The keys in a store's folder, with which services sign what they give out.
///
/// Whatever was signed with a key is invalid when its file is replaced.
package enum StoreKey: String, CaseIterable, Sendable {
    /// Signs links that open one address without a login.
    case links = "links.key"
    /// Signs the tokens of apps, and the keys that apps have for everybody.
    case tokens = "tokens.key"

    /// Returns the location of the key in the folder of a store.
    package func file(in folder: URL) -> URL { folder.appendingPathComponent(rawValue) }
}
