import FailureModel
import Files
import Foundation
import LibCrypto

/// The certificate that a service makes for itself, in a file with its key.
struct SelfSignedCertificate {
    /// The file, which only its user can read.
    let file: URL
    /// The host names and addresses that it must be for.
    let names: [String]

    /// How long a certificate is valid, in days; browsers accept no more.
    static let validity = 398
    /// How long before its end a certificate is replaced.
    static let renewal = Duration.seconds(30 * 86_400)

    /// Makes a certificate unless the file has one that can be used; blocks.
    ///
    /// It can be used if it has all names and does not end soon.
    ///
    /// - Throws: errors of writing.
    func renew(at now: Date) throws(Failure) {
        if let bytes = try? CertificateFiles(chain: file, key: file).content().chain,
            let certificate = try? Certificate.chain(pem: bytes)[0], let key = try? PrivateKey(pem: bytes),
            certificate.matches(key),
            certificate.expiry > now.addingTimeInterval(Double(Self.renewal.components.seconds)),
            names.allSatisfy(certificate.covers)
        {
            return
        }
        let key = PrivateKey.p256()
        let certificate: Certificate
        do {
            // Clocks in an office differ by a few minutes.
            certificate = try .selfSigned(
                key, names: names, from: now.addingTimeInterval(-3600), days: Self.validity)
        } catch {
            throw TLSIdentity.unusable(file.path, "it cannot be made for \(names.joined(separator: ", "))")
        }
        let output = try GrowingFile(at: file, isPrivate: true)
        try output.append(certificate.pem + key.pem)
        try output.finish()
    }
}
