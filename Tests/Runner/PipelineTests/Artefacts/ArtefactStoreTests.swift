import Foundation
import Pipeline
import PipelineTestSupport
import Testing

@Suite("The artefact store")
struct ArtefactStoreTests {
    private let folder: TemporaryFolder
    private let clock = ManualClock()
    private let store: LocalArtefactStore

    init() throws {
        folder = try TemporaryFolder()
        store = try LocalArtefactStore(root: folder.path + "/artefacts", dependencies: Dependencies(clock: clock))
    }

    @Test("returns what was put, under its SHA-256")
    func roundTrip() throws {
        let content = try store.put(Data("abc".utf8))
        #expect(content.hex == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        #expect(try store.read(content) == Data("abc".utf8))
        #expect(try store.put(Data()).hex.hasPrefix("e3b0c442"))
        #expect(try store.read(ContentID(of: Data())).isEmpty)
    }

    /// Bytes that arrive in pieces.
    private func uploaded(_ pieces: [Data]) throws -> StoredBytes {
        let upload = try store.upload()
        for piece in pieces { try upload.append(piece) }
        return try upload.commit()
    }

    private var incoming: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path + "/artefacts/incoming") }
    }

    @Test("stores bytes in pieces like the whole")
    func upload() throws {
        let pieces = (0..<40).map { Data(repeating: UInt8($0), count: 10_000) }
        let whole = pieces.reduce(Data(), +)
        let stored = try uploaded(pieces)
        #expect(stored == StoredBytes(content: ContentID(of: whole), byteCount: 400_000))
        #expect(try store.read(stored.content) == whole)
        #expect(try store.put(whole) == stored.content)
        #expect(try uploaded([whole]) == stored)
        #expect(try uploaded([]).content == ContentID(of: Data()))
        #expect(try store.byteCount(of: stored.content) == 400_000)
        #expect(try incoming.isEmpty)
    }

    @Test("an upload is invisible before its end, and leaves nothing when it is abandoned")
    func abandonedUpload() throws {
        let bytes = Data("abc".utf8)
        let upload = try store.upload()
        try upload.append(bytes)
        #expect(try !store.contains(ContentID(of: bytes)))
        #expect(try incoming.count == 1)
        upload.discard()
        #expect(try incoming.isEmpty)
        #expect(throws: UploadClosedError()) { try upload.append(bytes) }
        #expect(throws: UploadClosedError()) { try upload.commit() }
        // The upload is released without being ended.
        try store.upload().append(bytes)
        #expect(try incoming.isEmpty)
        #expect(try !store.contains(ContentID(of: bytes)))
    }

    @Test("an upload of a process that has ended is removed when the folder is next opened, and no other")
    func killedUpload() throws {
        let upload = try store.upload()
        try upload.append(Data("abc".utf8))
        let dead = UUID().uuidString
        let left = folder.path + "/artefacts/incoming/\(dead).\(UUID().uuidString)"
        try Data("left behind".utf8).write(to: URL(filePath: left))
        try Data().write(to: URL(filePath: folder.path + "/artefacts/uploads-\(dead)"))
        #expect(try incoming.count == 2)
        _ = try LocalArtefactStore(store.locator)
        #expect(try incoming.count == 1 && !FileManager.default.fileExists(atPath: left))
        let locks = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/artefacts")
        #expect(!locks.contains("uploads-\(dead)"))
        #expect(try upload.commit().content == ContentID(of: Data("abc".utf8)))
    }

    @Test("an upload replaces damaged bytes, and makes them young")
    func healingUpload() async throws {
        let bytes = Data("eleven byte".utf8)
        let content = try store.put(bytes)
        try Data("other byte!".utf8).write(to: URL(filePath: store.path(of: content)))
        clock.advance(by: .seconds(7200))
        #expect(try uploaded([bytes]).content == content)
        #expect(try store.read(content) == bytes)
        #expect(try await store.collectGarbage(olderThan: .seconds(3600)) { _ in [] } == 0)
    }

    @Test(
        "reads a range, clamped to the bytes that exist",
        arguments: [
            (0..<3, "abc"), (2..<5, "cde"), (4..<100, "ef"), (6..<9, ""), (100..<200, ""), (3..<3, ""), (-5..<2, "ab"),
        ] as [(Range<Int64>, String)])
    func range(_ range: Range<Int64>, _ expected: String) throws {
        let content = try store.put(Data("abcdef".utf8))
        #expect(try store.read(content, in: range) == Data(expected.utf8))
        #expect(throws: FileSystemError.self) { try store.read(ContentID(of: Data("x".utf8)), in: range) }
    }

    @Test("another process finds the store by its locator")
    func locator() throws {
        let content = try store.put(Data("abc".utf8))
        let sent = try JSONEncoder().encode(store.locator)
        let received = try JSONDecoder().decode(ArtefactLocator.self, from: sent)
        #expect(try LocalArtefactStore(received).read(content) == Data("abc".utf8))
        let unknown = ArtefactLocator(scheme: "moon", address: folder.path)
        #expect(throws: UnknownArtefactStore(locator: unknown)) { try LocalArtefactStore(unknown) }
    }

    @Test("stores equal bytes once")
    func once() throws {
        let content = try store.put(Data("abc".utf8))
        #expect(try store.put(Data("abc".utf8)) == content)
        let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path + "/artefacts/objects")
        #expect(files.sorted() == ["ba", "ba/" + content.hex.dropFirst(2)])
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/artefacts/incoming").isEmpty)
    }

    @Test("notices bytes that were changed on disk")
    func damage() throws {
        let content = try store.put(Data("abc".utf8))
        try Data("abd".utf8).write(to: URL(filePath: store.path(of: content)))
        #expect(throws: DamagedArtefact.self) { try store.read(content) }
    }

    @Test("replaces bytes that the disk has damaged or truncated")
    func repair() throws {
        for damage in ["other byte!", "short"] {
            let content = try store.put(Data("eleven byte".utf8))
            try Data(damage.utf8).write(to: URL(filePath: store.path(of: content)))
            #expect(throws: DamagedArtefact.self) { try store.read(content) }
            #expect(try store.put(Data("eleven byte".utf8)) == content)
            #expect(try store.read(content) == Data("eleven byte".utf8))
        }
    }

    @Test("reports which bytes are missing")
    func missing() throws {
        let content = ContentID(of: Data("nowhere".utf8))
        #expect(try !store.contains(content))
        #expect(throws: FileSystemError.self) { try store.read(content) }
    }

    @Test("many writers of the same and of other bytes do not disturb each other")
    func writers() async throws {
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

    @Test("collects what is old and unneeded, but not what was put again")
    func garbage() async throws {
        let needed = try store.put(Data("needed".utf8))
        let old = try store.put(Data("old".utf8))
        let again = try store.put(Data("again".utf8))
        clock.advance(by: .seconds(7200))
        let young = try store.put(Data("young".utf8))
        let removed = try await store.collectGarbage(olderThan: .seconds(3600)) { asked in
            #expect(!asked.contains(young))
            // The same bytes are put again between the query and the removal.
            if asked.contains(again) { _ = try store.put(Data("again".utf8)) }
            return [needed]
        }
        #expect(removed == 1)
        #expect(try !store.contains(old))
        for content in [needed, again, young] { #expect(try store.contains(content)) }
    }

    @Test(
        "only hexadecimal digits name bytes",
        arguments: ["", "abc", "../../etc/passwd", String(repeating: "g", count: 64)])
    func names(_ text: String) {
        #expect(ContentID(hex: text) == nil)
    }
}
