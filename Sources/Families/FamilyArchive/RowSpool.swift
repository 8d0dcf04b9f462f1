import FailureModel
import Files
import Foundation
import Values

/// A spool of an export's rows in an unnamed file.
///
/// The file leaves no trace however the process ends. Rows are written one by one, so that a family of any size needs
/// little memory.
///
/// Unchecked sharing is safe: only one thread uses the spool at a time.
final class RowSpool: @unchecked Sendable {
    /// The file, with its offset at the end while rows are written.
    let file: FileDescriptor
    private let name: String
    private var buffer: [UInt8] = []
    private var isFirstMember = true
    private var isFirstItem = true

    private static let pieceSize = 256 << 10
    private static let style: JSONStyle = [.indented, .shortNewlines, .escapedDelete]

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
        buffer.append(UInt8(ascii: "{"))
    }

    deinit { try? file.close() }

    /// Adds a member of the root object.
    func add(_ key: String, _ value: JSONValue) throws(Failure) {
        begin(key)
        buffer.append(json: value, Self.style, depth: 1)
        try flush(ifAbove: Self.pieceSize)
    }

    /// Adds a list member with the items passed by `body`.
    func addList(_ key: String, _ body: ((JSONValue) throws -> Void) throws -> Void) throws {
        begin(key)
        buffer.append(UInt8(ascii: "["))
        isFirstItem = true
        try body { item in
            if !isFirstItem { buffer.append(UInt8(ascii: ",")) }
            isFirstItem = false
            buffer.append(lineOfDepth: 2)
            buffer.append(json: item, Self.style, depth: 2)
            try flush(ifAbove: Self.pieceSize)
        }
        if !isFirstItem { buffer.append(lineOfDepth: 1) }
        buffer.append(UInt8(ascii: "]"))
    }

    private func begin(_ key: String) {
        if !isFirstMember { buffer.append(UInt8(ascii: ",")) }
        isFirstMember = false
        buffer.append(lineOfDepth: 1)
        buffer += "\"\(key)\": ".utf8
    }

    /// Completes the text, and rewinds the file for reading.
    ///
    /// - Returns: The size in bytes.
    func finish() throws(Failure) -> Int64 {
        buffer += "\n}\n".utf8
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
