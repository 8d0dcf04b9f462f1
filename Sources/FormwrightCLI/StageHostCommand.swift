import ArgumentParser
import Formwright
import Pipeline
import PipelineProcesses

/// The hidden command that `watch`, `worker` and `documents compose` start as child processes to run stages in.
struct StageHostCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stage-host", abstract: "Run stages for another formwright process.", shouldDisplay: false)

    @Option(help: "Settings file of the process that starts this one.")
    var config: String?

    @Flag(help: "Use the default settings, even if the current folder has a pipeline.yaml.")
    var defaults = false

    func run() async throws {
        let source = defaults ? try SettingsSource.defaults : try SettingsSource(path: config)
        let settings = ProgramSettings(reading: source)
        try source.file.finish()
        try await StageHost.run(kinds: settings.system.pipeline.kinds)
    }
}
