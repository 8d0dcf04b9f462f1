import Foundation
import Pipeline
import PipelineTestSupport
import Testing

@Suite("The artefact folder")
struct ArtefactFolderTests {
    private let folder: TemporaryFolder
    private let clock = ManualClock()
    private let store: LocalArtefactStore

    init() throws {
        folder = try TemporaryFolder()
        store = try LocalArtefactStore(root: folder.path + "/artefacts", dependencies: Dependencies(clock: clock))
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

    @Test("an abandoned upload leaves no file")
    func abandonedFile() throws {
        let upload = try store.upload()
        try upload.append(Data("abc".utf8))
        #expect(try incoming.count == 1)
        upload.discard()
        #expect(try incoming.isEmpty)
        // The upload is released without being ended.
        try store.upload().append(Data("abc".utf8))
        #expect(try incoming.isEmpty)
        _ = try uploaded([Data("abc".utf8)])
        #expect(try incoming.isEmpty)
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

    @Test(
        "only hexadecimal digits name bytes",
        arguments: ["", "abc", "../../etc/passwd", String(repeating: "g", count: 64)])
    func names(_ text: String) {
        #expect(ContentID(hex: text) == nil)
    }
}
