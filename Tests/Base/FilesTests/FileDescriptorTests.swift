import ProcessTestSupport
import FailureModel
import Files
import Foundation
import Synchronization
import TestSupport
import TestTraits
import Testing

@Suite("File descriptors", .blocking, .timeLimit(.minutes(30))) struct FileDescriptorTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func pipe() throws -> (reader: FileDescriptor, writer: FileDescriptor) {
        var pair: [Int32] = [-1, -1]
        try #require(Glibc.pipe(&pair) == 0)
        return (FileDescriptor(rawValue: pair[0]), FileDescriptor(rawValue: pair[1]))
    }

    @Test("a write interrupted by signals, before its first byte or later, loses nothing")
    func interruptedWrite() throws {
        // Without SA_RESTART, so that the system call returns.
        var action = sigaction()
        action.__sigaction_handler.sa_handler = { _ in }
        try #require(sigaction(SIGUSR2, &action, nil) == 0)
        let (reader, writer) = try pipe()
        // More than a pipe holds: the writer blocks until the other end reads.
        let bytes = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) })
        let thread = Mutex<pthread_t?>(nil)
        let outcome = Mutex<Result<Void, any Error>?>(nil)
        Thread.detachNewThread {
            thread.withLock { $0 = pthread_self() }
            let result = Result { try writer.closeAfter { () throws(SystemCallError) in try writer.writeAll(bytes) } }
            outcome.withLock { $0 = result }
        }
        var received = Data()
        var buffer = [UInt8](repeating: 0, count: 50_000)
        while true {
            // Twice between two reads: the first interrupts a write that has written some bytes, the second one that
            // has written none.
            for _ in 0..<2 {
                usleep(5000)
                if outcome.withLock({ $0 == nil }), let writing = thread.withLock({ $0 }) {
                    pthread_kill(writing, SIGUSR2)
                }
            }
            let count = try reader.read(into: &buffer)
            if count == 0 { break }
            received += buffer[..<count]
        }
        try reader.close()
        #expect(received == bytes)
        while outcome.withLock({ $0 == nil }) { usleep(1000) }
        #expect(throws: Never.self) { try outcome.withLock { $0 }?.get() }
    }

    @Test("a full disk is distinguished from other reasons")
    func failures() throws {
        let full = try FileDescriptor.open("/dev/full", O_WRONLY)
        let failure = #expect(throws: Failure.self) { try full.writeAll(Data("text".utf8), to: "out.pdf") }
        #expect(failure?.code == .diskFull)
        try full.close()
        #expect(SystemCallError("write", EDQUOT).failure(writing: "out.pdf").code == .diskFull)
        let other = SystemCallError("open", EACCES).failure(writing: "out.pdf")
        #expect(other == Failure(.outputUnwritable, "out.pdf cannot be written: permission denied."))
        let named = SystemCallError(call: "rename", path: "/in/a.pdf", number: EACCES).failure
        #expect(named == Failure(.outputUnwritable, "“/in/a.pdf” cannot be used: permission denied."))
    }

    @Test("a file is closed after its use, with the error of the use")
    func closing() throws {
        let (reader, writer) = try pipe()
        #expect(throws: SystemCallError("fsync", EIO)) {
            try writer.closeAfter { () throws(SystemCallError) in throw SystemCallError("fsync", EIO) }
        }
        // With the writer open this would block.
        #expect(try reader.read(exactly: 1) == nil)
        try reader.close()
    }

    @Test("only a regular file within the limit is read")
    func reading() throws {
        let path = try folder.write("text", "file").path
        func read(_ path: String, limit: Int) throws -> Data {
            let file = try FileDescriptor.open(path, O_RDONLY)
            return try file.closeAfter { () throws(SystemCallError) in try file.readRegularFile(limit: limit) }
        }
        #expect(try read(path, limit: 4) == Data("text".utf8))
        #expect(throws: SystemCallError("read", EFBIG)) { try read(path, limit: 3) }
        let file = try FileDescriptor.open(path, O_RDONLY)
        #expect(try file.readRegularFile(in: 1..<3) == Data("ex".utf8))
        #expect(try file.readRegularFile(in: 3..<9) == Data("t".utf8))
        #expect(try file.readRegularFile(in: 7..<9).isEmpty)
        try file.close()
        #expect(throws: SystemCallError("read", EINVAL)) { try read(folder.url.path, limit: 1 << 20) }
        #expect(throws: SystemCallError("open", ENOENT)) { try read(path + "s", limit: 1 << 20) }
    }

    @Test("bytes that arrive in pieces are all read, and fewer than requested count as none")
    func pieces() throws {
        let (reader, writer) = try pipe()
        Thread.detachNewThread {
            for piece in ["ab", "c", "def"] {
                try? writer.writeAll(Data(piece.utf8))
                usleep(2000)
            }
            try? writer.close()
        }
        #expect(try reader.read(exactly: 5) == Data("abcde".utf8))
        #expect(try reader.read(exactly: 5) == nil)
        try reader.close()
    }

    @Test("a lock keeps another process out until the file is closed")
    func exclusiveLock() throws {
        let path = folder.file("lock").path
        func isFreeToOthers() throws -> Bool {
            let process = ChildProcess()
            process.executableURL = URL(fileURLWithPath: "/usr/bin/flock")
            process.arguments = ["--nonblock", path, "true"]
            try process.run()
            process.waitUntilExit()
            return process.terminationStatus == 0
        }
        let file = try FileDescriptor.open(path, O_RDWR | O_CREAT)
        #expect(try isFreeToOthers())
        #expect(try file.tryLock())
        #expect(try !isFreeToOthers())
        file.unlock()
        #expect(try isFreeToOthers())
        try file.lock(.exclusive)
        #expect(try !isFreeToOthers())
        try file.close()
        #expect(try isFreeToOthers())
    }

    @Test("a shared lock can be shared, and prevents an exclusive one")
    func sharedLock() throws {
        let path = folder.file("lock").path
        let files = try (0..<3).map { _ in try FileDescriptor.open(path, O_RDWR | O_CREAT) }
        try files[0].lock(.shared)
        try files[1].lock(.shared)
        #expect(try !files[2].tryLock())
        files[0].unlock()
        #expect(try !files[2].tryLock())
        files[1].unlock()
        #expect(try files[2].tryLock())
        for file in files { try file.close() }
    }

    @Test("a folder is flushed if its file system supports it")
    func folders() throws {
        try FileDescriptor.synchronise(folder: folder.url.path)
        // `fsync` is refused there.
        try FileDescriptor.synchronise(folder: "/proc")
        #expect(throws: SystemCallError("open", ENOENT)) {
            try FileDescriptor.synchronise(folder: folder.file("missing").path)
        }
    }
}
