import Files
import Foundation
import TestSupport
import Testing

/// Tests locks of files that a child process may inherit.
@Suite("Locks of files") struct FileLockTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Copies the descriptors of a file, as a child process does between its fork and its exec.
    private func copiedDescriptors(of path: String) throws -> [Int32] {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap { name in
            guard let descriptor = Int32(name),
                (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(name)")) == path
            else { return nil }
            return dup(descriptor)
        }
    }

    @Test("a lock that is given up is free, even if a child process has a copy of the descriptor")
    func givenUp() throws {
        let path = folder.file("lock").resolvingSymlinksInPath().path
        let files = LocalFileSystem()
        let lock = try #require(try files.lock(path, making: true))
        #expect(try files.lock(path, making: false) == nil)
        let copies = try copiedDescriptors(of: path)
        defer { copies.forEach { close($0) } }
        try #require(!copies.isEmpty)
        lock.giveUp()
        #expect(try files.lock(path, making: false) != nil)
    }

    @Test("a lock around work is free when the work has ended, even if a child process has a copy of the descriptor")
    func ended() throws {
        let path = folder.file("lock").resolvingSymlinksInPath().path
        let files = LocalFileSystem()
        let copies = try files.withLock(path, alone: true) { try copiedDescriptors(of: path) }
        defer { copies.forEach { close($0) } }
        try #require(!copies.isEmpty)
        #expect(try files.lock(path, making: false) != nil)
    }
}
