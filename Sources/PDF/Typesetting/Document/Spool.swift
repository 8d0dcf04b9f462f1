package import FailureModel
import Files
import Foundation
import PDFSyntax

/// A buffer to write once and read later, spilled from memory to an unnamed file.
package final class Spool {
    /// The maximum number of bytes in memory.
    static let memoryLimit = 4 << 20

    private let folder: String
    private var memory: [UInt8] = []
    private var file: FileDescriptor?
    /// The bytes not yet in the file.
    private var buffer: [UInt8] = []
    /// The buffer size at which it is flushed; 0 after a failure.
    private var capacity = Spool.chunk
    /// The number of bytes flushed from the buffer.
    private var emptied = 0
    /// The failure of storing bytes; nothing is stored after it.
    package private(set) var failure: Failure? {
        didSet { capacity = 0 }
    }

    package var count: Int { emptied + buffer.count }

    /// Creates an empty spool with a folder for its file.
    package init(folder: String = NSTemporaryDirectory()) {
        self.folder = folder
    }

    deinit { try? file?.close() }

    /// Appends bytes.
    ///
    /// - Returns: Whether this and all previous calls succeeded; see ``failure``.
    package func append(_ bytes: UnsafeRawBufferPointer) -> Bool {
        // Cairo writes a few bytes at a time.
        buffer.append(contentsOf: bytes)
        return buffer.count < capacity || empty()
    }

    /// Flushes the buffer.
    private func empty() -> Bool {
        guard failure == nil else {
            buffer.removeAll()
            return false
        }
        if file == nil, memory.count + buffer.count <= Self.memoryLimit {
            moveToMemory()
        } else {
            writeOut()
        }
        return failure == nil
    }

    /// The value of `O_TMPFILE`, a macro that Swift does not import.
    private static let unnamed: Int32 = 0o20_000_000 | O_DIRECTORY
    private static let chunk = 256 << 10

    private func moveToMemory() {
        memory += buffer
        emptied += buffer.count
        buffer.removeAll(keepingCapacity: true)
    }

    private func writeOut() {
        do throws(SystemCallError) {
            let file: FileDescriptor
            if let open = self.file { file = open } else { file = try temporaryFile() }
            self.file = file
            if !memory.isEmpty { try file.writeAll(memory) }
            memory = []
            try file.writeAll(buffer)
            emptied += buffer.count
            buffer.removeAll(keepingCapacity: true)
        } catch {
            failure = error.failure(writing: folder)
        }
    }

    private func temporaryFile() throws(SystemCallError) -> FileDescriptor {
        do throws(SystemCallError) {
            return try FileDescriptor.open(folder, O_RDWR | Spool.unnamed, mode: 0o600)
        } catch {
            // Some file systems do not support unnamed files.
            let path = "\(folder)/formwright-\(UUID().uuidString).tmp"
            let file = try FileDescriptor.open(path, O_RDWR | O_CREAT | O_EXCL, mode: 0o600)
            unlink(path)
            return file
        }
    }

    /// Reads a range of the appended bytes.
    package func read(_ range: Range<Int>) throws(Failure) -> [UInt8] {
        if file == nil {
            moveToMemory()
            return Array(memory[range.clamped(to: 0..<memory.count)])
        }
        if !buffer.isEmpty { writeOut() }
        if let failure { throw failure }
        guard let file else { return [] }
        do throws(SystemCallError) {
            return [UInt8](try file.readRegularFile(in: Int64(range.lowerBound)..<Int64(range.upperBound)))
        } catch {
            throw Failure(.internalError, "A temporary file could not be read again: \(error.reason).")
        }
    }
}

extension PlainPDF {
    /// Opens a file to be read object by object.
    ///
    /// - Throws: ``unexpected``, or the spool's failure.
    init(_ spool: Spool) throws(Failure) {
        try self.init(count: spool.count) { range throws(Failure) in try spool.read(range) }
    }
}
