/// A reason why a certificate or its key cannot be used.
package enum CertificateError: Error, Hashable {
    /// The text has no certificate.
    case malformedCertificate
    /// The text has no private key.
    case malformedKey
    /// The private key can only be read with a password.
    case encryptedKey
    /// The names of a new certificate are not host names or addresses.
    case malformedName
}
