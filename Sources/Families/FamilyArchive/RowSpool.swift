import FailureModel
import Files
import Foundation

/// The rows of an export on their way to the archive: a file that has no name, so that nothing is left of it however the
/// process ends.
///
/// Rows are written one by one, so that a family of any size needs little memory.
///
/// Sharing it unchecked is safe: it is used by one thread at a time, one after the other.
final class RowSpool: @unchecked Sendable {
    /// The file; its offset is at its end while rows are written.
    let file: FileDescriptor
    private let name: String
    private var buffer = Data()
    private var isFirstMember = true
    private var isFirstItem = true

    private static let pieceSize = 256 << 10

    /// Creates an empty file in a folder.
    ///
    /// - Throws: `output_unwritable`, `disk_full`.
    init(in folder: URL) throws(Failure) {
        name = folder.path
        let path = folder.appendingPathComponent("export-\(UUID().uuidString)").path
        do throws(SystemCallError) {
            file = try FileDescriptor.open(path, O_RDWR | O_CREAT | O_EXCL, mode: 0o600)
        } catch {
            throw error.failure(writing: folder.path)
        }
        unlink(path)
        buffer += Data("{".utf8)
    }

    deinit { try? file.close() }

    /// Adds a member of the whole.
    func add(_ key: String, _ value: JSONNode) throws(Failure) {
        begin(key)
        value.append(to: &buffer, depth: 1)
        try flush(ifAbove: Self.pieceSize)
    }

    /// Adds a member that is a list, whose items `body` hands over one by one.
    func addList(_ key: String, _ body: ((JSONNode) throws -> Void) throws -> Void) throws {
        begin(key)
        buffer += Data("[".utf8)
        isFirstItem = true
        try body { item in
            buffer += Data(((isFirstItem ? "\n" : ",\n") + JSONNode.indent(2)).utf8)
            isFirstItem = false
            item.append(to: &buffer, depth: 2)
            try flush(ifAbove: Self.pieceSize)
        }
        buffer += Data((isFirstItem ? "]" : "\n" + JSONNode.indent(1) + "]").utf8)
    }

    private func begin(_ key: String) {
        buffer += Data(((isFirstMember ? "\n" : ",\n") + JSONNode.indent(1) + "\"\(key)\": ").utf8)
        isFirstMember = false
    }

    /// Completes the text and goes back to its beginning, to read it.
    ///
    /// - Returns: the size in bytes.
    func finish() throws(Failure) -> Int64 {
        buffer += Data("\n}\n".utf8)
        try flush(ifAbove: 0)
        let byteCount = Int64(lseek(file.rawValue, 0, SEEK_END))
        lseek(file.rawValue, 0, SEEK_SET)
        return byteCount
    }

    private func flush(ifAbove limit: Int) throws(Failure) {
        guard buffer.count > limit else { return }
        try file.writeAll(buffer, to: name)
        buffer.removeAll(keepingCapacity: true)
    }
}
