import Files
import Foundation
import PipelineTestSupport
import Synchronization
import Testing
import WatchFolder

@Suite("Local files", .timeLimit(.minutes(30))) struct LocalFilesTests {
    private let folder: TemporaryFolder
    private let files = LocalFileSystem()

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test("checking for writers is harmless even if another process opens the file meanwhile")
    func writersMeanwhile() throws {
        // Ends the whole test program if the kernel's signal is one that ends processes.
        let path = folder.path + "/file"
        try files.write(Data("text".utf8), to: path)
        let isOver = Atomic(false)
        DispatchQueue.concurrentPerform(iterations: 3) { turn in
            guard turn == 0 else {
                while !isOver.load(ordering: .relaxed) { close(open(path, O_WRONLY | O_NONBLOCK)) }
                return
            }
            for _ in 0..<50_000 { _ = files.hasWriter(path) }
            isOver.store(true, ordering: .relaxed)
        }
        #expect(!files.hasWriter(path))
        let writer = open(path, O_WRONLY)
        #expect(files.hasWriter(path))
        close(writer)
    }

    @Test("a copy has the permissions of its source", arguments: [0o600, 0o640, 0o666, 0o400] as [mode_t])
    func permissions(mode: mode_t) throws {
        let path = folder.path + "/file"
        try files.write(Data("text".utf8), to: path)
        #expect(chmod(path, mode) == 0)
        try files.copy(path, to: folder.path + "/copy")
        var status = stat()
        #expect(lstat(folder.path + "/copy", &status) == 0)
        #expect(status.st_mode & 0o7777 == mode)
        #expect(try files.read(folder.path + "/copy", limit: 100) == Data("text".utf8))
    }
}
