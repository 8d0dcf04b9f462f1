import Archive
import FailureModel
import Files
import Foundation

/// The ZIP files of packs.
enum PackArchive {
    private static let pieceSize = 1 << 20

    /// Writes a whole file; blocks.
    ///
    /// - Parameters:
    ///   - entries: the files in it, by path.
    ///   - descriptor: a descriptor open for writing.
    ///   - name: the name of the file, for messages.
    /// - Throws: `Failure`: `output_unwritable`, `disk_full`.
    static func write(
        _ entries: [(path: String, data: Data)], to descriptor: Int32, name: String
    ) throws(Failure) {
        do throws(ArchiveError) {
            let writer = try ArchiveWriter(descriptor: descriptor, format: .zip)
            for (path, data) in entries {
                try writer.add(name: path, byteCount: Int64(data.count))
                try writer.write(data)
            }
            try writer.finish()
        } catch {
            throw error.code == .system
                ? SystemCallError("write", error.errorNumber).failure(writing: name)
                : Failure(.internalError, "The pack cannot be written.", underlying: "\(error)")
        }
    }

    /// Reads a file that is not trusted; blocks.
    ///
    /// - Parameters:
    ///   - data: the file.
    ///   - limit: returns the maximum size of an entry in bytes, given its path and the number and size of those before
    ///     it; throws for one that must not be there.
    ///   - invalid: the failure for a file that is no ZIP file, with a reason.
    /// - Returns: the entries by path.
    /// - Throws: `Failure`: that of `limit`, that of `invalid`, `input_too_large`, `tool_missing`.
    static func entries(
        of data: Data, limit: (_ path: String, _ count: Int, _ byteCount: Int) throws -> Int,
        invalid: (_ reason: String) -> Failure
    ) throws -> [String: Data] {
        var entries: [String: Data] = [:]
        var byteCount = 0
        do {
            let reader = try ArchiveReader(bytes: ArchiveBytes(data), format: .zip)
            while let entry = try reader.next() {
                guard entries[entry.name] == nil else { throw invalid("a name occurs twice") }
                let most = try limit(entry.name, entries.count, byteCount)
                guard entry.byteCount <= most else {
                    throw Failure(
                        .inputTooLarge, "\(entry.name) in the pack is larger than \(InputFile.size(most)).")
                }
                var bytes = Data()
                while case let piece = try reader.read(upTo: pieceSize), !piece.isEmpty { bytes += piece }
                try reader.checkEnd()
                entries[entry.name] = bytes
                byteCount += bytes.count
            }
        } catch let error as ArchiveError {
            throw error.code == .libraryMissing
                ? Failure(.toolMissing, "The pack cannot be read, since \(error.detail).") : invalid(error.detail)
        }
        return entries
    }
}
