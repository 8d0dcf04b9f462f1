import Files
import LibCrypto
package import Foundation
import Pipeline

/// Where a service that encrypts its connections itself has its certificate from.
///
/// ```yaml
/// tls: self
/// tls: {certificate: /etc/formwright/tls/forms.pem, key: /etc/formwright/tls/forms.key}
/// ```
package enum TLSSettings: Sendable, Hashable {
    /// Files in PEM format, with the chain of certificates and the private key.
    case files(certificate: URL, key: URL)
    /// A certificate that the service makes and renews.
    case selfSigned

    /// The names of a certificate in files.
    ///
    /// They are empty if the files cannot be read, and for a certificate that the service makes.
    package var readableNames: [String] {
        guard case .files(let certificate, let key) = self,
            let content = try? CertificateFiles(chain: certificate, key: key).chainContent()
        else { return [] }
        return (try? Certificate.chain(pem: content))?.first?.names ?? []
    }

    /// Reads the setting, and reports mistakes to the node.
    ///
    /// - Parameters:
    ///   - node: the word `self`, or the paths of both files.
    ///   - path: the settings file, which relative paths start from.
    init?(reading node: SettingsNode, beside path: String?) {
        guard node.isMapping else {
            guard node.text() == "self" else {
                node.report("“\(node.path)” must be self, or {certificate: FILE, key: FILE} with files in PEM format.")
                return nil
            }
            self = .selfSigned
            return
        }
        let files = node.mapping(known: ["certificate", "key"])
        guard let certificate = files["certificate"], let key = files["key"] else {
            node.report("“\(node.path)” needs both “certificate” and “key”.")
            return nil
        }
        guard let certificate = certificate.text(), let key = key.text() else { return nil }
        self = .files(
            certificate: UserFolders.location(certificate, beside: path), key: UserFolders.location(key, beside: path))
    }
}
