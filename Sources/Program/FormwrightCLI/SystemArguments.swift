import Domains
import LocalStore
import Accounts
public import ArgumentParser
import FormModel
import HTTPService
import Foundation
public import Logging
import Pipeline
import PipelineProcesses
import StorytellingService
import WatchFolder

/// The options that name the store and the settings.
struct SystemArguments: ParsableArguments {
    @Option(help: "Settings file. Defaults to ./pipeline.yaml if there is one.")
    var config: String?

    @Option(
        help: """
            Folder of documents and jobs. Defaults to $FORMWRIGHT_STORE, to the store in the settings file, or to \
            $XDG_STATE_HOME/formwright or ~/.local/state/formwright.
            """)
    var store: String?

    /// Reads the settings file that is named, or the one in the current folder, if it is not another program's.
    func source() throws -> SettingsSource {
        let source = try quietSource()
        if source.foreign != nil { _ = Self.noteAboutForeignFile }
        return source
    }

    private func quietSource() throws -> SettingsSource {
        try config.map { try SettingsSource(contentsOf: $0) }
            ?? SettingsSource(inCurrentFolderWithAnyOf: ProgramSettings.sections)
    }

    /// Printed once, however often the settings are read.
    private static let noteAboutForeignFile: Void = StandardError.print(
        """
        formwright: note: \(SettingsSource.usualName) in this folder has no section of Formwright and is not used; name a \
        settings file with --config.
        """)

    /// Reads the settings of the whole program.
    ///
    /// - Throws: ``Failure`` if the file cannot be read, `SettingsError` with all of its problems.
    func program() throws -> ProgramSettings {
        let program = ProgramSettings(reading: try source(), store: store)
        try program.source.file.finish()
        return program
    }

    /// Opens the store.
    func open() throws -> LocalSystem { try ProgramStore.open(program().system) }

    /// Opens the store for its users.
    func accounts() throws -> Accounts { Accounts(try open().database) }

    /// Returns the folder of the store, which need not exist.
    ///
    /// Mistakes in other parts of the settings file are left to the commands that use them, and so is the note about a file of
    /// another program.
    func storeFolder() throws -> URL {
        try ProgramSettings(reading: quietSource(), store: store).system.folder
    }

    /// Returns how to start this program as stage hosts; nil to run stages in this process.
    func host(_ settings: SystemSettings, inProcess: Bool = false) -> (
        (_ processes: Int) -> PipelineProcesses.StageCommand
    )? {
        inProcess ? nil : { hostCommand(settings, processes: $0) }
    }

    /// Returns the command that starts this program as one of several processes that run stages.
    ///
    /// Each process uses four threads for a document's pages, so that a single scan is read quickly, or its share of the
    /// cores of a large machine. With one thread per core, memory would grow with the square of the number of processes.
    private func hostCommand(_ settings: SystemSettings, processes: Int) -> PipelineProcesses.StageCommand {
        let inherited = ProcessInfo.processInfo.environment["FORMWRIGHT_THREADS"]
        let cores = ProcessInfo.processInfo.activeProcessorCount
        return PipelineProcesses.StageCommand(
            arguments: ["stage-host"] + (settings.path.map { ["--config", $0] } ?? []),
            environment: ["FORMWRIGHT_THREADS": inherited ?? "\(min(cores, max(4, cores / max(1, processes))))"])
    }
}

/// The settings file as every command reads it.
///
/// The section of the service is checked by all of them, so that a mistake does not wait for the next start of the service.
struct ProgramSettings {
    let source: SettingsSource
    let system: SystemSettings
    let service: ServiceSettings
    let storytelling: StorytellingSettings

    /// The keys at the root of a settings file.
    static var sections: [String] {
        SystemSettings.sections(kinds: Program.current.kinds, otherSections: otherSections)
    }

    private static var otherSections: [String] {
        [WatchRule.settingsSection, ServiceSettings.section, StorytellingSettings.section]
    }

    /// Reads everything but the watched folders; mistakes are collected in `source`.
    init(reading source: SettingsSource, store: String? = nil) {
        self.source = source
        system = SystemSettings(
            reading: source, store: store, kinds: Program.current.kinds, sections: Kinds.sections,
            otherSections: Self.otherSections)
        storytelling = StorytellingSettings(reading: source.file.section(StorytellingSettings.section))
        service = ServiceSettings(reading: source.file.section(ServiceSettings.section))
    }
}

/// The option that limits a list to one owner; without it, all owners are included.
struct OwnerArguments: ParsableArguments {
    @Option(help: "Only what belongs to this owner.")
    var owner: String?

    var scope: OwnerScope { owner.map { .owner(OwnerID($0)) } ?? .all }
}

/// The log options of long-running commands.
struct LogArguments: ParsableArguments {
    enum Format: String, ExpressibleByArgument, CaseIterable { case text, json }

    @Option(help: "Log level: the lowest severity that is logged.")
    var logLevel = Logger.Level.info

    @Option(help: "Log format on standard error; json writes one object per line.")
    var logFormat = Format.text

    func logger(_ label: String) -> Logger {
        let format = logFormat
        var logger = Logger(label: label) { LineLogHandler(label: $0, format: format) }
        logger.logLevel = logLevel
        return logger
    }
}

extension Logger.Level: @retroactive ExpressibleByArgument {}
