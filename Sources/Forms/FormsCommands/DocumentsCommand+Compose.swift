import FormwrightCLI
import Formwright
import FormModel
import FormFilling
import FormsDomain
import LocalStore
import Files
import LocalWorkers
import Logging
import ArgumentParser
import FailureModel
import FormImport
import Foundation
import Pipeline

extension DocumentsCommand {
    struct Compose: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "compose",
            abstract: "Fill a document.",
            discussion: """
                A form is filled with its stored values and those given here; a document of another kind, with --inputs. \
                Without --output the fill is enqueued for a worker. With --output this process fills the document, unless \
                a worker is faster, and writes the result.

                EXAMPLES
                  formwright documents compose 3F2A
                  formwright documents compose 3F2A --set "Name=Ada Lovelace" -o w9-ada.pdf
                """)
        @Argument(help: "Document id, or the beginning of one.") var document: String
        @OptionGroup var values: ValueArguments
        @Flag(help: "Leave out the values of a form that was filled before.") var fresh = false
        @Option(help: "File of inputs, for documents that are not forms.", completion: .file()) var inputs: String?
        @Option(name: [.short, .long], help: "File for the result, or - for standard output.") var output: String?
        @OptionGroup var system: SystemArguments

        func run() async throws {
            FilePermissions.restrictToUser()
            let local = try system.open()
            let found = try await local.client.document(idBeginning: document, in: .all)
            let kind = try Program.kind(found.kind)
            let frozen = try await frozenInputs(of: found, kind, in: local)
            guard let output else {
                let document = try await local.client.fill(found.id, in: .all, inputs: frozen)
                return StandardOutput.print("\(document.id)  \(document.state.rawValue)")
            }
            let logger = LogArguments.errorLogger("formwright.compose")
            let workers = LocalWorkers(on: local, host: system.host(local.settings), logger: logger)
            let result = try await Interruption.cancelling {
                try await workers.run { try await fill(found, inputs: frozen, kind, in: local.client) }
            }
            try NamedFile.write(result ?? Data(), to: output)
        }

        /// Fills the document and returns the filled file, if the kind delivers one.
        private func fill(
            _ document: Document, inputs: [PipelineClient.Input], _ kind: any Kind, in client: PipelineClient
        ) async throws -> Data? {
            if document.state.isWorking { _ = try await client.settled(document.id, in: .all) }
            _ = try await client.fill(document.id, in: .all, inputs: inputs)
            let filled = try await client.settled(document.id, in: .all)
            if let failure = filled.failure { throw failure.failure }
            guard let deliverable = kind.filled.first else { return nil }
            return try await client.bytes(of: deliverable.artefact, in: filled)
        }

        /// Returns the inputs of the fill.
        private func frozenInputs(
            of document: Document, _ kind: any Kind, in local: LocalSystem
        ) async throws -> [PipelineClient.Input] {
            guard document.kind == FormKind.name else {
                guard let inputs else { throw ValidationError("There are no inputs; give them with --inputs FILE.") }
                let data = try NamedFile.read(inputs, limit: Limits().fileSize)
                var records = try kind.records(in: data, fileName: NamedFile.name(inputs))
                guard let record = try records.next() else {
                    throw Failure(.inputEmpty, "\(NamedFile.name(inputs)) has no records.")
                }
                return try record.inputs.get()
            }
            let kept = try await DraftValues(local).entries(of: document.id, in: .all)
            let fields = try await FormKind.fields(of: document, in: local.client)
            let (used, unused) = fields?.entries(of: kept) ?? (kept, [])
            for entry in unused {
                StandardError.print(
                    "formwright: note: The value for \(entry.key) is kept but not used: its field has been removed.")
            }
            let given = try values.given()
            let named = fields.map { Binder(fields: $0.description.fields).merged(given) }
            let entries = used.merging(named ?? given.entries + given.overriding)
            guard !entries.isEmpty || given.profile != nil else {
                throw ValidationError("There are no values; give them with --values FILE or --set FIELD=VALUE.")
            }
            return try FormKind.inputs(entries, FillSetup(profile: given.profile, startsFresh: fresh ? true : nil))
        }
    }
}
