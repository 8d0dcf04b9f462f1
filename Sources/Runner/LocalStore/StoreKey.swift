package import Foundation

/// The keys that the services of a store sign with.
///
/// A store in a folder has a file for each key there. For a store on a server, a key ring has all of them. Replacing a key
/// invalidates everything signed with it.
package enum StoreKey: String, CaseIterable, Sendable {
    /// Signs links that open one address without a login.
    case links = "links.key"
    /// Signs the tokens of apps and their public keys.
    case tokens = "tokens.key"

    /// The name in a key ring, such as `links`.
    package var name: String { String(rawValue.dropLast(".key".count)) }

    /// Finds the key with a name in a key ring.
    init?(name: String) { self.init(rawValue: name + ".key") }

    /// Returns the location of the key in the folder of a store.
    package func file(in folder: URL) -> URL { folder.appendingPathComponent(rawValue) }
}
