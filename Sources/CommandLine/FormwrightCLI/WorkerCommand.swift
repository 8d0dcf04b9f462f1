import LocalStore
import LocalWorkers
import ArgumentParser
import Foundation
import Logging
import Pipeline

struct WorkerCommand: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "worker",
            abstract: "Run stages of documents in the store, until stopped.",
            discussion: """
                Any number of workers can share a store, on several machines if it is in PostgreSQL. Stages run in child processes with limits on memory, \
                time and file size. SIGTERM or Ctrl-C stops a worker within 30 seconds; other workers take over its jobs.

                EXAMPLES
                  formwright worker
                  formwright worker --stages \(Program.current.words(.stages).first ?? "KIND/STAGE") --workers 2
                """)
    }

    @Option(help: "Only these stages, separated by commas: KIND/STAGE, or STAGE if only one kind has it.")
    var stages: String?

    @Option(
        help: """
            Maximum number of stages to run at a time. Defaults to the number in pipeline.yaml, or to one more than \
            the number of cores.
            """)
    var workers: Int?

    @Flag(help: "Run stages in this process instead of in child processes with limits.")
    var inProcess = false

    @OptionGroup var system: SystemArguments
    @OptionGroup var logs: LogArguments
    @OptionGroup var metricsFile: MetricsArguments

    func run() async throws {
        let logger = logs.logger("formwright.worker")
        let local = try await LocalSystem.starting(system.program().system, StartPatience(logger: logger))
        let addresses = try stages.map { try Self.addresses($0, among: local.kinds) }
        if let workers, workers < 1 { throw ValidationError("--workers must be at least 1.") }
        let metrics = metricsFile.start(logger)
        logger.info(
            "working", metadata: ["store": "\(local.settings.location)", "stages": "\(stages ?? "all")"])
        try await LocalWorkers(
            on: local, host: system.host(local.settings, inProcess: inProcess), stages: addresses, workers: workers,
            metrics: metrics, logger: logger
        ).run()
    }

    /// Parses `KIND/STAGE,…`, where `KIND/` may be omitted if unambiguous.
    private static func addresses(_ text: String, among kinds: KindTable) throws -> Set<StageAddress> {
        let known = kinds.addresses
        return Set(
            try text.split(separator: ",").map { part in
                let name = part.trimmingCharacters(in: .whitespaces)
                let found = known.filter { $0.description == name || $0.stage.text == name }
                if found.count == 1, let address = found.first { return address }
                let choice = (found.isEmpty ? known : found).map(\.description).joined(separator: ", ")
                throw ValidationError(
                    found.isEmpty
                        ? "There is no stage \"\(name)\"; the stages are \(choice)."
                        : "Several kinds have a stage \"\(name)\"; name one of \(choice).")
            })
    }
}
