import Foundation
import Pipeline
import PipelineTestSupport
import Testing
import WatchFolder
import WatchFolderTestSupport

@Suite("The owner of a watched folder") struct FolderOwnerTests {
    @Test("owns the documents that dropped files become, each record's too", arguments: StoreKind.allCases)
    func dropped(_ store: StoreKind) async throws {
        let bench = try Bench(store, owner: "ada")
        try bench.drop("note.memo", "pay the rent")
        try bench.drop("note.signs", "Ada\nGrace")
        #expect(try await bench.work() == FolderWatcher.Summary(done: 1, failed: 0))
        #expect(try bench.files(\.outbox).count == 2)
        let documents = try await bench.client.store.documents(DocumentQuery(in: .all))
        #expect(documents.map(\.owner) == ["ada", "ada"])
        #expect(try await bench.client.store.count(DocumentQuery(in: .owner(.local))) == 0)
    }

    @Test("is read from the settings, and is the local one unless given")
    func settings() throws {
        let file = try SettingsFile(yaml: "watch:\n  - {inbox: a/in, owner: ada}\n  - {inbox: b/in}\n")
        let rules = WatchRule.rules(
            reading: file.section("watch"), folder: URL(fileURLWithPath: "/tmp"), kinds: ["form"],
            store: URL(fileURLWithPath: "/tmp/store"), declaredAt: nil)
        try file.finish()
        #expect(rules.map(\.owner) == ["ada", .local])
    }
}
