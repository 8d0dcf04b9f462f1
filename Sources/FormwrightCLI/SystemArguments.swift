public import ArgumentParser
import FormModel
import Formwright
import Foundation
public import Logging
import Pipeline
import PipelineProcesses
import WatchFolder

/// Where a command finds the store and its settings.
struct SystemArguments: ParsableArguments {
    @Option(help: "The settings; ./pipeline.yaml where there is one, unless given.")
    var config: String?

    @Option(help: "The folder of documents and jobs; $FORMWRIGHT_STORE or ~/.local/state/formwright unless given.")
    var store: String?

    func settings() throws -> SystemSettings {
        try SystemSettings(
            contentsOf: config, store: store, kinds: Program.current.kinds,
            otherSections: [WatchRule.settingsSection])
    }

    /// Opens the store.
    func open() throws -> LocalSystem { try LocalSystem(settings()) }

    /// Starts this program again as stage hosts; nil to run stages in this process.
    func host(_ settings: SystemSettings, inProcess: Bool = false) -> (
        (_ processes: Int) -> PipelineProcesses.StageCommand
    )? {
        inProcess ? nil : { hostCommand(settings, processes: $0) }
    }

    /// How this program is started once more to run stages, in so many processes at a time.
    ///
    /// Each may use four threads for a document's pages, so that a single scan is read quickly, or its share of a large
    /// machine; with as many as there are cores, processes would take memory by the square of their number.
    private func hostCommand(_ settings: SystemSettings, processes: Int) -> PipelineProcesses.StageCommand {
        let inherited = ProcessInfo.processInfo.environment["FORMWRIGHT_THREADS"]
        let cores = ProcessInfo.processInfo.activeProcessorCount
        return PipelineProcesses.StageCommand(
            arguments: ["stage-host"] + (settings.path.map { ["--config", $0] } ?? ["--defaults"]),
            environment: ["FORMWRIGHT_THREADS": inherited ?? "\(min(cores, max(4, cores / max(1, processes))))"])
    }
}

/// Whose documents a command lists; everybody's unless one owner is named.
struct OwnerArguments: ParsableArguments {
    @Option(help: "Only what belongs to this owner.")
    var owner: String?

    var scope: OwnerScope { owner.map { .owner(OwnerID($0)) } ?? .all }
}

/// How a command that works for long tells what it does.
struct LogArguments: ParsableArguments {
    enum Format: String, ExpressibleByArgument, CaseIterable { case text, json }

    @Option(help: "What is told: trace, debug, info, notice, warning, error or critical.")
    var logLevel = Logger.Level.info

    @Option(help: "How it is told on standard error: text, or one JSON object a line.")
    var logFormat = Format.text

    func logger(_ label: String) -> Logger {
        let format = logFormat
        var logger = Logger(label: label) { LineLogHandler(label: $0, format: format) }
        logger.logLevel = logLevel
        return logger
    }
}

extension Logger.Level: @retroactive ExpressibleByArgument {}
