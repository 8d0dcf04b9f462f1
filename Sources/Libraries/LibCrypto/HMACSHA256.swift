import CCrypto
package import Foundation

/// HMAC with SHA-256 (RFC 2104) and one key (`EVP_MAC`).
package struct HMACSHA256: Sendable {
    /// An `EVP_MAC_CTX`.
    ///
    /// Unchecked sharing is safe: a context that has its key is only copied, and each copy stays in one call.
    private final class Context: @unchecked Sendable {
        let pointer: OpaquePointer?

        init(_ pointer: OpaquePointer?) {
            guard pointer != nil else { fatalError("libcrypto: EVP_MAC_CTX") }
            self.pointer = pointer
        }

        deinit { EVP_MAC_CTX_free(pointer) }
    }

    /// The context with its key, which takes half of the work of a code.
    private let keyed: Context

    /// Creates an HMAC with a key.
    package init(key: SymmetricKey) {
        let algorithm = EVP_MAC_fetch(nil, "HMAC", nil)
        defer { EVP_MAC_free(algorithm) }
        keyed = Context(EVP_MAC_CTX_new(algorithm))
        let pointer = keyed.pointer
        var digest = Array("SHA256\0".utf8CString.dropLast())
        let status = digest.withUnsafeMutableBufferPointer { name in
            var parameters = [
                OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, name.baseAddress, 0),
                OSSL_PARAM_construct_end(),
            ]
            return key.withUnsafeBytes { bytes in
                EVP_MAC_init(pointer, bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count, &parameters)
            }
        }
        guard status == 1 else { fatalError("libcrypto: EVP_MAC_init") }
    }

    /// Returns the code of a message.
    package func code(for message: some DataProtocol) -> Digest {
        let context = Context(EVP_MAC_CTX_dup(keyed.pointer))
        var bytes = [UInt8](repeating: 0, count: 32)
        var count = 0
        var status: Int32 = 1
        for region in message.regions where status == 1 {
            status = region.withUnsafeBytes { piece in
                EVP_MAC_update(context.pointer, piece.bindMemory(to: UInt8.self).baseAddress, piece.count)
            }
        }
        guard status == 1, EVP_MAC_final(context.pointer, &bytes, &count, bytes.count) == 1, count == bytes.count else {
            fatalError("libcrypto: EVP_MAC_final")
        }
        return Digest(bytes)
    }

    /// Returns whether a code is valid for a message, in constant time.
    package func isValid(_ code: some ContiguousBytes, for message: some DataProtocol) -> Bool {
        self.code(for: message).withUnsafeBytes { own in
            code.withUnsafeBytes {
                $0.count == own.count && CRYPTO_memcmp($0.baseAddress, own.baseAddress, own.count) == 0
            }
        }
    }
}
