import FailureModel
import Files
import Foundation

/// The files of a certificate, in PEM format; both may be the same.
struct CertificateFiles {
    /// The file with the chain of certificates, the server's first.
    let chain: URL
    /// The file with the private key.
    let key: URL

    /// The bytes of the files.
    struct Content: Equatable {
        let chain: Data
        let key: Data
    }

    /// Maximum size of a file in bytes.
    private static let sizeLimit = 1 << 20

    /// Reads the files; blocks.
    ///
    /// - Throws: `certificate_unusable`.
    func content() throws(Failure) -> Content {
        do throws(Failure) {
            return Content(
                chain: try InputFile.read(chain, limit: Self.sizeLimit),
                key: try InputFile.read(key, limit: Self.sizeLimit))
        } catch {
            throw Failure(
                .certificateUnusable, "The certificate of the service cannot be read. \(error.message)",
                underlying: error.underlying)
        }
    }

    /// Reads the chain, which needs no access to the key; blocks.
    func chainContent() throws(Failure) -> Data { try InputFile.read(chain, limit: Self.sizeLimit) }

    /// The names of the files, for messages.
    var description: String { chain == key ? chain.path : "\(chain.path) and \(key.path)" }
}
