package import Foundation

/// The keys in a store's folder that services sign with.
///
/// Replacing a key's file invalidates everything signed with it.
package enum StoreKey: String, CaseIterable, Sendable {
    /// Signs links that open one address without a login.
    case links = "links.key"
    /// Signs the tokens of apps and their public keys.
    case tokens = "tokens.key"

    /// Returns the location of the key in the folder of a store.
    package func file(in folder: URL) -> URL { folder.appendingPathComponent(rawValue) }
}
