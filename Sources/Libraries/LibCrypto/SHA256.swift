import CCrypto
package import Foundation

/// SHA-256 (FIPS 180-4), one-shot or incremental.
package struct SHA256: Sendable {
    private var state = HashState(EVP_sha256())

    /// Creates an empty hash.
    package init() {}

    /// Returns the digest of bytes.
    package static func hash(data: some DataProtocol) -> Digest {
        var hash = SHA256()
        hash.update(data: data)
        return hash.finalize()
    }

    /// Adds bytes.
    package mutating func update(data: some DataProtocol) {
        for region in data.regions { region.withUnsafeBytes { state.update($0) } }
    }

    /// Adds bytes.
    package mutating func update(bufferPointer: UnsafeRawBufferPointer) { state.update(bufferPointer) }

    /// Returns the digest of the added bytes.
    package func finalize() -> Digest { state.digest() }
}
