import Foundation
import Pipeline
import PipelineTestSupport
import TestTraits
import Testing

@Suite("The artefact store", .blocking)
struct ArtefactStoreTests {
    typealias Kind = ArtefactStoreKind

    private let folder: TemporaryFolder
    private let server: FakeS3

    init() throws {
        folder = try TemporaryFolder()
        server = try FakeS3()
    }

    private func tested(_ kind: Kind) throws -> TestedArtefacts { try TestedArtefacts(kind, server, in: folder) }

    /// Bytes that arrive in pieces.
    private func uploaded(_ pieces: [Data], to store: any ArtefactStore) throws -> StoredBytes {
        let upload = try store.upload()
        for piece in pieces { try upload.append(piece) }
        return try upload.commit()
    }

    @Test("returns what was put, under its SHA-256", arguments: Kind.available)
    func roundTrip(_ kind: Kind) throws {
        let store = try tested(kind).store
        let content = try store.put(Data("abc".utf8))
        #expect(content.hex == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        #expect(try store.read(content) == Data("abc".utf8))
        #expect(try store.put(Data()).hex.hasPrefix("e3b0c442"))
        #expect(try store.read(ContentID(of: Data())).isEmpty)
    }

    @Test("stores bytes in pieces like the whole", arguments: Kind.available)
    func upload(_ kind: Kind) throws {
        let store = try tested(kind).store
        let pieces = (0..<40).map { Data(repeating: UInt8($0), count: 10_000) }
        let whole = pieces.reduce(Data(), +)
        let stored = try uploaded(pieces, to: store)
        #expect(stored == StoredBytes(content: ContentID(of: whole), byteCount: 400_000))
        #expect(try store.read(stored.content) == whole)
        #expect(try store.put(whole) == stored.content)
        #expect(try uploaded([whole], to: store) == stored)
        #expect(try uploaded([], to: store).content == ContentID(of: Data()))
        #expect(try store.byteCount(of: stored.content) == 400_000)
    }

    @Test("stores large bytes, which an object store receives in parts", arguments: Kind.available)
    func large(_ kind: Kind) throws {
        let tested = try tested(kind)
        let whole = sample(7, byteCount: 33 << 20)
        let pieces = stride(from: 0, to: whole.count, by: 1 << 20).map { whole[$0..<min($0 + 1 << 20, whole.count)] }
        let stored = try uploaded(pieces, to: tested.store)
        #expect(stored == StoredBytes(content: ContentID(of: whole), byteCount: Int64(whole.count)))
        #expect(try tested.opened().read(stored.content) == whole)
        let range = Int64(17 << 20)..<Int64(18 << 20)
        #expect(try tested.opened().read(stored.content, in: range) == whole[17 << 20..<18 << 20])
    }

    @Test("an upload is invisible before its end, and when it is abandoned", arguments: Kind.available)
    func abandonedUpload(_ kind: Kind) throws {
        let store = try tested(kind).store
        let bytes = Data("abc".utf8)
        let upload = try store.upload()
        try upload.append(bytes)
        #expect(try !store.contains(ContentID(of: bytes)))
        upload.discard()
        #expect(throws: UploadClosedError()) { try upload.append(bytes) }
        #expect(throws: UploadClosedError()) { try upload.commit() }
        // The upload is released without being ended.
        try store.upload().append(bytes)
        #expect(try !store.contains(ContentID(of: bytes)))
    }

    @Test(
        "reads a range, clamped to the bytes that exist", arguments: Kind.available,
        [
            (0..<3, "abc"), (2..<5, "cde"), (4..<100, "ef"), (6..<9, ""), (100..<200, ""), (3..<3, ""), (-5..<2, "ab"),
        ] as [(Range<Int64>, String)])
    func range(_ kind: Kind, _ expected: (range: Range<Int64>, text: String)) throws {
        let tested = try tested(kind)
        let content = try tested.store.put(Data("abcdef".utf8))
        for store in [tested.store, try tested.opened()] {
            #expect(try store.read(content, in: expected.range) == Data(expected.text.utf8))
            #expect(throws: (any Error).self) { try store.read(ContentID(of: Data("x".utf8)), in: expected.range) }
        }
    }

    @Test("another process finds the store by its locator", arguments: Kind.available)
    func locator(_ kind: Kind) throws {
        let tested = try tested(kind)
        let content = try tested.store.put(Data("abc".utf8))
        #expect(try tested.opened().read(content) == Data("abc".utf8))
        let unknown = ArtefactLocator(scheme: "moon", address: tested.bench.folder.path)
        #expect(throws: UnknownArtefactStore(locator: unknown)) { try LocalArtefactStore(unknown) }
    }

    @Test("reports which bytes are missing", arguments: Kind.available)
    func missing(_ kind: Kind) throws {
        let store = try tested(kind).store
        let content = ContentID(of: Data("nowhere".utf8))
        #expect(try !store.contains(content))
        #expect(throws: (any Error).self) { try store.read(content) }
        #expect(throws: (any Error).self) { try store.read(content, in: 0..<0) }
    }

    @Test("many writers of the same and of other bytes do not disturb each other", arguments: Kind.available)
    func writers(_ kind: Kind) async throws {
        let store = try tested(kind).store
        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in 0..<8 {
                group.addTask {
                    for number in 0..<20 { _ = try store.put(Data("\(number % 5)-\(writer % 2)".utf8)) }
                }
            }
            try await group.waitForAll()
        }
        for number in 0..<5 {
            for parity in 0..<2 { #expect(try store.contains(ContentID(of: Data("\(number)-\(parity)".utf8)))) }
        }
    }

    @Test("an upload makes bytes young", arguments: Kind.available.filter { $0 != .server })
    func youngUpload(_ kind: Kind) async throws {
        let tested = try tested(kind)
        let content = try tested.store.put(Data("abc".utf8))
        tested.bench.advance(seconds: 7200)
        #expect(try uploaded([Data("abc".utf8)], to: tested.store).content == content)
        #expect(try await tested.store.collectGarbage(olderThan: .seconds(3600)) { _ in [] } == 0)
    }

    @Test(
        "collects what is old and unneeded, but not what was put again",
        arguments: Kind.available.filter { $0 != .server })
    func garbage(_ kind: Kind) async throws {
        let tested = try tested(kind)
        let store = tested.store
        let needed = try store.put(Data("needed".utf8))
        let old = try store.put(Data("old".utf8))
        let again = try store.put(Data("again".utf8))
        tested.bench.advance(seconds: 7200)
        let young = try store.put(Data("young".utf8))
        let removed = try await store.collectGarbage(olderThan: .seconds(3600)) { asked in
            // The same bytes are put again between the query and the removal.
            if asked.contains(again) { _ = try store.put(Data("again".utf8)) }
            return [needed]
        }
        #expect(removed == 1)
        tested.bench.advance(seconds: 1000)
        _ = try await store.collectGarbage(olderThan: .seconds(36_000)) { _ in [needed] }
        #expect(try !store.contains(old))
        for content in [needed, again, young] { #expect(try store.contains(content)) }
    }
}
