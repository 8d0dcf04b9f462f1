import Foundation
import Pipeline
import PipelineTestSupport
import Testing

@Suite("The housekeeper", .timeLimit(.minutes(30)))
struct HousekeeperTests {
    @Test(
        "removes what a deleted document leaves, an hour after it was put, and nothing else",
        arguments: StoreKind.allCases)
    func deleted(_ kind: StoreKind) async throws {
        let bench = try Workbench(kind)
        let (gone, kept) = (try await bench.document("gone"), try await bench.document("kept"))
        for document in ["gone", "kept"] { _ = try bench.artefacts.put(Data(document.utf8)) }
        let client = bench.client([])
        // As by a process that was killed before it removed the bytes.
        try await client.store.delete(gone.id, in: .all, at: bench.clock.now)
        let housekeeper = Housekeeper(
            client: client, dependencies: bench.dependencies,
            logger: .silent)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await housekeeper.run() }
            defer { group.cancelAll() }
            try await until { bench.clock.sleepers == 1 }
            #expect(try bench.artefacts.contains(gone.content))
            bench.clock.advance(by: .seconds(3601))
            try await until { try !bench.artefacts.contains(gone.content) }
        }
        #expect(try bench.artefacts.contains(kept.content))
    }
}
