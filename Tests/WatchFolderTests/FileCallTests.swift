import Foundation
import Linux
import PipelineTestSupport
import Testing

@Suite("File calls") struct FileCallTests {
    private let folder: TemporaryFolder
    private var source: String { folder.path + "/source" }
    private var target: String { folder.path + "/target" }

    init() throws {
        folder = try TemporaryFolder()
        try Data("text".utf8).write(to: URL(fileURLWithPath: source))
    }

    private var names: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
    }

    @Test("a rename by linking leaves one name, and overwrites nothing")
    func renames() throws {
        #expect(FileCalls.renameByLinking(source, to: target) == 0)
        #expect(names == ["target"])
        try Data("other".utf8).write(to: URL(fileURLWithPath: source))
        #expect(FileCalls.renameByLinking(source, to: target) == EEXIST)
        #expect(names == ["source", "target"])
        #expect(try String(contentsOfFile: target, encoding: .utf8) == "text")
    }

    @Test("if the old name cannot be removed, the new one is removed again")
    func stickyFolder() {
        let outcome = FileCalls.renameByLinking(source, to: target) { _ in
            errno = EPERM
            return -1
        }
        #expect(outcome == EPERM)
        #expect(names == ["source"])
    }

    @Test("if another process removes the old name, the new one stays")
    func removedMeanwhile() {
        let outcome = FileCalls.renameByLinking(source, to: target) { path in
            _ = unlink(path)
            return unlink(path)
        }
        #expect(outcome == 0)
        #expect(names == ["target"])
    }

    @Test("a rename interrupted between its two steps is completed")
    func cutShort() {
        #expect(link(source, target) == 0)
        #expect(FileCalls.renameByLinking(source, to: target) == 0)
        #expect(names == ["target"])
    }
}
