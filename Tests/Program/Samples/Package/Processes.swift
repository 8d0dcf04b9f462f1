import FormsDomain
import LocalStore
import ArgumentParser
import Foundation
import Logging
import Pipeline
import PipelineProcesses
import PipelineSQL
import ServiceLifecycle
import SQL
import UnixSignals

// docs/serve/isolation.md, and the type `StagePool`
func isolation(
    _ name: String, _ settings: PipelineSettings, _ workers: Int, _ store: any Store, _ artefacts: any ArtefactStore,
    _ logger: Logger
) async throws {
    let pool = StagePool(
        command: StageCommand(arguments: ["stage-host"]), settings: StagePoolSettings(size: workers), logger: logger)
    let runner = Runner(
        name: name, kinds: settings.kinds.isolated(in: pool), store: store, artefacts: artefacts, logger: logger)
    // Services are stopped from the last to the first, so the pool outlives the runner.
    try await ServiceGroup(services: [pool, runner], gracefulShutdownSignals: [.sigterm], logger: logger).run()
}

private let settings = PipelineSettings(kinds: KindTable([]))

// The type `StageHost`
struct StageHostCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "stage-host", shouldDisplay: false)
    func run() async throws {
        try await StageHost.run(kinds: settings.kinds)
    }
}

// The type `LocalSystem`
func system(_ data: Data) async throws -> Document {
    let system = try LocalSystem(SystemSettings(domains: [.forms]))
    let document = try await system.client.importDocument(
        data, owner: .local, kind: "form", fileName: "w9.pdf", mediaType: "application/pdf")
    return document
}

// docs/inside/pipeline.md
func domain(_ path: String, _ new: NewDocument, _ now: Timestamp) async throws {
    let memos = DomainSchema(
        "memos",
        migrations: [
            DomainSchema.Migration("notes") { db in
                try db.script(
                    """
                    CREATE TABLE memos_notes (
                        id INTEGER PRIMARY KEY,
                        document TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE
                    ) STRICT;
                    CREATE INDEX memos_notes_by_document ON memos_notes (document);
                    """)
            }
        ])
    let store = try SQLStore(path: path, domains: [memos])
    try await store.write { transaction in
        let document = try transaction.add(new, at: now)
        try transaction.db.execute(
            "INSERT INTO memos_notes (document) VALUES (?)", [document.id.description])
    }
}
