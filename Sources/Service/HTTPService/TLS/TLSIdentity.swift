import FailureModel
import Foundation
import LibCrypto
import NIOCore
import NIOSSL

/// A chain of certificates with the private key of the first.
struct TLSIdentity: Sendable {
    /// The server's own certificate.
    let certificate: Certificate
    /// The configuration of connections that present it.
    let context: NIOSSLContext

    /// Reads a chain and a key; takes some milliseconds.
    ///
    /// - Parameters:
    ///   - content: the bytes of the files.
    ///   - files: the files, for messages.
    /// - Throws: `certificate_unusable`.
    init(_ content: CertificateFiles.Content, from files: CertificateFiles) throws(Failure) {
        let place = files.description
        do {
            certificate = try Certificate(pem: content.chain)
            guard certificate.matches(try PrivateKey(pem: content.key)) else {
                throw Self.unusable(place, "the key is not that of the first certificate")
            }
            var configuration = TLSConfiguration.makeServerConfiguration(
                certificateChain: try NIOSSLCertificate.fromPEMBytes(Array(content.chain)).map { .certificate($0) },
                privateKey: .privateKey(try NIOSSLPrivateKey(bytes: Array(content.key), format: .pem)))
            configuration.minimumTLSVersion = .tlsv12
            configuration.applicationProtocols = ["http/1.1"]
            // Displaced connections must not stay open for the five seconds in which a client may confirm the end.
            configuration.shutdownTimeout = .seconds(1)
            context = try NIOSSLContext(configuration: configuration)
        } catch let error as Failure {
            throw error
        } catch let error as CertificateError {
            throw Self.unusable(place, error.reason)
        } catch {
            throw Self.unusable(place, "the library for TLS refuses it", underlying: "\(error)")
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
