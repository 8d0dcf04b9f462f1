import FailureModel
public import ArgumentParser
import FormModel
import Formwright
import Forms
import Foundation
import Logging
public import Pipeline

struct DocumentsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "documents",
        abstract: "Adds documents to the store, looks at them, fills and deletes them.",
        discussion: """
            A document is named by its id or as much of it as no other begins with.

            EXAMPLES
              formwright documents add w9.pdf
              formwright documents list --state failed --text lease
              formwright documents fields 3F2A
              formwright documents values 3F2A --set "Name=Ada Lovelace"
              formwright documents compose 3F2A -o w9-ada.pdf
            """,
        subcommands: [Add.self, List.self, Show.self, Fields.self, Values.self, Compose.self, Delete.self])

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Puts forms into the store; a worker analyses them.")
        @Argument(help: "PDF, JPEG, PNG or TIFF files.", completion: .file()) var forms: [String]
        @Option(help: "Urgent work first: a greater number is earlier.") var priority = 0
        @Option(help: "The owner of the documents, for a store that a service shares.") var owner: String?
        @OptionGroup var system: SystemArguments

        func run() async throws {
            let runtime = try Runtime(system.settings())
            for form in forms {
                let data = try NamedFile.read(form, limit: Limits().fileSize)
                let name = NamedFile.name(form)
                let document = try await runtime.client.importDocument(
                    data, owner: owner.map { OwnerID($0) } ?? .local, kind: FormKind.name, fileName: name,
                    mediaType: try FormKind.mediaType(of: data, fileName: name), priority: priority)
                _ = try await runtime.client.process(document.id, in: .all)
                StandardOutput.print("\(document.id)  \(name)")
            }
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Lists documents, the newest first.")
        @Option(help: "Only those that are imported, processing, ready, filling, filled or failed.") var state:
            DocumentState?
        @OptionGroup var owners: OwnerArguments
        @Option(help: "Only those of this kind.") var kind: String?
        @Option(help: "Only those whose file name contains this, in upper or lower case.") var text: String?
        @OptionGroup var paging: PageArguments
        @Flag(help: "As JSON.") var json = false
        @OptionGroup var system: SystemArguments

        func run() async throws {
            let runtime = try Runtime(system.settings())
            let query = DocumentQuery(
                in: owners.scope, state: state, kind: kind.map { KindName($0) }, text: text, before: paging.before,
                limit: paging.limit)
            let documents = try await runtime.store.documents(query)
            let page = ListPage(
                documents, of: try await runtime.store.count(query), limit: paging.limit,
                next: documents.last?.sequence)
            if json { return try page.printJSON(as: "documents") }
            // A column that would be empty for whoever has no owners is left out.
            let hasOwners = documents.contains { $0.owner != .local }
            var table = TextTable(
                ["ID", "STATE"] + (hasOwners ? ["OWNER"] : []) + ["FILE", "PAGES", "UPDATED", "FAILURE"])
            for document in documents {
                table.add(
                    [document.id.short, document.state.rawValue] + (hasOwners ? [document.owner.text] : []) + [
                        document.fileName, document.facts["pages"] ?? "-", document.updatedAt.text,
                        document.failure.map { "\($0.stage): \($0.code)" } ?? "",
                    ])
            }
            StandardOutput.print(table)
            page.tellOfMore()
        }
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Shows a document, what was made of it, and its history.")
        @Argument(help: "The document's id, or its beginning.") var document: String
        @OptionGroup var system: SystemArguments

        func run() async throws {
            let runtime = try Runtime(system.settings())
            let document = try await StoreLookup(runtime: runtime).document(document)
            StandardOutput.print("id        \(document.id)")
            if document.owner != .local { StandardOutput.print("owner     \(document.owner.text)") }
            StandardOutput.print(
                "file      \(document.fileName) (\(document.mediaType), \(document.byteCount) bytes)"
            )
            StandardOutput.print("state     \(document.state.rawValue)\(document.fill > 0 ? ", fill \(document.fill)" : "")")
            if let failure = document.failure {
                StandardOutput.print("failure   \(failure.stage), attempt \(failure.attempt): \(failure.code): \(failure.message)")
            }
            let running = JobQuery(in: .all, document: document.id, state: .running, limit: 1)
            if let job = try await runtime.store.jobs(running).first, let progress = job.progress {
                print("progress  \(job.stage): \(progress)")
            }
            for (name, fact) in document.facts.sorted(by: { $0.key < $1.key }) {
                StandardOutput.print(name.padding(toLength: 10, withPad: " ", startingAt: 0) + fact)
            }
            var artefacts = TextTable(["RESULT", "STAGE", "FILL", "BYTES"])
            for entry in try await runtime.store.artefacts(of: document.id, in: .all, fill: nil) {
                artefacts.add([
                    entry.artefact.name, entry.stage.text, "\(entry.fill)", "\(entry.artefact.byteCount)",
                ])
            }
            var events = TextTable(["TIME", "WHAT", "STAGE", "ATTEMPT", "MS", "CODE"])
            for event in try await runtime.store.events(of: document.id, in: .all) where event.progress == nil {
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

    struct Fields: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Prints the fields of an analysed form.")
        @Argument(help: "The document's id, or its beginning.") var document: String
        @Flag(help: "As JSON, as inspect --json prints it.") var json = false
        @OptionGroup var system: SystemArguments

        func run() async throws {
            let runtime = try Runtime(system.settings())
            let document = try await StoreLookup(runtime: runtime).document(document)
            guard let description = try await FormKind.description(of: document, in: runtime.client) else {
                throw Failure(
                    .moveNotAllowed,
                    "\(document.fileName) is \(document.state.rawValue); its fields are not known yet.")
            }
            let text =
                json ? String(decoding: try JSONText.encode(description), as: UTF8.self) : FieldTable(description).text
            print(text, terminator: "")
        }
    }

    struct Values: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Keeps values for the next fill; later ones for the same key replace earlier ones.")
        @Argument(help: "The document's id, or its beginning.") var document: String
        @OptionGroup var values: ValueArguments
        @Flag(help: "Forget what was kept before.") var clear = false
        @OptionGroup var system: SystemArguments

        func run() async throws {
            FilePermissions.inherit(from: [values.values])
            let runtime = try Runtime(system.settings())
            let document = try await StoreLookup(runtime: runtime).document(document)
            let kept = KeptValues(runtime: runtime)
            if clear { try kept.clear(document.id) }
            let all = try kept.add(try values.entries(), to: document.id)
            StandardOutput.print("\(all.count) values are kept for \(document.fileName).")
        }
    }

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

    struct Delete: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Deletes documents with everything made of them.",
            discussion: """
                The bytes leave the disk within two hours, when a worker or watcher runs, or with jobs purge: for an hour \
                they may belong to work that has not been written down yet.
                """)
        @Argument(help: "Ids of documents, or their beginnings.") var documents: [String]
        @OptionGroup var system: SystemArguments

        func run() async throws {
            let runtime = try Runtime(system.settings())
            for text in documents {
                let document = try await StoreLookup(runtime: runtime).document(text)
                try await runtime.client.delete(document.id, in: .all)
                try KeptValues(runtime: runtime).clear(document.id)
                StandardOutput.print("\(document.id)  deleted")
            }
            _ = try await runtime.client.collectGarbage()
        }
    }
}

extension DocumentState: ExpressibleByArgument {}

extension [ValueEntry] {
    /// These, with later ones for the same key instead of earlier ones.
    fileprivate func merging(_ later: [ValueEntry]) -> [ValueEntry] {
        let replaced = Set(later.map(\.key))
        return filter { !replaced.contains($0.key) } + later
    }
}

/// Values that wait for a document's next fill, in the store's folder.
private struct KeptValues {
    let runtime: Runtime

    private func url(_ id: DocumentID) -> URL {
        runtime.settings.folder.appendingPathComponent("values/\(id).json")
    }

    func entries(of id: DocumentID) throws -> [ValueEntry] {
        guard let data = try? Data(contentsOf: url(id)) else { return [] }
        return try JSONDecoder().decode([ValueEntry].self, from: data)
    }

    func add(_ entries: [ValueEntry], to id: DocumentID) throws -> [ValueEntry] {
        let all = try self.entries(of: id).merging(entries)
        try FileManager.default.createDirectory(
            at: url(id).deletingLastPathComponent(), withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        try OutputFile.write(try JSONText.encode(all), to: url(id))
        return all
    }

    func clear(_ id: DocumentID) throws {
        try? FileManager.default.removeItem(at: url(id))
    }
}
