import CCrypto
package import Foundation

/// A public key for signatures with Ed25519 (RFC 8032; `EVP_PKEY_ED25519`).
package struct Ed25519PublicKey: Sendable, Hashable {
    /// The 32 bytes of the key.
    package let bytes: Data

    /// What precedes the 32 bytes in a SubjectPublicKeyInfo (RFC 8410).
    private static let prefix = Data([0x30, 0x2a, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x03, 0x21, 0x00])
    private static let byteCount = 32

    /// Creates a key from its 32 bytes; nil for another number of bytes.
    package init?(bytes: Data) {
        guard bytes.count == Self.byteCount else { return nil }
        self.bytes = Data(bytes)
    }

    /// Reads the line of a PEM file that `openssl pkey -pubout` writes.
    package init?(text: String) {
        guard let info = Data(base64Encoded: text), info.starts(with: Self.prefix) else { return nil }
        self.init(bytes: info.dropFirst(Self.prefix.count))
    }

    /// The text of the key in a PEM file; see ``init(text:)``.
    package var text: String { (Self.prefix + bytes).base64EncodedString() }

    /// Returns whether a signature of 64 bytes is valid for a message.
    package func isValid(_ signature: Data, for message: Data) -> Bool {
        let key = bytes.withUnsafeBytes {
            EVP_PKEY_new_raw_public_key_ex(
                nil, "ED25519", nil, $0.bindMemory(to: UInt8.self).baseAddress, Self.byteCount)
        }
        guard let key else { fatalError("libcrypto: EVP_PKEY_new_raw_public_key_ex") }
        defer { EVP_PKEY_free(key) }
        let context = EVP_MD_CTX_new()
        defer { EVP_MD_CTX_free(context) }
        guard EVP_DigestVerifyInit(context, nil, nil, nil, key) == 1 else {
            fatalError("libcrypto: EVP_DigestVerifyInit")
        }
        let status = signature.withUnsafeBytes { signature in
            message.withUnsafeBytes { message in
                EVP_DigestVerify(
                    context, signature.bindMemory(to: UInt8.self).baseAddress, signature.count,
                    message.bindMemory(to: UInt8.self).baseAddress, message.count)
            }
        }
        ERR_clear_error()
        return status == 1
    }
}
