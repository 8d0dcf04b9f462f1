import Domains
import FormsDomain
import Foundation
import LocalStore
import Pipeline
import PipelineSQL
import PostgreSQLTestSupport
import StoreCopy
import TestSupport
import TestTraits
import Testing

@Suite("Backups of a store on a server", .blocking) struct ServerBackupTests {
    private let folder: TemporaryFolder
    private let database: PostgreSQLTestDatabase

    init() throws {
        folder = try TemporaryFolder()
        database = try PostgreSQLTestDatabase()
    }

    private func system(_ database: PostgreSQLTestDatabase, files: String) throws -> LocalSystem {
        let yaml = "store: '\(database.url)'\nartefacts: \(files)\nkeys: keys\n"
        return try LocalSystem(
            SystemSettings(contentsOf: folder.write(yaml, "\(files).yaml").path, domains: Domains.stored))
    }

    @discardableResult
    private func add(_ text: String, to system: LocalSystem) async throws -> Document {
        try await system.client.importDocument(
            Data(text.utf8), owner: "ada", kind: FormKind.name, fileName: "a.pdf", mediaType: "application/pdf")
    }

    private func file(_ content: ContentID) -> URL {
        folder.file("copied/objects/\(content.hex.prefix(2))/\(content.hex.dropFirst(2))")
    }

    @Test("a dump and a later copy of the files are a store, whose check names what is missing or damaged")
    func pair() async throws {
        let system = try system(database, files: "files")
        _ = try await system.keys()
        var documents: [Document] = []
        for number in 0..<5 { documents.append(try await add("document \(number)", to: system)) }
        documents[0] = try await system.client.process(documents[0].id, in: .all)
        let dump = try database.dump()
        // The store goes on between the two halves.
        try await add("later", to: system)
        try FileManager.default.copyItem(at: folder.file("files"), to: folder.file("copied"))

        let loaded = try PostgreSQLTestDatabase()
        try loaded.load(dump)
        let restored = try self.system(loaded, files: "copied")
        let found = try await restored.store.documents(DocumentQuery(in: .all, limit: 100))
        #expect(found == Array(documents.reversed()))
        #expect(try await StoreCheck(of: restored).run(readsBytes: true).faults.isEmpty)
        _ = try await restored.keys()
        // Numbers go on behind those that were given out.
        #expect(try await add("new", to: restored).sequence > documents[4].sequence)
        let events = try await restored.store.events(EventQuery(in: .all, after: 0)).events
        #expect(events.map(\.sequence) == Array(1...Int64(events.count)))

        try FileManager.default.removeItem(at: file(documents[1].content))
        try Data("DOCUMENT 2".utf8).write(to: file(documents[2].content))
        let faults = try await StoreCheck(of: restored).run(readsBytes: true).faults
        let byContent = Dictionary(uniqueKeysWithValues: faults.map { ($0.content, $0) })
        #expect(Set(byContent.keys) == [documents[1].content, documents[2].content])
        #expect(byContent[documents[1].content]?.kind == .missing)
        #expect(byContent[documents[1].content]?.documents == [documents[1].id])
        #expect(byContent[documents[2].content]?.kind == .damaged)
        #expect(byContent[documents[2].content]?.documents == [documents[2].id])
    }
}
