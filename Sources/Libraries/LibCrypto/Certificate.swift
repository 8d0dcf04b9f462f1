import CCrypto
package import Foundation

/// A certificate of a server (X.509, RFC 5280).
///
/// Unchecked sharing is safe: a certificate is only read once it is made, and libcrypto locks what it derives from it.
package final class Certificate: @unchecked Sendable {
    private let pointer: OpaquePointer

    init(owning pointer: OpaquePointer) { self.pointer = pointer }

    deinit { X509_free(pointer) }

    /// Reads the first certificate of a PEM text.
    ///
    /// - Throws: `CertificateError.malformedCertificate`.
    package convenience init(pem: Data) throws(CertificateError) {
        let bio = MemoryBIO(pem)
        let pointer = PEM_read_bio_X509(bio.pointer, nil, nil, nil)
        ERR_clear_error()
        guard let pointer else { throw .malformedCertificate }
        self.init(owning: pointer)
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
