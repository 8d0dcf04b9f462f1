import CCrypto
package import Foundation

/// A private key (`EVP_PKEY`).
///
/// Unchecked sharing is safe: a key is only read once it is made.
package final class PrivateKey: @unchecked Sendable {
    /// The key of libcrypto (`EVP_PKEY`), for libssl.
    package let pointer: OpaquePointer

    init(owning pointer: OpaquePointer) { self.pointer = pointer }

    deinit { EVP_PKEY_free(pointer) }

    /// Makes a key on the curve P-256.
    package static func p256() -> PrivateKey {
        let context = EVP_PKEY_CTX_new_from_name(nil, "EC", nil)
        defer { EVP_PKEY_CTX_free(context) }
        var pointer: OpaquePointer?
        guard EVP_PKEY_keygen_init(context) == 1, EVP_PKEY_CTX_set_group_name(context, "P-256") == 1,
            EVP_PKEY_generate(context, &pointer) == 1, let pointer
        else { fatalError("libcrypto: EVP_PKEY_generate") }
        return PrivateKey(owning: pointer)
    }

    /// Reads the first key of a PEM text.
    ///
    /// - Throws: `CertificateError.malformedKey`, and `encryptedKey` for a key that needs a password.
    package convenience init(pem: Data) throws(CertificateError) {
        let bio = MemoryBIO(pem)
        // Without a function, libcrypto would ask on the terminal.
        let refuse: @convention(c) (UnsafeMutablePointer<CChar>?, Int32, Int32, UnsafeMutableRawPointer?) -> Int32 = {
            _, _, _, wasAsked in
            wasAsked?.storeBytes(of: true, as: Bool.self)
            return -1
        }
        var wasAsked = false
        let pointer = PEM_read_bio_PrivateKey(bio.pointer, nil, refuse, &wasAsked)
        ERR_clear_error()
        guard let pointer else { throw wasAsked ? .encryptedKey : .malformedKey }
        self.init(owning: pointer)
    }

    /// The key as PEM (PKCS #8, without a password).
    package var pem: Data {
        let bio = MemoryBIO()
        guard PEM_write_bio_PrivateKey(bio.pointer, pointer, nil, nil, 0, nil, nil) == 1 else {
            fatalError("libcrypto: PEM_write_bio_PrivateKey")
        }
        return bio.bytes
    }
}
