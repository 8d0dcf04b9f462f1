import ArgumentParser
import FailureModel
import Files
import Foundation
import HTTPService
import Linux
import LocalStore
import Pipeline
import Threads
import Users

struct SetupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "setup",
        abstract: "Set up the service for an office: its store, its administrator and its network.",
        discussion: """
            Asks where documents are kept, who the first administrator is, and whether the service is reached directly or \
            through a proxy; options answer instead. It writes the settings file, in which other settings and comments stay, \
            and adds the administrator. With the Debian package it runs as root, and restarts the service. It can be run \
            again to change an answer: administrators, certificates in files, ports and addresses stay.

            EXAMPLES
              sudo formwright setup
              sudo formwright setup --administrator ada --reach network
              sudo formwright setup --administrator ada --password-file ada.txt --reach proxy --public-url https://forms.example.org
              formwright setup --config pipeline.yaml --store ~/forms --administrator ada --reach network
            """)

    @Option(
        help: "Settings file to write. Defaults to that of the Debian package, or ./pipeline.yaml without the package.")
    var config: String?

    @Option(help: "Folder for documents, jobs and users. Defaults to that of the settings file with --administrator.")
    var store: String?

    @Option(help: "Name of the administrator.")
    var administrator: String?

    @OptionGroup var passwords: PasswordArguments

    @Option(help: "How other machines reach the service: network for directly, or proxy.")
    var reach: ServiceReach.Kind?

    @Option(help: "Address of the proxy, such as https://forms.example.org.")
    var publicURL: String?

    @Option(help: "TCP port of the service. Defaults to that of the settings file, 8443 for network or 8080 for proxy.")
    var port: Int?

    func validate() throws {
        if let port, !(1...65_535).contains(port) { throw ValidationError("--port must be 1 to 65535.") }
        if publicURL != nil, reach == .network { throw ValidationError("--public-url is for --reach proxy.") }
    }

    func run() async throws {
        let file = config.map { URL(fileURLWithPath: $0) } ?? Self.usualFile
        let isPackage = file.path == ServiceUnit.settings.path
        guard !isPackage || EffectiveUser.isRoot else {
            throw Failure(
                .outputUnwritable, "The settings of the service, \(file.path), can only be changed by root.",
                hint: "Run sudo formwright setup, or name another file with --config.")
        }
        let old = try Self.settings(in: file)
        let folder = try chosenFolder(old.system.location, isPackage: isPackage)
        guard !isPackage || (port ?? 1024) >= 1024 else {
            throw ValidationError("--port must be 1024 or more, since the service runs without privileges.")
        }
        var users: [User] = []
        if FileManager.default.fileExists(atPath: LocalSystem.catalogue(in: folder).path) {
            users = try await asServiceUser(isPackage, folder) { try await Self.users(in: old, at: folder) }
        }
        let newcomer = try newAdministrator(among: users)
        let reach = try chosenReach()
        let text = try Self.text(of: file) { text throws(Failure) in
            text.set("store", to: folder.path)
            try reach.write(from: old.service, port: port, to: &text)
        }
        // All mistakes are found before anything is written.
        let settings = try Self.checked(text, named: file, folder, reach, port)
        let password = try newcomer.map { try self.password(of: $0) }
        // Likewise a file that cannot be written.
        let output = try GrowingFile(at: file)
        try output.append(Data(text.utf8))
        if isPackage { try ServiceUnit.allow(folder) }
        let fingerprint = try await asServiceUser(isPackage, folder) {
            try await Self.prepare(settings, newcomer, password)
        }
        try output.finish()
        StandardOutput.print("wrote \(file.path)")
        report(settings.service, isPackage: isPackage, file: file, fingerprint: fingerprint)
    }

    // MARK: Settings

    private static func settings(in file: URL) throws -> ProgramSettings {
        let isThere = FileManager.default.fileExists(atPath: file.path)
        let settings = try ProgramSettings(
            reading: isThere ? SettingsSource(contentsOf: file.path) : .defaults)
        try settings.source.file.finish()
        return settings
    }

    /// Returns the text of the settings file with changes.
    private static func text(
        of file: URL, _ change: (inout SettingsText) throws(Failure) -> Void
    ) throws(Failure) -> String {
        var old = ""
        if FileManager.default.fileExists(atPath: file.path) {
            old = String(decoding: try InputFile.read(file, limit: 1 << 20), as: UTF8.self)
        }
        var text = SettingsText(old)
        try change(&text)
        return text.text
    }

    /// Reads and checks the new settings as the service will.
    private static func checked(
        _ text: String, named file: URL, _ folder: URL, _ reach: ServiceReach, _ port: Int?
    ) throws -> ProgramSettings {
        let settings = try ProgramSettings(reading: try SettingsSource(text: text, at: file.path))
        try settings.source.file.finish()
        let isThere = if case .folder(let store) = settings.system.location { store.path == folder.path } else { false }
        guard isThere, reach.isSet(in: settings.service), port == nil || port == settings.service.port else {
            throw Failure(
                .malformedSettings, "\(file.path) is written in a way that this command cannot change.",
                hint: "Write each setting of the store and of the section service on a line, or set them by hand.")
        }
        return settings
    }

    // MARK: Store

    /// Acts as the user of the service, if the package is installed.
    ///
    /// The store's files are then that user's.
    private func asServiceUser<Result>(
        _ isPackage: Bool, _ folder: URL, _ body: () async throws -> Result
    ) async throws -> Result {
        guard isPackage else { return try await body() }
        if !FileManager.default.fileExists(atPath: folder.path) {
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o750])
            guard EffectiveUser.give(folder.path, to: ServiceUnit.user) else {
                throw Failure(
                    .outputUnwritable, "\(folder.path) cannot be given to the user \(ServiceUnit.user) of the service.")
            }
        }
        guard let result = try await EffectiveUser.run(as: ServiceUnit.user, body) else {
            throw Failure(
                .outputUnwritable, "There is no user \(ServiceUnit.user), which the package makes.",
                hint: "Install the package again.")
        }
        return result
    }

    /// Creates the store with the administrator.
    ///
    /// - Returns: the fingerprint of the certificate that the service will use, if it makes one.
    private static func prepare(
        _ settings: ProgramSettings, _ newcomer: UserName?, _ password: Password?
    ) async throws -> String? {
        let local = try LocalSystem(settings.system)
        if let newcomer, let password {
            try await Accounts(local.database).add(newcomer, password: password, role: .administrator)
            StandardOutput.print("added the administrator \(newcomer)")
        } else {
            StandardOutput.print("kept the administrators")
        }
        guard settings.service.tls == .selfSigned else { return nil }
        let (names, folder) = (MachineNames.names(boundTo: settings.service.bind), settings.system.folder)
        return try await offPool {
            try ServerCertificate(
                .selfSigned, names: names, folder: folder, logger: LogArguments.errorLogger("formwright.setup")
            ).fingerprint
        }
    }

    // MARK: Report

    private func report(_ settings: ServiceSettings, isPackage: Bool, file: URL, fingerprint: String?) {
        if isPackage, ServiceUnit.restart() {
            StandardOutput.print("restarted formwright.service")
        } else {
            StandardOutput.print(
                isPackage
                    ? "start or restart the service: systemctl restart formwright"
                    : "start the service, or restart it: formwright serve --config \(file.path)")
        }
        if let publicURL = settings.publicURL {
            StandardOutput.print(
                "users log in at \(publicURL.origin)/ once the proxy forwards to http://127.0.0.1:\(settings.port)")
            return
        }
        let addresses = settings.origins(port: settings.port).prefix(3).map { "\($0)/" }
        StandardOutput.print("users log in at \(addresses.joined(separator: " or "))")
        if let fingerprint {
            StandardOutput.print("Browsers warn of the certificate the first time. Its SHA-256 fingerprint is")
            StandardOutput.print(fingerprint)
        }
    }
}
