public import ArgumentParser
import FormModel
import Formwright
import Foundation
public import Logging
import Pipeline
import PipelineProcesses

/// Where a command finds the store and its settings.
struct SystemArguments: ParsableArguments {
    @Option(help: "The settings; ./pipeline.yaml where there is one, unless given.")
    var config: String?

    @Option(help: "The folder of documents and jobs; $FORMWRIGHT_STORE or ~/.local/state/formwright unless given.")
    var store: String?

    func settings() throws -> SystemSettings {
        try SystemSettings(contentsOf: config, store: store)
    }

    /// How this program is started once more to run stages.
    func hostCommand(_ settings: SystemSettings) -> PipelineProcesses.StageCommand {
        PipelineProcesses.StageCommand(
            arguments: ["stage-host"] + (settings.path.map { ["--config", $0] } ?? ["--built-in"]))
    }
}

/// How a command that works for long tells what it does.
struct LogArguments: ParsableArguments {
    enum Format: String, ExpressibleByArgument, CaseIterable { case text, json }

    @Option(help: "What is told: trace, debug, info, notice, warning, error or critical.")
    var logLevel = Logger.Level.info

    @Option(help: "How it is told on standard error: text, or one JSON object a line.")
    var logFormat = Format.text

    func logger(_ label: String) -> Logger {
        var logger = Logger(label: label) { label in
            switch logFormat {
            case .text: StreamLogHandler.standardError(label: label)
            case .json: JSONLogHandler(label: label)
            }
        }
        logger.logLevel = logLevel
        return logger
    }
}

extension Logger.Level: @retroactive ExpressibleByArgument {}
