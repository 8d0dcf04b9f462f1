import FailureModel
import Foundation
import LibCrypto
import LibSSL

/// A chain of certificates with the private key of the first.
struct TLSIdentity: Sendable {
    /// The server's own certificate.
    let certificate: Certificate
    /// The configuration of connections that present it.
    let context: TLSServerContext

    /// Reads a chain and a key; takes some milliseconds.
    ///
    /// - Parameters:
    ///   - content: the bytes of the files.
    ///   - files: the files, for messages.
    /// - Throws: `certificate_unusable`.
    init(_ content: CertificateFiles.Content, from files: CertificateFiles) throws(Failure) {
        let place = files.description
        do {
            let chain = try Certificate.chain(pem: content.chain)
            let key = try PrivateKey(pem: content.key)
            certificate = chain[0]
            guard certificate.matches(key) else {
                throw Self.unusable(place, "the key is not that of the first certificate")
            }
            context = try TLSServerContext(chain: chain, key: key)
        } catch let error as Failure {
            throw error
        } catch let error as CertificateError {
            throw Self.unusable(place, error.reason)
        } catch let error as TLSError {
            throw Self.unusable(place, "OpenSSL refuses it (\(error.reason))")
        } catch {
            throw Failure(error)
        }
    }

    static func unusable(_ place: String, _ reason: String, underlying: String? = nil) -> Failure {
        Failure(
            .certificateUnusable, "The certificate of the service in \(place) cannot be used: \(reason).",
            underlying: underlying)
    }
}

extension CertificateError {
    /// The reason as a part of a sentence.
    fileprivate var reason: String {
        switch self {
        case .malformedCertificate: "it has no certificate in PEM format"
        case .malformedKey: "it has no private key in PEM format"
        case .encryptedKey: "the key needs a password, which must be removed (openssl pkey -in KEY -out KEY)"
        case .malformedName: "it is not for a host name or an address"
        }
    }
}
