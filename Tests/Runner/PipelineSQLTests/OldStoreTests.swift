import Foundation
import GRDB
import Pipeline
import PipelineSQL
import PipelineTestSupport
import Testing

/// `testdata/stores/version-1.sql` is a catalogue written before documents had owners: four documents, eleven jobs and
/// their log; a fifth document was deleted.
@Suite("A store of an older version")
struct OldStoreTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path + "/catalogue.sqlite"
        let text = URL(filePath: #filePath).appending(path: "../../../../testdata/stores/version-1.sql").standardized
        let queue = try DatabaseQueue(path: path)
        try queue.writeWithoutTransaction { try $0.execute(sql: String(contentsOf: text, encoding: .utf8)) }
        try queue.close()
    }

    @Test("opens with all its contents, owned by the local owner, and keeps working")
    func opens() async throws {
        let store = try SQLStore(path: path)
        let now = SystemClock().now
        let documents = try await store.documents(DocumentQuery(in: .owner(.local)))
        #expect(documents.map(\.state) == [.processing, .ready, .ready, .failed])
        #expect(documents.last?.failure?.code == "unknown_field")
        #expect(documents[1].facts == ["fields": "15", "pages": "2"])
        #expect(try await store.jobs(JobQuery(in: .all)).count == 11)
        let events = try await store.events(of: documents[3].id, in: .all)
        #expect(events.map(\.sequence) == Array(1...17))
        #expect(try await store.artefacts(of: documents[2].id, in: .all, fill: nil).count == 3)

        let slot = ClaimRequest.Slot(address: StageAddress(kind: "form", stage: "rasterise"), room: 9)
        let claims = try await store.claim(
            ClaimRequest(worker: "w", slots: [slot], limit: 9, leaseUntil: now + .seconds(6)), at: now)
        #expect(claims.map(\.document.id) == [documents[0].id])
        try await store.complete(
            try #require(claims.first).lease, with: StageResult(), then: .processing(), at: now)
        // Numbers are not used twice, not even those of deleted documents.
        let sequences = try await store.events(of: documents[0].id, in: .all).map(\.sequence)
        #expect(sequences.suffix(3) == [42, 43, 44])
        // The feed starts where the older version ended.
        let feed = try await store.events(EventQuery(in: .all, after: 41)).events
        #expect(feed.map(\.cause) == [.claimed, .completed, .arrived])
        await #expect(throws: StoreError.feedTruncated(after: 40)) {
            try await store.events(EventQuery(in: .all, after: 40))
        }
        try await store.delete(documents[2].id, in: .all, at: now)
        #expect(try await store.events(EventQuery(in: .all, after: 44)).events.map(\.document) == [documents[2].id])
        #expect(try await store.status(in: .owner(.local), at: now).doneInLastMinute == 1)
        #expect(try await store.file?.integrityCheck() == "ok")
    }
}
