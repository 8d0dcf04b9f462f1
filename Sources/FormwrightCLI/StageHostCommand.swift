import ArgumentParser
import Formwright
import Pipeline
import PipelineProcesses

/// What `watch` and `worker` start to run stages in. Not for people.
struct StageHostCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stage-host", abstract: "Runs stages for another formwright.", shouldDisplay: false)

    @Option(help: "The settings of the process that starts this one.")
    var config: String?

    @Flag(help: "The built-in settings, whatever lies in the current folder.")
    var builtIn = false

    func run() async throws {
        let settings = builtIn ? try SystemSettings(SettingsSource.builtIn) : try SystemSettings(contentsOf: config)
        try await StageHost.run(kinds: settings.pipeline.kinds)
    }
}
