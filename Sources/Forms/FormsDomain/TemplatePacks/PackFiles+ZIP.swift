import Archive
import FailureModel
import Files
import Foundation

/// Packs as ZIP files.
extension PackFiles {
    private static let pieceSize = 1 << 20

    /// Reads a ZIP file that is not trusted, also of a pack's folder; blocks.
    ///
    /// - Throws: `Failure`: `invalid_template_pack`, `input_too_large`, `tool_missing`.
    init(zip data: Data) throws {
        var entries: [String: Data] = [:]
        do {
            let reader = try ArchiveReader(bytes: ArchiveBytes(data), format: .zip)
            var byteCount = 0
            while let entry = try reader.next() {
                guard entries.count <= Self.countLimit, entry.byteCount <= Self.sizeLimit - byteCount else {
                    throw Failure(
                        .inputTooLarge,
                        "A pack has at most \(Self.countLimit) files and \(InputFile.size(Self.sizeLimit)).")
                }
                guard entries[entry.name] == nil else { throw Self.invalid("a name occurs twice") }
                var bytes = Data()
                while case let piece = try reader.read(upTo: Self.pieceSize), !piece.isEmpty { bytes += piece }
                try reader.checkEnd()
                byteCount += bytes.count
                entries[entry.name] = bytes
            }
        } catch let error as ArchiveError {
            throw error.code == .libraryMissing
                ? Failure(.toolMissing, "The pack cannot be read, since \(error.detail).")
                : Self.invalid(error.detail)
        }
        let folder = entries.keys.filter { $0.hasSuffix("/" + PackPath.checksums) }.min()?
            .dropLast(PackPath.checksums.count)
        let prefix = entries[PackPath.checksums] == nil ? folder ?? "" : ""
        try self.init { path, limit in
            guard let bytes = entries[prefix + path] else { return nil }
            guard bytes.count <= limit else {
                throw Failure(.inputTooLarge, "\(path) in the pack is larger than \(InputFile.size(limit)).")
            }
            return bytes
        }
    }

    /// Writes a ZIP file; blocks.
    ///
    /// - Throws: `Failure`: `output_unwritable`, `disk_full`.
    func write(toZIP url: URL) throws {
        let file = try GrowingFile(at: url)
        do throws(ArchiveError) {
            let writer = try ArchiveWriter(descriptor: file.rawDescriptor, format: .zip)
            for (path, bytes) in written {
                try writer.add(name: path, byteCount: Int64(bytes.count))
                try writer.write(bytes)
            }
            try writer.finish()
        } catch {
            throw error.code == .system
                ? SystemCallError("write", error.errorNumber).failure(writing: url.path)
                : Failure(.internalError, "The pack cannot be written.", underlying: "\(error)")
        }
        try file.finish()
    }
}
