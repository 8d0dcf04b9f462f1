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

    @Test("a folder is renamed by way of an empty one where the system cannot refuse a taken name")
    func folders() throws {
        #expect(mkdir(folder.path + "/tree", 0o700) == 0)
        try Data("text".utf8).write(to: URL(fileURLWithPath: folder.path + "/tree/file"))
        #expect(FileCalls.renameFolder(folder.path + "/tree", to: target) == 0)
        #expect(names == ["source", "target"])
        #expect(mkdir(folder.path + "/tree", 0o700) == 0)
        #expect(FileCalls.renameFolder(folder.path + "/tree", to: target) == EEXIST)
        #expect(names == ["source", "target", "tree"])
    }

    @Test(
        "what is opened beneath a folder is neither a link nor outside, with and without openat2",
        arguments: [true, false])
    func beneath(hasBeneath: Bool) throws {
        #expect(mkdir(folder.path + "/tree", 0o700) == 0 && mkdir(folder.path + "/tree/deep", 0o700) == 0)
        try Data("inside".utf8).write(to: URL(fileURLWithPath: folder.path + "/tree/deep/file"))
        #expect(symlink("../source", folder.path + "/tree/link") == 0)
        #expect(symlink("..", folder.path + "/tree/up") == 0)
        #expect(mkfifo(folder.path + "/tree/pipe", 0o600) == 0)
        let root = open(folder.path + "/tree", O_RDONLY)
        defer { close(root) }
        func outcome(_ path: String, isFolder: Bool = false) -> Int32 {
            let (descriptor, number) = FileCalls.openBeneath(root, path, isFolder: isFolder, hasBeneath: hasBeneath)
            if descriptor >= 0 { close(descriptor) }
            return number
        }
        #expect(outcome("deep/file") == 0 && outcome("deep", isFolder: true) == 0)
        // A pipe without a writer is opened at once.
        #expect(outcome("pipe") == 0)
        #expect(outcome("deep/file", isFolder: true) == ENOTDIR && outcome("none") == ENOENT)
        for path in ["link", "up/source", "../source", folder.path + "/source", "deep/../../source", "/proc/self/exe"] {
            #expect([ELOOP, EXDEV, ENOTDIR].contains(outcome(path)), "\(path)")
        }
    }
}
