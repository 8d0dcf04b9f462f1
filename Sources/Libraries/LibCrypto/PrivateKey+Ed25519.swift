import CCrypto
package import Foundation

/// Signatures with Ed25519 (RFC 8032).
extension PrivateKey {
    /// Makes a key for Ed25519.
    package static func ed25519() -> PrivateKey {
        let context = EVP_PKEY_CTX_new_from_name(nil, "ED25519", nil)
        defer { EVP_PKEY_CTX_free(context) }
        var pointer: OpaquePointer?
        guard EVP_PKEY_keygen_init(context) == 1, EVP_PKEY_generate(context, &pointer) == 1, let pointer else {
            fatalError("libcrypto: EVP_PKEY_generate")
        }
        return PrivateKey(owning: pointer)
    }

    /// The public key; nil if the key is for another algorithm.
    package var ed25519PublicKey: Ed25519PublicKey? {
        guard EVP_PKEY_is_a(pointer, "ED25519") == 1 else { return nil }
        var bytes = [UInt8](repeating: 0, count: 32)
        var count = bytes.count
        guard EVP_PKEY_get_raw_public_key(pointer, &bytes, &count) == 1 else { return nil }
        return Ed25519PublicKey(bytes: Data(bytes.prefix(count)))
    }

    /// Returns the signature of a message; nil for a key of another algorithm.
    package func ed25519Signature(of message: Data) -> Data? {
        guard EVP_PKEY_is_a(pointer, "ED25519") == 1 else { return nil }
        let context = EVP_MD_CTX_new()
        defer { EVP_MD_CTX_free(context) }
        var bytes = [UInt8](repeating: 0, count: 64)
        var count = bytes.count
        let status = message.withUnsafeBytes { message in
            EVP_DigestSignInit(context, nil, nil, nil, pointer) == 1
                ? EVP_DigestSign(context, &bytes, &count, message.bindMemory(to: UInt8.self).baseAddress, message.count)
                : 0
        }
        guard status == 1, count == bytes.count else { fatalError("libcrypto: EVP_DigestSign") }
        return Data(bytes)
    }
}
