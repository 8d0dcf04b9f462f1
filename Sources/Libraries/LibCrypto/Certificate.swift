import CCrypto
package import Foundation

/// A certificate of a server (X.509, RFC 5280).
///
/// Unchecked sharing is safe: a certificate is only read once it is made, and libcrypto locks what it derives from it.
package final class Certificate: @unchecked Sendable {
    /// The certificate of libcrypto (`X509`), for libssl.
    package let pointer: OpaquePointer

    init(owning pointer: OpaquePointer) { self.pointer = pointer }

    deinit { X509_free(pointer) }

    /// Reads the certificates of a PEM text.
    ///
    /// - Returns: at least one certificate, in the order of the text.
    /// - Throws: `CertificateError.malformedCertificate`, also if one after the first is damaged.
    package static func chain(pem: Data) throws(CertificateError) -> [Certificate] {
        let bio = MemoryBIO(pem)
        var chain: [Certificate] = []
        ERR_clear_error()
        while let pointer = PEM_read_bio_X509(bio.pointer, nil, nil, nil) {
            chain.append(Certificate(owning: pointer))
        }
        let isAtEnd = ERR_GET_REASON(ERR_peek_last_error()) == PEM_R_NO_START_LINE
        ERR_clear_error()
        guard isAtEnd, !chain.isEmpty else { throw .malformedCertificate }
        return chain
    }

    /// The certificate as PEM.
    package var pem: Data {
        let bio = MemoryBIO()
        guard PEM_write_bio_X509(bio.pointer, pointer) == 1 else { fatalError("libcrypto: PEM_write_bio_X509") }
        return bio.bytes
    }

    /// The SHA-256 digest of the encoded certificate, which browsers show as its fingerprint.
    package var fingerprint: Digest {
        var bytes = [UInt8](repeating: 0, count: 32)
        guard X509_digest(pointer, EVP_sha256(), &bytes, nil) == 1 else { fatalError("libcrypto: X509_digest") }
        return Digest(bytes)
    }

    /// The first moment at which the certificate is no longer valid.
    package var expiry: Date {
        var time = tm()
        guard ASN1_TIME_to_tm(X509_get0_notAfter(pointer), &time) == 1 else { return .distantPast }
        return Date(timeIntervalSince1970: TimeInterval(timegm(&time)))
    }

    /// The host names and addresses of the certificate.
    ///
    /// They are as libcrypto prints them, in lower case.
    package var names: [String] {
        let index = X509_get_ext_by_NID(pointer, NID_subject_alt_name, -1)
        guard index >= 0, let ext = X509_get_ext(pointer, index) else { return [] }
        let bio = MemoryBIO()
        guard X509V3_EXT_print(bio.pointer, ext, 0, 0) == 1 else {
            ERR_clear_error()
            return []
        }
        return String(decoding: bio.bytes, as: UTF8.self).split(separator: ", ").compactMap { entry in
            for kind in ["DNS:", "IP Address:"] where entry.hasPrefix(kind) {
                return entry.dropFirst(kind.count).trimmingCharacters(in: .whitespacesAndNewlines).lowercased()
            }
            return nil
        }
    }

    /// Returns whether the certificate is for a host name or address, by RFC 6125.
    package func covers(host: String) -> Bool {
        if X509_check_ip_asc(pointer, host, 0) == 1 { return true }
        return X509_check_host(pointer, host, 0, 0, nil) == 1
    }

    /// Returns whether a private key belongs to the certificate.
    package func matches(_ key: PrivateKey) -> Bool {
        defer { ERR_clear_error() }
        return X509_check_private_key(pointer, key.pointer) == 1
    }
}
