import CCrypto
package import Foundation

/// SHA-1 (FIPS 180-4), for identifiers and handshakes defined with it, not for security.
package struct SHA1: Sendable {
    private var state = HashState(EVP_sha1())

    /// Creates an empty hash.
    package init() {}

    /// Returns the digest of bytes.
    package static func hash(data: some DataProtocol) -> Digest {
        var hash = SHA1()
        for region in data.regions { region.withUnsafeBytes { hash.state.update($0) } }
        return hash.finalize()
    }

    /// Adds bytes.
    package mutating func update(bufferPointer: UnsafeRawBufferPointer) { state.update(bufferPointer) }

    /// Returns the digest of the added bytes.
    package func finalize() -> Digest { state.digest() }
}
