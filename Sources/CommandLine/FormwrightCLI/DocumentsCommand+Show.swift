import LocalStore
import FailureModel
import ArgumentParser
import Foundation
import Logging
import Pipeline

extension DocumentsCommand {
    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show",
            abstract: "Show a document, its results and its history.",
            discussion: """
                EXAMPLES
                  formwright documents show 3F2A
                """)
        @Argument(help: "Document id, or the beginning of one.") var document: String
        @OptionGroup var system: SystemArguments

        func run() async throws {
            let local = try system.open()
            let document = try await local.client.document(idBeginning: document, in: .all)
            StandardOutput.print("id        \(document.id)")
            if document.owner != .local { StandardOutput.print("owner     \(document.owner.text)") }
            StandardOutput.print(
                "file      \(document.fileName) (\(document.mediaType), \(document.byteCount) bytes)"
            )
            StandardOutput.print(
                "state     \(document.state.rawValue)\(document.fill > 0 ? ", fill \(document.fill)" : "")")
            if let failure = document.failure {
                StandardOutput.print(
                    "failure   \(failure.stage), attempt \(failure.attempt): \(failure.code)")
                for line in ProgramErrors.lines(failure.failure) { StandardOutput.print("          \(line)") }
            }
            let running = JobQuery(in: .all, document: document.id, state: .running, limit: 1)
            if let job = try await local.store.jobs(running).first, let progress = job.progress {
                StandardOutput.print("progress  \(job.stage): \(progress)")
            }
            for (name, fact) in document.facts.sorted(by: { $0.key < $1.key }) {
                StandardOutput.print(name.padding(toLength: 10, withPad: " ", startingAt: 0) + fact)
            }
            var artefacts = TextTable(["RESULT", "STAGE", "FILL", "BYTES"])
            for entry in try await local.store.artefacts(of: document.id, in: .all, fill: nil) {
                artefacts.add([
                    entry.artefact.name, entry.stage.text, "\(entry.fill)", "\(entry.artefact.byteCount)",
                ])
            }
            var events = TextTable(["TIME", "EVENT", "STAGE", "ATTEMPT", "MS", "CODE"])
            for event in try await local.store.events(of: document.id, in: .all) where event.progress == nil {
                events.add([
                    event.at.text, event.cause.rawValue, event.stage?.text ?? "", event.attempt.map { "\($0)" } ?? "",
                    event.duration.map { "\($0.wholeMilliseconds)" } ?? "", event.code ?? "",
                ])
            }
            StandardOutput.print("")
            StandardOutput.print(artefacts)
            StandardOutput.print("")
            StandardOutput.print(events)
        }
    }
}
