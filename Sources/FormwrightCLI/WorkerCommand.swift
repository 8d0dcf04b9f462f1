import ArgumentParser
import FormModel
import Formwright
import Foundation
import Logging
import Pipeline

struct WorkerCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "worker",
        abstract: "Runs stages of documents in the store, until it is told to stop.",
        discussion: """
            As many workers as you like may share a store on one machine. Stages run in child processes with limits of \
            memory, time and file size. SIGTERM or Ctrl-C stops a worker within 30 seconds; what it was at goes to others.

            EXAMPLES
              formwright worker
              formwright worker --stages rasterise,detect --workers 2
            """)

    @Option(help: "Only these stages, separated by commas.")
    var stages: String?

    @Option(help: "Stages at a time; as pipeline.yaml has it, or one more than cores.")
    var workers: Int?

    @Flag(help: "Run stages in this process rather than in child processes under limits.")
    var inProcess = false

    @OptionGroup var system: SystemArguments
    @OptionGroup var logs: LogArguments
    @OptionGroup var numbers: MetricsArguments

    func run() async throws {
        let logger = logs.logger("formwright.worker")
        let runtime = try Runtime(system.settings())
        let names = stages.map { $0.split(separator: ",").map { String($0).trimmingCharacters(in: .whitespaces) } }
        let known = Set(runtime.kinds.addresses.map(\.stage.text))
        if let stray = names?.first(where: { !known.contains($0) }) {
            throw ValidationError(
                "There is no stage \"\(stray)\"; there are \(known.sorted().joined(separator: ", ")).")
        }
        if let workers, workers < 1 { throw ValidationError("A worker does at least one stage at a time.") }
        let metrics = numbers.start(logger)
        logger.info(
            "working", metadata: ["store": "\(runtime.settings.folder.path)", "stages": "\(stages ?? "all")"])
        try await Work(
            system, runtime, stages: names.map { Set($0.map { Pipeline.StageName($0) }) }, workers: workers,
            inProcess: inProcess, metrics: metrics, logger: logger
        ).run()
    }
}
