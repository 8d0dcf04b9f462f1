import FailureModel
import Foundation
import HTTPService
import LibCrypto
import Logging
import Pipeline
import Synchronization
import FolderTestSupport
import Testing

@Suite("The certificate of a service") struct ServerCertificateTests {
    private let folder: TemporaryFolder
    private let clock = SetClock()

    init() throws { folder = try TemporaryFolder() }

    private final class SetClock: PipelineClock {
        private let moment = Mutex(Timestamp(milliseconds: 1_800_000_000_000))
        var now: Timestamp { moment.withLock { $0 } }
        func advance(days: Int) { moment.withLock { $0 = $0 + .seconds(days * 86_400) } }
        func sleep(until moment: Timestamp) async throws {}
    }

    private func selfSigned(_ names: [String] = ["forms.lan", "192.168.7.3", "::1"]) throws -> ServerCertificate {
        try ServerCertificate(
            .selfSigned, names: names, folder: folder.url, clock: clock, logger: Logger(label: "test"))
    }

    private func files(log: (any LogHandler)? = nil) throws -> ServerCertificate {
        let logger = Logger(label: "test") { _ in log ?? SwiftLogNoOpLogHandler() }
        return try ServerCertificate(
            .files(certificate: folder.file("chain.pem"), key: folder.file("key.pem")), names: [], folder: folder.url,
            clock: clock, logger: logger)
    }

    private func write(_ name: String = "forms.example.org", key: PrivateKey = .p256()) throws {
        let certificate = try Certificate.selfSigned(key, names: [name], from: clock.now.date, days: 30)
        try certificate.pem.write(to: folder.file("chain.pem"))
        try key.pem.write(to: folder.file("key.pem"))
    }

    // MARK: Certificates that the service makes

    @Test("a certificate that the service makes is for its names and addresses only, for 398 days")
    func namesAndValidity() throws {
        let certificate = try selfSigned()
        #expect(certificate.covers(host: "forms.lan") && certificate.covers(host: "FORMS.lan"))
        #expect(certificate.covers(host: "192.168.7.3") && certificate.covers(host: "::1"))
        #expect(!certificate.covers(host: "other.lan") && !certificate.covers(host: "192.168.7.4"))
        #expect(certificate.expiry == clock.now.date.addingTimeInterval(398 * 86_400 - 3600))
        #expect(certificate.fingerprint.wholeMatch(of: /([0-9A-F]{2}:){31}[0-9A-F]{2}/) != nil)
    }

    @Test("its file is private, and the next start has the same certificate")
    func restart() throws {
        let first = try selfSigned()
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.file("tls.pem").path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        #expect(try selfSigned().fingerprint == first.fingerprint)
    }

    @Test("it is renewed when less than 30 days are left, while the service runs")
    func renewal() async throws {
        let certificate = try selfSigned()
        let first = certificate.fingerprint
        clock.advance(days: 367)
        await certificate.refresh()
        #expect(certificate.fingerprint == first)
        clock.advance(days: 1)
        await certificate.refresh()
        #expect(certificate.fingerprint != first)
        #expect(certificate.expiry > clock.now.date.addingTimeInterval(390 * 86_400))
    }

    @Test("another name or a damaged file makes another certificate", arguments: ["", "half of a -----BEGIN"])
    func replacement(damage: String) throws {
        let first = try selfSigned().fingerprint
        let second = try selfSigned(["forms.lan", "new.lan"])
        #expect(second.fingerprint != first && second.covers(host: "new.lan"))
        try Data(damage.utf8).write(to: folder.file("tls.pem"))
        #expect(try selfSigned(["forms.lan"]).fingerprint != second.fingerprint)
    }

    @Test("a name with other characters than host names have is refused", arguments: ["a,IP:1.2.3.4", "a b", ""])
    func hostileNames(name: String) throws {
        let error = #expect(throws: Failure.self) { try selfSigned([name]) }
        #expect(error?.code == .certificateUnusable)
    }

    // MARK: Files

    @Test("files that an administrator replaces are read again")
    func replacedFiles() async throws {
        try write("old.example.org")
        let log = CountingLog()
        let certificate = try files(log: log)
        try write("new.example.org")
        #expect(certificate.covers(host: "old.example.org"))
        await certificate.refresh()
        #expect(certificate.covers(host: "new.example.org") && !certificate.covers(host: "old.example.org"))
        #expect(certificate.names == ["new.example.org"])
        let notice = try #require(log.notices.first)
        #expect(notice.contains("new.example.org") && notice.contains(certificate.fingerprint))
        #expect(log.notices.count == 1)
    }

    @Test("files that cannot be used leave the earlier certificate in use, and are logged once")
    func brokenReplacement() async throws {
        try write()
        let log = CountingLog()
        let certificate = try files(log: log)
        try PrivateKey.p256().pem.write(to: folder.file("key.pem"))
        await certificate.refresh()
        await certificate.refresh()
        #expect(certificate.covers(host: "forms.example.org"))
        #expect(log.errors == 1)
    }

    @Test("a missing, foreign, encrypted or empty file is refused with its name", arguments: Damage.allCases)
    func unusable(damage: Damage) throws {
        try write()
        switch damage {
        case .missingKey: try FileManager.default.removeItem(at: folder.file("key.pem"))
        case .foreignKey: try PrivateKey.p256().pem.write(to: folder.file("key.pem"))
        case .encryptedKey: try Data(Self.encryptedKey.utf8).write(to: folder.file("key.pem"))
        case .emptyKey: try Data().write(to: folder.file("key.pem"))
        case .noCertificate: try Data("-----BEGIN CERTIFICATE-----\nMIIB\n".utf8).write(to: folder.file("chain.pem"))
        case .pipe:
            try FileManager.default.removeItem(at: folder.file("key.pem"))
            #expect(mkfifo(folder.file("key.pem").path, 0o600) == 0)
        case .hugeCertificate: try Data(count: 2 << 20).write(to: folder.file("chain.pem"))
        }
        let error = #expect(throws: Failure.self) { try files() }
        #expect(error?.code == .certificateUnusable)
        #expect(error?.message.contains(damage.rawValue) == true)
    }

    enum Damage: String, CaseIterable, Sendable {
        case missingKey = "There is no file"
        case foreignKey = "the key is not that of the first certificate"
        case encryptedKey = "the key needs a password"
        case emptyKey = "no private key in PEM format"
        case pipe = "key.pem is not a file"
        case noCertificate = "no certificate in PEM format"
        case hugeCertificate = "chain.pem is larger than the limit"
    }

    /// A key of P-256 with the password "secret" (`openssl genpkey -aes256`).
    private static let encryptedKey = """
        -----BEGIN ENCRYPTED PRIVATE KEY-----
        MIHsMFcGCSqGSIb3DQEFDTBKMCkGCSqGSIb3DQEFDDAcBAiq5DPrU4arAgICCAAw
        DAYIKoZIhvcNAgkFADAdBglghkgBZQMEASoEEKzn3QWOaE0/VydGaBLc+uAEgZCx
        tHEokFFuHM+i/d1RBCYBNzRul1NYuEPfFHPSF8vWYz+rF6Oa6r13I5WG1qCiZZes
        DbKFNEyGIkil1cMbH5NK1eHR3cTPh7uVz8z6QPCTq0az9q+tj5HVkRfF9GgC30Kk
        kbvUn46MjneeJihAiMEX2UkLgX+zTYOAAx6ceb66K5PTsvys7mkgIh+lPDKoKI0=
        -----END ENCRYPTED PRIVATE KEY-----
        """

    private final class CountingLog: LogHandler, Sendable {
        private let count = Atomic(0)
        var errors: Int { count.load(ordering: .relaxed) }
        private let texts = Mutex<[String]>([])
        var notices: [String] { texts.withLock { $0 } }
        var metadata: Logger.Metadata {
            get { [:] }
            set {}
        }
        var logLevel: Logger.Level {
            get { .trace }
            set {}
        }
        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { nil }
            set {}
        }
        func log(event: LogEvent) {
            if event.level == .error { count.add(1, ordering: .relaxed) }
            if event.level == .notice { texts.withLock { $0.append("\(event.message) \(event.metadata ?? [:])") } }
        }
    }

    // MARK: Settings

    @Test("the setting is self, or both files, beside the settings file")
    func settings() throws {
        #expect(try read("tls: self") == .selfSigned)
        let files = try read("tls: {certificate: a.pem, key: /etc/b.pem}")
        guard case .files(let certificate, let key) = files else {
            Issue.record("\(String(describing: files))")
            return
        }
        #expect(certificate.path == folder.file("a.pem").path && key.path == "/etc/b.pem")
    }

    @Test(
        "another setting is refused",
        arguments: ["tls: yes", "tls: {certificate: a.pem}", "tls: [self]", "tls: {key: b}"])
    func malformedSettings(text: String) {
        #expect(throws: (any Error).self) { try read(text) }
    }

    private func read(_ text: String) throws -> TLSSettings? {
        let path = folder.file("pipeline.yaml").path
        let file = try SettingsFile(yaml: "service:\n  \(text)\n", name: path)
        let settings = ServiceSettings(reading: file.section(ServiceSettings.section), beside: path)
        try file.finish()
        return settings.tls
    }
}
