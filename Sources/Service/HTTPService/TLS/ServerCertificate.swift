package import FailureModel
package import Foundation
import LibCrypto
import LibSSL
package import Logging
package import Pipeline
import ServiceLifecycle
import Synchronization
import Threads

/// The certificate of a service that encrypts its connections.
///
/// It is read again when its files change, and one that the service makes is renewed in time. Open connections keep the
/// certificate that they began with.
package final class ServerCertificate: Service {
    private let files: CertificateFiles
    /// Makes the certificate; `nil` if an administrator does.
    private let maker: SelfSignedCertificate?
    private let clock: any PipelineClock
    private let logger: Logger
    private let state: Mutex<State>

    private struct State {
        var identity: TLSIdentity
        /// The content of the files, to see whether they changed.
        var content: CertificateFiles.Content
        /// The problem that was last logged.
        var problem: String?
    }

    /// How often the files are compared.
    private static let interval = Duration.seconds(60)

    /// Reads the certificate, or makes one; blocks.
    ///
    /// - Parameters:
    ///   - settings: where the certificate is.
    ///   - names: the host names and addresses for a certificate that the service makes.
    ///   - folder: has the file of such a certificate.
    ///   - clock: determines when it is renewed.
    ///   - logger: receives changes and problems.
    /// - Throws: `certificate_unusable`; errors of writing.
    package init(
        _ settings: TLSSettings, names: [String], folder: URL, clock: any PipelineClock = SystemClock(), logger: Logger
    ) throws(Failure) {
        self.clock = clock
        self.logger = logger
        switch settings {
        case .files(let certificate, let key):
            files = CertificateFiles(chain: certificate, key: key)
            maker = nil
        case .selfSigned:
            let file = folder.appendingPathComponent("tls.pem")
            files = CertificateFiles(chain: file, key: file)
            maker = SelfSignedCertificate(file: file, names: names)
        }
        try maker?.renew(at: clock.now.date)
        let content = try files.content()
        state = Mutex(State(identity: try TLSIdentity(content, from: files), content: content))
    }

    /// The SHA-256 fingerprint as browsers show it, such as `3B:0C:…`.
    package var fingerprint: String {
        identity.certificate.fingerprint.map { String(format: "%02X", $0) }.joined(separator: ":")
    }

    /// The host names and addresses that the certificate is for.
    package var names: [String] { identity.certificate.names }

    /// The end of the certificate's validity.
    package var expiry: Date { identity.certificate.expiry }

    /// Whether the service made the certificate, so that browsers warn of it.
    package var isSelfSigned: Bool { maker != nil }

    /// Returns whether the certificate is for a host name or address.
    package func covers(host: String) -> Bool { identity.certificate.covers(host: host) }

    /// The configuration of new connections.
    var context: TLSServerContext { identity.context }

    private var identity: TLSIdentity { state.withLock { $0.identity } }

    /// Compares the files once a minute until graceful shutdown.
    package func run() async throws {
        await cancelWhenGracefulShutdown {
            while (try? await Task.sleep(for: Self.interval)) != nil { await self.refresh() }
        }
    }

    /// Renews the certificate if it is due, and reads files that changed.
    ///
    /// Files that cannot be used leave the earlier certificate in use.
    package func refresh() async {
        do {
            guard try await offPool({ try self.readChanges() }) else { return }
            let certificate = identity.certificate
            logger.notice(
                "the certificate of the service was replaced",
                metadata: [
                    "names": "\(certificate.names.joined(separator: ", "))", "fingerprint": "\(fingerprint)",
                    "validUntil": "\(certificate.expiry)",
                ])
        } catch {
            let problem = Failure(error).message
            let isNew = state.withLock { state in
                defer { state.problem = problem }
                return state.problem != problem
            }
            if isNew { logger.error("\(problem) The earlier certificate stays in use.") }
        }
    }

    /// Reads a new certificate, and returns whether there was one.
    private func readChanges() throws(Failure) -> Bool {
        try maker?.renew(at: clock.now.date)
        let content = try files.content()
        guard content != state.withLock({ $0.content }) else {
            state.withLock { $0.problem = nil }
            return false
        }
        let identity = try TLSIdentity(content, from: files)
        state.withLock { $0 = State(identity: identity, content: content) }
        return true
    }
}
