import ArgumentParser
import FailureModel
import Files
import Foundation
import LocalStore
import Pipeline
import PipelineSQL
import StoreCopy

/// The command for the store as a whole.
struct StoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "store",
        abstract: "Copy a store to another place, or check its files.",
        subcommands: [Copy.self, Check.self])
}

extension StoreCommand {
    struct Copy: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "copy",
            abstract: "Copy a store from a folder to PostgreSQL, or back.",
            discussion: """
                The source must not be in use; the target must be empty. IDs and the numbers of events stay. A copy that was \
                stopped continues when it is started again. At the end the rows of each table are counted and all files \
                are compared with their hashes. A target in PostgreSQL also needs a place for files: --artefacts, or \
                artefacts in the settings file, which can name an endpoint and a region, too. The keys of links and \
                tokens are copied to the key ring that the settings file names.

                EXAMPLES
                  formwright store copy --store /srv/forms --to postgresql://forms@db.example/forms --artefacts s3://forms
                  formwright store copy --config cluster.yaml --to /srv/forms
                """)

        @Option(help: "Folder or postgresql:// URL of the new store.")
        var to: String

        @Option(help: "Folder or s3:// URL of the new store's files. Defaults to artefacts in the settings file.")
        var artefacts: String?

        @OptionGroup var system: SystemArguments

        func run() async throws {
            let settings = try system.program().system
            let location = try StoreLocation(argument: to)
            let place = try artefacts.map { try settings.artefactLocation($0) }
            if case .folder = location, place != nil {
                throw ValidationError("A store in a folder has its files inside; leave out --artefacts.")
            }
            let target = settings.moved(to: location, artefacts: place)
            guard target.location != settings.location else { throw ValidationError("This is the store itself.") }
            let (from, into) = (try LocalSystem(settings), try LocalSystem(target))
            let progress = StepCounter()
            let outcome = try await StoreCopy(from: from, to: into).run(at: from.database.currentTime()) {
                phase, completed, total in
                progress.show(phase.rawValue, completed, of: total)
            }
            progress.clear()
            let hasKeys = try await from.copyKeys(to: into)
            StandardOutput.print(
                "Copied \(outcome.rows["documents"] ?? 0) documents and \(outcome.files) files "
                    + "(\(outcome.byteCount) bytes) to \(target.location).")
            if !hasKeys {
                StandardOutput.print(
                    "The keys of links and tokens are not copied, since the settings name no file for them: set keys in "
                        + "the settings file and copy again into an empty target, or else they end.")
            } else if case .server = target.location, let ring = target.keys {
                StandardOutput.print(
                    "Its keys are in \(ring.path); copy this file to each machine that serves the store.")
            }
            guard outcome.damaged.isEmpty else {
                throw Failure(
                    .artefactDamaged,
                    "The store is copied, but files of these documents are damaged or missing in the source: "
                        + outcome.damaged.map(\.short).joined(separator: ", ") + ".")
            }
        }
    }

    struct Check: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "check",
            abstract: "Check that all files of the store exist.",
            discussion: """
                Each file that a document needs is looked for, and its size is compared; with --hashes, each is read and \
                compared with its hash. Everything may run meanwhile.

                EXAMPLES
                  formwright store check
                  formwright store check --hashes --store postgresql://forms@db.example/forms
                """)

        @Flag(help: "Read all files and compare them with their hashes.")
        var hashes = false

        @Flag(help: "Print JSON.")
        var json = false

        @OptionGroup var system: SystemArguments

        func run() async throws {
            let progress = StepCounter()
            let outcome = try await StoreCheck(of: try system.open()).run(readsBytes: hashes) {
                progress.show("Files checked", $0, of: $1)
            }
            progress.clear()
            if json {
                StandardOutput.write(String(decoding: try JSONText.encode(Report(outcome)), as: UTF8.self))
            } else {
                for fault in outcome.faults {
                    StandardOutput.print(
                        "\(fault.kind.rawValue)  \(fault.content.hex)  "
                            + fault.documents.map(\.short).joined(separator: " "))
                }
                StandardOutput.print(
                    "Files: \(outcome.files). Bytes: \(outcome.byteCount). Missing or damaged: \(outcome.faults.count)."
                )
            }
            guard outcome.faults.isEmpty else {
                throw Failure(.artefactDamaged, "Files of the store are missing or damaged.")
            }
        }

        private struct Report: Encodable {
            struct Fault: Encodable {
                let file: String
                let fault: String
                let documents: [String]
            }

            let files: Int
            let bytes: Int64
            let faults: [Fault]

            init(_ outcome: StoreCheck.Outcome) {
                files = outcome.files
                bytes = outcome.byteCount
                faults = outcome.faults.map { fault in
                    Fault(
                        file: fault.content.hex, fault: fault.kind.rawValue,
                        documents: fault.documents.map(\.description))
                }
            }
        }
    }
}
