import LocalStore
import ArgumentParser
import Pipeline
import PipelineProcesses

/// The hidden command for child processes of `watch`, `worker` and `documents compose`.
struct StageHostCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stage-host", abstract: "Run stages for another formwright process.", shouldDisplay: false)

    @Option(help: "Settings file of the process that starts this one, if it has one.")
    var config: String?

    func run() async throws {
        // The process that starts this one has opened the store, perhaps another than that of the file, and names it
        // with each stage.
        let settings = try ProgramSettings(
            reading: try config.map { try SettingsSource(contentsOf: $0) } ?? .defaults,
            store: "/")
        try settings.source.file.finish()
        try await StageHost.run(kinds: settings.system.pipeline.kinds)
    }
}
