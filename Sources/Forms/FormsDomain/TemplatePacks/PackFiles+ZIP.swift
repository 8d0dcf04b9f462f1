import FailureModel
import Files
import Foundation

/// Packs as ZIP files.
extension PackFiles {
    /// Reads a ZIP file that is not trusted, also of a pack's folder; blocks.
    ///
    /// - Throws: `Failure`: `invalid_template_pack`, `input_too_large`, `tool_missing`.
    init(zip data: Data) throws {
        let entries = try PackArchive.entries(of: data) { _, count, byteCount in
            guard count <= Self.countLimit else { throw Self.tooLarge }
            return Self.sizeLimit - byteCount
        } invalid: {
            Self.invalid($0)
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
        try PackArchive.write(written, to: file.rawDescriptor, name: url.path)
        try file.finish()
    }
}
