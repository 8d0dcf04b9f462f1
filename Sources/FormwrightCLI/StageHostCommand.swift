import ArgumentParser
import Formwright
import Pipeline
import PipelineProcesses
import WatchFolder

/// What `watch` and `worker` start to run stages in. Not for people.
struct StageHostCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stage-host", abstract: "Runs stages for another formwright.", shouldDisplay: false)

    @Option(help: "The settings of the process that starts this one.")
    var config: String?

    @Flag(help: "The default settings, whatever lies in the current folder.")
    var defaults = false

    func run() async throws {
        let source = defaults ? try SettingsSource.defaults : try SettingsSource(path: config)
        let settings = SystemSettings(
            reading: source, kinds: Program.current.kinds, otherSections: [WatchRule.settingsSection])
        try source.file.finish()
        try await StageHost.run(kinds: settings.pipeline.kinds)
    }
}
