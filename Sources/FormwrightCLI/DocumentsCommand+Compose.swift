import FailureModel
import ArgumentParser
import FormModel
import Formwright
import Forms
import Foundation
import Logging
import Pipeline

extension DocumentsCommand {
    struct Compose: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Fills a form with its values.",
            discussion:
                "Without -o a worker does it; with -o it is done here, unless a worker is faster, and written out.")
        @Argument(help: "The document's id, or its beginning.") var document: String
        @OptionGroup var values: ValueArguments
        @Option(name: [.short, .long], help: "Where the filled PDF goes; - for standard output.") var output: String?
        @OptionGroup var system: SystemArguments
        @OptionGroup var logs: LogArguments

        func run() async throws {
            FilePermissions.inherit(from: [values.values])
            let runtime = try Runtime(system.settings())
            let found = try await StoreLookup(runtime: runtime).document(document)
            let entries = try KeptValues(runtime: runtime).entries(of: found.id).merging(try values.entries())
            guard !entries.isEmpty else {
                throw ValidationError("There are no values; give them with --values FILE or --set FIELD=VALUE.")
            }
            guard let output else {
                let document = try await runtime.client.fill(found.id, in: .all, inputs: try FormKind.inputs(entries))
                return StandardOutput.print("\(document.id)  \(document.state.rawValue)")
            }
            var logs = logs
            logs.logLevel = .error
            let work = Work(system, runtime, inProcess: false, logger: logs.logger("formwright.compose"))
            let pdf = try await work.run {
                let client = runtime.client
                if found.state.isWorking { _ = try await client.settled(found.id, in: .all) }
                _ = try await client.fill(found.id, in: .all, inputs: try FormKind.inputs(entries))
                let filled = try await client.settled(found.id, in: .all)
                if let failure = filled.failure {
                    throw failure.failure
                }
                return try await StoreLookup(runtime: runtime).bytes(of: FormKind.ArtefactName.filled, in: filled)
            }
            try NamedFile.write(pdf ?? Data(), to: output)
        }
    }
}
