import CCrypto
package import Foundation

extension Certificate {
    /// Makes a certificate that is signed with its own key.
    ///
    /// - Parameters:
    ///   - key: the key of the certificate.
    ///   - names: the host names and addresses that it is for; the first is its subject.
    ///   - start: the beginning of its validity.
    ///   - days: the length of its validity.
    /// - Returns: the certificate.
    /// - Throws: `CertificateError.malformedName` for no name, or one that is neither a name nor an address.
    package static func selfSigned(
        _ key: PrivateKey, names: [String], from start: Date, days: Int
    ) throws(CertificateError) -> Certificate {
        guard let pointer = X509_new() else { fatalError("libcrypto: X509_new") }
        let certificate = Certificate(owning: pointer)
        guard let subject = names.first, subject.utf8.count <= 64 else { throw .malformedName }
        let alternatives = names.map { isAddress($0) ? "IP:\($0)" : "DNS:\($0)" }.joined(separator: ",")
        let name = X509_get_subject_name(pointer)
        guard names.allSatisfy(isPlain), X509_set_version(pointer, 2) == 1, setSerialNumber(of: pointer),
            setTime(X509_getm_notBefore(pointer), start),
            setTime(X509_getm_notAfter(pointer), start.addingTimeInterval(TimeInterval(days) * 86_400)),
            X509_set_pubkey(pointer, key.pointer) == 1,
            X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_FLAG, subject, -1, -1, 0) == 1,
            X509_set_issuer_name(pointer, name) == 1,
            // Without a key usage: one that lacks the signing of certificates keeps libraries from trusting the certificate.
            add(NID_basic_constraints, "critical,CA:FALSE", to: pointer),
            add(NID_ext_key_usage, "serverAuth", to: pointer),
            add(NID_subject_alt_name, alternatives, to: pointer),
            X509_sign(pointer, key.pointer, EVP_sha256()) > 0
        else {
            ERR_clear_error()
            throw .malformedName
        }
        return certificate
    }

    /// Returns whether a name has no characters with a meaning in an extension's text.
    private static func isPlain(_ name: String) -> Bool {
        !name.isEmpty && name.utf8.count <= 253 && name.wholeMatch(of: /[A-Za-z0-9.:\-]+/) != nil
    }

    private static func isAddress(_ name: String) -> Bool {
        let address = a2i_IPADDRESS(name)
        ASN1_OCTET_STRING_free(address)
        ERR_clear_error()
        return address != nil
    }

    /// Sets a random number of 127 bits.
    ///
    /// Browsers refuse two certificates with the same number and issuer.
    private static func setSerialNumber(of certificate: OpaquePointer) -> Bool {
        var bytes = [UInt8](repeating: 0, count: 16)
        guard RAND_bytes(&bytes, 16) == 1 else { return false }
        bytes[0] &= 0x7f
        let number = BN_bin2bn(bytes, 16, nil)
        defer { BN_free(number) }
        return BN_to_ASN1_INTEGER(number, X509_get_serialNumber(certificate)) != nil
    }

    private static func setTime(_ time: UnsafeMutablePointer<ASN1_TIME>?, _ date: Date) -> Bool {
        ASN1_TIME_set(time, time_t(date.timeIntervalSince1970)) != nil
    }

    private static func add(_ extensionNumber: Int32, _ text: String, to certificate: OpaquePointer) -> Bool {
        let ext = X509V3_EXT_conf_nid(nil, nil, extensionNumber, text)
        defer { X509_EXTENSION_free(ext) }
        return ext != nil && X509_add_ext(certificate, ext, -1) == 1
    }
}
