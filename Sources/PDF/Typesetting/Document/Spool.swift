package import FailureModel
import Files
import Foundation
import PDFSyntax

/// Bytes that are written once and read again: in memory while they are few, then in a file without a name.
package final class Spool {
    /// The number of bytes kept in memory at most.
    static let memoryLimit = 4 << 20

    private let folder: String
    private var memory: [UInt8] = []
    private var file: FileDescriptor?
    /// The bytes not yet in the file.
    private var buffer: [UInt8] = []
    /// The number of bytes in the buffer at which it is emptied; none after a failure.
    private var capacity = Spool.chunk
    /// The number of bytes that were in the buffer before.
    private var emptied = 0
    /// Why bytes could not be kept; nothing is kept after that.
    package private(set) var failure: Failure? {
        didSet { capacity = 0 }
    }

    package var count: Int { emptied + buffer.count }

    /// Creates an empty spool, whose file would be in a folder.
    package init(folder: String = NSTemporaryDirectory()) {
        self.folder = folder
    }

    deinit { try? file?.close() }

    /// Appends bytes.
    ///
    /// - Returns: whether this and everything before succeeded; see ``failure``.
    package func append(_ bytes: UnsafeRawBufferPointer) -> Bool {
        // Cairo writes a few bytes at a time.
        buffer.append(contentsOf: bytes)
        return buffer.count < capacity || empty()
    }

    /// Empties the buffer.
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

    /// `O_TMPFILE`, a macro that Swift does not import.
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
            // Some file systems cannot create files without names.
            let path = "\(folder)/formwright-\(UUID().uuidString).tmp"
            let file = try FileDescriptor.open(path, O_RDWR | O_CREAT | O_EXCL, mode: 0o600)
            unlink(path)
            return file
        }
    }

    /// Reads a range of what was appended.
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
    /// Opens a file that is read object by object.
    ///
    /// - Throws: ``unexpected``, or why the file could not be kept.
    init(_ spool: Spool) throws(Failure) {
        try self.init(count: spool.count) { range throws(Failure) in try spool.read(range) }
    }
}
