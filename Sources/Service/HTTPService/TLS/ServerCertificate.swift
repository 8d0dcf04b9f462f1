package import FailureModel
package import Foundation
import Files
import LibCrypto
package import Logging
import NIOSSL
package import Pipeline
import ServiceLifecycle
import Synchronization
import Threads

/// The certificate of a service that encrypts its connections.
///
/// It is read again when its files change.
/// A certificate that the service makes is renewed in time. Open connections keep the certificate they began with.
package final class ServerCertificate: Service {
    private let settings: TLSSettings
    private let selfSigned: SelfSignedCertificate?
    private let clock: any PipelineClock
    private let logger: Logger
    private let state: Mutex<State>

    private struct State {
        var identity: TLSIdentity
        /// The content of the files, to see whether they changed.
        var content: [Data]
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
        self.settings = settings
        self.clock = clock
        self.logger = logger
        let selfSigned: SelfSignedCertificate? =
            settings == .selfSigned
            ? SelfSignedCertificate(file: folder.appendingPathComponent("tls.pem"), names: names) : nil
        self.selfSigned = selfSigned
        try selfSigned?.renew(at: clock.now.date)
        let content = try Self.content(settings, selfSigned)
        let identity = try Self.identity(content, settings, selfSigned)
        state = Mutex(State(identity: identity, content: content, problem: nil))
    }

    /// The SHA-256 fingerprint as browsers show it, such as `3B:0C:…`.
    package var fingerprint: String {
        identity.certificate.fingerprint.map { String(format: "%02X", $0) }.joined(separator: ":")
    }

    /// The end of the certificate's validity.
    package var expiry: Date { identity.certificate.expiry }

    /// Whether the service made the certificate, so that browsers warn of it.
    package var isSelfSigned: Bool { selfSigned != nil }

    /// Returns whether the certificate is for a host name or address.
    package func covers(host: String) -> Bool { identity.certificate.covers(host: host) }

    /// The configuration of new connections.
    var context: NIOSSLContext { identity.context }

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
            guard let expiry = try await offPool({ try self.readChanges() }) else { return }
            logger.notice("the certificate of the service was replaced", metadata: ["validUntil": "\(expiry)"])
        } catch {
            let problem = Failure(error).message
            let isNew = state.withLock { state in
                defer { state.problem = problem }
                return state.problem != problem
            }
            if isNew { logger.error("\(problem) The earlier certificate stays in use.") }
        }
    }

    /// Returns the expiry of a new certificate; `nil` if nothing changed.
    private func readChanges() throws(Failure) -> Date? {
        try selfSigned?.renew(at: clock.now.date)
        let content = try Self.content(settings, selfSigned)
        guard content != state.withLock({ $0.content }) else {
            state.withLock { $0.problem = nil }
            return nil
        }
        let identity = try Self.identity(content, settings, selfSigned)
        state.withLock { $0 = State(identity: identity, content: content, problem: nil) }
        return identity.certificate.expiry
    }

    private static func identity(
        _ content: [Data], _ settings: TLSSettings, _ selfSigned: SelfSignedCertificate?
    ) throws(Failure) -> TLSIdentity {
        try TLSIdentity(chain: content[0], key: content[1], from: place(files(settings, selfSigned)))
    }

    /// Returns the bytes of the chain and of the key.
    private static func content(
        _ settings: TLSSettings, _ selfSigned: SelfSignedCertificate?
    ) throws(Failure) -> [Data] {
        var content: [Data] = []
        for file in files(settings, selfSigned) {
            do throws(SystemCallError) {
                content.append(try PEMFile.bytes(of: file))
            } catch {
                throw TLSIdentity.unusable(file.path, error.reason)
            }
        }
        return content
    }

    private static func files(_ settings: TLSSettings, _ selfSigned: SelfSignedCertificate?) -> [URL] {
        if let selfSigned { return [selfSigned.file, selfSigned.file] }
        guard case .files(let certificate, let key) = settings else { return [] }
        return [certificate, key]
    }

    private static func place(_ files: [URL]) -> String {
        Set(files).count == 1 ? files[0].path : files.map(\.path).joined(separator: " and ")
    }
}
