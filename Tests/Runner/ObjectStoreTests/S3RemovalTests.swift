import Foundation
import ObjectStore
import Pipeline
import PipelineTestSupport
import Synchronization
import TestTraits
import Testing

@Suite("Removing artefacts from an object store", .blocking)
struct S3RemovalTests {
    private let kind: KindName = "memo"

    private func client(_ store: any Store, _ artefacts: S3ArtefactStore, _ clock: ManualClock) -> PipelineClient {
        PipelineClient(
            kinds: KindTable([ContentKind(kind, processing: [], filling: [])]), store: store, artefacts: artefacts,
            dependencies: Dependencies(clock: clock))
    }

    private func add(_ bytes: Data, to client: PipelineClient) async throws -> Document {
        try await client.importDocument(
            bytes, owner: .local, kind: kind, fileName: "memo.txt", mediaType: "text/plain")
    }

    @Test("a deleted document's bytes leave their name at once, and the store with the housekeeping ten minutes later")
    func deletion() async throws {
        let bench = try S3Bench()
        let store = try bench.store()
        let client = client(MemoryStore(), store, bench.clock)
        let document = try await add(sample(1), to: client)
        let other = try await add(sample(2), to: client)
        store.cache.settle()
        bench.advance(seconds: 5)
        try await client.delete(document.id, in: .all)
        #expect(
            bench.server.keys.filter { !$0.hasSuffix(".txt") }
                == [bench.discardedKey(document.content), bench.key(other.content)].sorted())
        #expect(
            !FileManager.default.fileExists(
                atPath: store.cache.root + "/\(document.content.hex.prefix(2))/\(document.content.hex)"))
        _ = try await client.collectGarbage()
        #expect(bench.server.object(bench.discardedKey(document.content)) != nil)
        bench.advance(seconds: 660)
        _ = try await client.collectGarbage()
        #expect(bench.server.keys == [bench.key(other.content), "forms/formwright.txt"].sorted())
        #expect(try !store.contains(document.content) && store.read(other.content) == sample(2))
    }

    @Test("the bytes of a document that is added while another with the same ones is deleted are there")
    func importDuringDeletion() async throws {
        let bench = try S3Bench()
        let clock = bench.clock
        let catalogue = MemoryStore()
        let client = client(catalogue, try bench.store(), clock)
        let other = self.client(catalogue, try bench.store(cache: "other"), clock)
        let document = try await add(sample(1), to: client)
        bench.advance(seconds: 5)
        // Another node puts the bytes and finds them there, between the look of the deletion and its delete.
        let imported = Once()
        let isDone = DispatchSemaphore(value: 0)
        let added = Added()
        let add: @Sendable () async -> Void = {
            let new = try? await other.importDocument(
                sample(1), owner: .local, kind: "memo", fileName: "same.txt", mediaType: "text/plain")
            added.document.withLock { $0 = new }
            isDone.signal()
        }
        bench.server.misbehave { [key = bench.key(document.content)] request, _ in
            guard request.method == "DELETE", request.key == key, imported.isFirst() else { return nil }
            Task(operation: add)
            isDone.wait()
            return nil
        }
        try await client.delete(document.id, in: .all)
        bench.server.behave()
        let second = try #require(added.document.withLock { $0 })
        #expect(bench.server.object(bench.key(second.content)) == nil)
        // Whoever misses them brings them back.
        let reader = try bench.store(cache: "third")
        #expect(try reader.read(second.content) == sample(1))
        #expect(bench.server.object(bench.key(second.content)) == sample(1))
    }

    @Test("a delete that is done late, after its answer was given up, loses nothing that is needed")
    func lateDelete() async throws {
        let bench = try S3Bench()
        let client = client(MemoryStore(), try bench.store(), bench.clock)
        let document = try await add(sample(1), to: client)
        bench.advance(seconds: 5)
        try await client.delete(document.id, in: .all)
        let again = try await add(sample(1), to: client)
        // The late delete of the first document's bytes.
        bench.server.remove(bench.key(again.content))
        bench.advance(seconds: 660)
        // Nobody has read them meanwhile: the housekeeping sees that they are needed.
        _ = try await client.collectGarbage()
        #expect(bench.server.keys == [bench.key(again.content), "forms/formwright.txt"].sorted())
    }

    @Test("bytes put again after the document last referred to them stay")
    func putAgain() throws {
        let bench = try S3Bench()
        let store = try bench.store()
        let content = try store.put(sample(1))
        let referred = bench.clock.now
        bench.advance(seconds: 60)
        _ = try store.put(sample(1))
        #expect(try store.remove([content: referred]) == 0)
        #expect(try store.remove([content: bench.clock.now + .seconds(1)]) == 1)
        #expect(try store.remove([content: bench.clock.now + .seconds(1)]) == 0)
        #expect(bench.server.keys == [bench.discardedKey(content), "forms/formwright.txt"])
    }

    @Test("no move waits for the removal of bytes")
    func notHeld() async throws {
        let bench = try S3Bench()
        let catalogue = MemoryStore()
        let client = client(catalogue, try bench.store(), bench.clock)
        let document = try await add(sample(1), to: client)
        bench.advance(seconds: 5)
        let isDone = DispatchSemaphore(value: 0)
        let moved = Once()
        let move: @Sendable () async -> Void = {
            _ = try? await catalogue.add(
                NewDocument(
                    id: DocumentID(UUID()), owner: .local, kind: "memo", fileName: "x", mediaType: "text/plain",
                    content: ContentID(of: sample(9)), byteCount: 1, priority: 0, facts: [:], parts: []),
                at: Timestamp(milliseconds: 0))
            isDone.signal()
        }
        // If the removal held the catalogue, this would wait for ever.
        bench.server.misbehave { request, _ in
            guard request.method == "DELETE", moved.isFirst() else { return nil }
            Task(operation: move)
            isDone.wait()
            return nil
        }
        try await client.delete(document.id, in: .all)
        #expect(!moved.isFirst())
    }

    @Test("garbage is old, unneeded and not put again, over many pages; others' objects stay")
    func garbage() async throws {
        let bench = try S3Bench()
        let store = try bench.store()
        let needed = try (0..<5).map { try store.put(sample($0)) }
        let old = try (10..<15).map { try store.put(sample($0)) }
        let again = try store.put(sample(20))
        let foreign = ["forms/notes.txt", "forms/ab/short", "other/\(old[0].hex.prefix(2))/\(old[0].hex)"]
        bench.server.state.withLock { state in
            for key in foreign { state.objects[key] = FakeS3.Object(bytes: Data(), put: 0) }
        }
        bench.advance(seconds: 7200)
        let young = try store.put(sample(30))
        let removed = try await store.collectGarbage(olderThan: .seconds(3600)) { asked in
            #expect(!asked.contains(young) || asked.count > 3)
            if asked.contains(again), asked.count <= 3 { _ = try store.put(sample(20)) }
            return Set(needed)
        }
        #expect(removed == old.count)
        for content in needed + [again, young] { #expect(bench.server.object(bench.key(content)) != nil) }
        for content in old { #expect(bench.server.object(bench.key(content)) == nil) }
        for key in foreign { #expect(bench.server.object(key) != nil) }
    }

    @Test("the housekeeping empties every node's cache of what is no longer needed, and aborts old uploads in parts")
    func leftovers() async throws {
        let bench = try S3Bench()
        let store = try bench.store()
        let contents = try (0..<3).map { try store.put(sample($0)) }
        store.cache.settle()
        bench.server.state.withLock { state in
            state.uploads["old"] = FakeS3.Upload(key: "forms/x", began: 0)
            state.uploads["new"] = FakeS3.Upload(key: "forms/y", began: Int64(Date().timeIntervalSince1970))
        }
        let other = try bench.store(cache: "other")
        _ = try await other.collectGarbage(olderThan: .seconds(3600)) { _ in [contents[0]] }
        _ = try await store.collectGarbage(olderThan: .seconds(3600)) { _ in [contents[0]] }
        let cached = try FileManager.default.subpathsOfDirectory(atPath: store.cache.root).filter { $0.utf8.count > 64 }
        #expect(cached == ["\(contents[0].hex.prefix(2))/\(contents[0].hex)"])
        #expect(bench.server.state.withLock { Array($0.uploads.keys) } == ["new"])
    }

    @Test("two nodes that discard and put the same bytes at random never lose needed ones")
    func random() async throws {
        let bench = try S3Bench()
        let catalogue = MemoryStore()
        let clients = [
            client(catalogue, try bench.store(), bench.clock),
            client(catalogue, try bench.store(cache: "b"), bench.clock),
        ]
        try await withThrowingTaskGroup(of: Void.self) { group in
            for worker in 0..<4 {
                group.addTask { [clients, kind] in
                    var mine: [Document] = []
                    for step in 0..<30 {
                        let client = clients[(worker + step) % 2]
                        if step % 3 == 2, let last = mine.popLast() {
                            try await client.delete(last.id, in: .all)
                        } else {
                            mine.append(
                                try await client.importDocument(
                                    sample(step % 2), owner: .local, kind: kind, fileName: "m", mediaType: "text/plain")
                            )
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        let left = try await catalogue.documents(DocumentQuery(in: .all))
        let reader = try bench.store(cache: "reader")
        #expect(!left.isEmpty)
        for document in left { #expect(ContentID(of: try reader.read(document.content)) == document.content) }
    }
}

/// Something that happens once.
private final class Once: Sendable {
    private let hasHappened = Atomic(false)

    func isFirst() -> Bool { !hasHappened.exchange(true, ordering: .relaxed) }
}

/// A document that another task adds.
private final class Added: Sendable {
    let document = Mutex<Document?>(nil)
}
