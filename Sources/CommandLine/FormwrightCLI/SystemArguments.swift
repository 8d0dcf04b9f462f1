public import LocalStore
package import Users
public import ArgumentParser
package import HTTPService
import FailureModel
import Foundation
public import Logging
package import Pipeline
package import PipelineProcesses
import WatchFolder

/// The options that name the store and the settings.
public struct SystemArguments: ParsableArguments, Sendable {
    /// Creates the options.
    public init() {}

    @Option(help: "Settings file. Defaults to ./pipeline.yaml if there is one.")
    package var config: String?

    @Option(
        help: """
            Folder or postgresql:// URL of documents and jobs. Defaults to $FORMWRIGHT_STORE, to the store in the \
            settings file, or to $XDG_STATE_HOME/formwright or ~/.local/state/formwright.
            """)
    package var store: String?

    /// Reads the named settings file, or the one in the current folder.
    ///
    /// A file of another program in the current folder is not used, which is noted on standard error.
    package func source() throws -> SettingsSource {
        let source = try quietSource()
        if source.foreign != nil { _ = Self.noteAboutForeignFile }
        return source
    }

    private func quietSource() throws -> SettingsSource {
        try config.map { try SettingsSource(contentsOf: $0) }
            ?? SettingsSource(inCurrentFolderWithAnyOf: ProgramSettings.sections)
    }

    /// The note about another program's file, printed once however often the settings are read.
    private static let noteAboutForeignFile: Void = StandardError.print(
        """
        formwright: note: \(SettingsSource.usualName) in this folder has no section of Formwright and is not used; name a \
        settings file with --config.
        """)

    /// Reads the settings of the whole program.
    ///
    /// - Throws: ``Failure`` if the file cannot be read; `SettingsError` with all of its mistakes.
    package func program() throws -> ProgramSettings {
        let program = try ProgramSettings(reading: try source(), store: store)
        try program.source.file.finish()
        if case .folder(let folder) = program.system.location, folder == SystemSettings.usualFolder,
            FileManager.default.fileExists(atPath: ServiceUnit.settings.path)
        {
            _ = Self.noteAboutOwnStore
        }
        return program
    }

    /// The note that the service of this machine has another store, printed once.
    private static let noteAboutOwnStore: Void = StandardError.print(
        """
        formwright: note: this is your own store, \(SystemSettings.usualFolder.path). The one of this machine's service is \
        named by --config \(ServiceUnit.settings.path); use it as its user: runuser -u formwright -- formwright …
        """)

    /// Opens a store that exists.
    ///
    /// - Throws: `store_unavailable` if there is none.
    package func openExisting() throws -> LocalSystem {
        let program = try program()
        if case .folder(let folder) = program.system.location,
            !FileManager.default.fileExists(atPath: LocalSystem.catalogue(in: folder).path)
        {
            throw Failure(
                .storeUnavailable,
                "There is no store in \(folder.path); name one with --store, or its settings with --config.")
        }
        return try LocalSystem(program.system)
    }

    /// Opens the store.
    public func open() throws -> LocalSystem { try LocalSystem(program().system) }

    /// Opens the store for its users.
    package func accounts() throws -> Accounts { Accounts(try open().database) }

    /// Reads the settings of a store that need not exist.
    ///
    /// Mistakes in other parts of the settings file, and a file of another program, are reported by the commands that
    /// use them.
    package func storeSettings() throws -> SystemSettings {
        try ProgramSettings(reading: quietSource(), store: store).system
    }

    /// Returns how to start stage hosts; `nil` to run stages in this process.
    package func host(_ settings: SystemSettings, inProcess: Bool = false) -> (
        (_ processes: Int) -> PipelineProcesses.StageCommand
    )? {
        inProcess ? nil : { hostCommand(settings, processes: $0) }
    }

    /// Returns the command that starts this program as one of several stage hosts.
    ///
    /// Each process uses four threads for a document's pages, so that a single scan is read quickly, or its share of
    /// the cores of a large machine. With one thread per core, memory would grow with the square of the number of
    /// processes.
    private func hostCommand(_ settings: SystemSettings, processes: Int) -> PipelineProcesses.StageCommand {
        let inherited = ProcessInfo.processInfo.environment["FORMWRIGHT_THREADS"]
        let cores = ProcessInfo.processInfo.activeProcessorCount
        return PipelineProcesses.StageCommand(
            arguments: ["stage-host"] + (settings.path.map { ["--config", $0] } ?? []),
            environment: ["FORMWRIGHT_THREADS": inherited ?? "\(min(cores, max(4, cores / max(1, processes))))"])
    }
}

/// The settings file as read by every command.
///
/// All of them check the section of the service, so that a mistake is reported before the service is next started.
package struct ProgramSettings {
    package let source: SettingsSource
    package let system: SystemSettings
    package let service: ServiceSettings

    /// The keys at the root of a settings file.
    package static var sections: [String] {
        SystemSettings.sections(domains: Program.current.stored, otherSections: otherSections)
    }

    private static var otherSections: [String] {
        [WatchRule.settingsSection, ServiceSettings.section]
    }

    /// Reads everything but the watched folders; mistakes are collected in `source`.
    ///
    /// - Throws: `malformed_settings` for a wrong URL on the command line or in the environment.
    package init(reading source: SettingsSource, store: String? = nil) throws {
        self.source = source
        system = SystemSettings(
            reading: source, store: try StoreLocation.chosen(store), domains: Program.current.stored,
            otherSections: Self.otherSections)
        service = ServiceSettings(reading: source.file.section(ServiceSettings.section), beside: source.path)
    }
}

/// The option that limits a list to one owner.
///
/// Without it, all owners are included.
package struct OwnerArguments: ParsableArguments {
    package init() {}

    @Option(help: "Only what belongs to this owner.")
    package var owner: String?

    package var scope: OwnerScope { owner.map { .owner(OwnerID($0)) } ?? .all }
}

/// The log options of long-running commands.
package struct LogArguments: ParsableArguments {
    package init() {}

    package enum Format: String, ExpressibleByArgument, CaseIterable { case text, json }

    @Option(help: "Log level: the lowest severity that is logged.")
    package var logLevel = Logger.Level.info

    @Option(
        help: """
            Log format on standard error; json writes one object per line. Defaults to text, and to sentences of watch \
            on a terminal.
            """)
    package var logFormat: Format?

    /// Returns a logger that only logs errors, for short-lived commands.
    package static func errorLogger(_ label: String) -> Logger {
        var logger = Logger(label: label) { LineLogHandler(label: $0, format: .text) }
        logger.logLevel = .error
        return logger
    }

    package func logger(_ label: String) -> Logger {
        let format = logFormat ?? .text
        var logger = Logger(label: label) { LineLogHandler(label: $0, format: format) }
        logger.logLevel = logLevel
        return logger
    }

    /// Returns a logger that writes sentences to a terminal.
    ///
    /// It uses the chosen format, if there is one.
    ///
    /// - Parameters:
    ///   - label: the label.
    ///   - sentence: returns the sentence for a message and its facts.
    /// - Returns: the logger.
    func logger(_ label: String, sentence: @escaping @Sendable (String, [String: String]) -> String?) -> Logger {
        guard logFormat == nil, StandardError.isTerminal else { return logger(label) }
        var logger = Logger(label: label) { _ in SentenceLogHandler(sentence: sentence) }
        logger.logLevel = logLevel
        return logger
    }
}

extension Logger.Level: @retroactive ExpressibleByArgument {}
