import FailureModel
import Files
import Foundation

/// Packs as folders.
extension PackFiles {
    /// Reads a folder; blocks.
    ///
    /// - Throws: `Failure`: `invalid_template_pack`, `input_too_large`, `input_unreadable`.
    init(folder: URL) throws {
        try self.init { path, limit in
            let file = folder.appendingPathComponent(path)
            guard FileManager.default.fileExists(atPath: file.path) else { return nil }
            return try InputFile.read(file, limit: limit)
        }
    }

    /// Writes a new folder, or updates one with a pack; blocks.
    ///
    /// The list of checksums is written last, so that a folder that is written in part is no pack. Files of templates
    /// that are no longer in the pack are deleted; others, such as a README, stay.
    ///
    /// - Throws: `Failure`: `output_exists` for a folder with other files only, `output_unwritable`, `disk_full`.
    func write(toFolder folder: URL) throws {
        let files = LocalFileSystem()
        let names = (try? files.names(in: folder.path).names) ?? []
        // A folder without the list is one whose first writing was interrupted.
        let own = Set(PackPath.folders + [PackPath.manifest.text])
        guard names.contains(PackPath.checksums) || own.isSuperset(of: names) else {
            throw Failure(.outputExists, "\(folder.path) has other files and no pack; name another folder.")
        }
        for path in PackPath.folders + written.map(\.path) {
            // The pack may be somebody else's, so that a link in it may lead anywhere.
            guard try files.facts(folder.appendingPathComponent(path).path)?.kind != .link else {
                throw Failure(.outputUnwritable, "\(path) in \(folder.path) is a link; remove it.")
            }
        }
        for name in PackPath.folders { try OutputFolder.make(folder.appendingPathComponent(name)) }
        if signature == nil { try Self.delete(folder.appendingPathComponent(PackPath.signature)) }
        for (path, data) in written { try OutputFile.write(data, to: folder.appendingPathComponent(path)) }
        let current = Set(self.files.keys.map(\.text))
        for name in PackPath.folders {
            let inner = folder.appendingPathComponent(name)
            for file in try files.names(in: inner.path).names.map({ "\(name)/\($0)" })
            where PackPath(file) != nil && !current.contains(file) {
                try Self.delete(folder.appendingPathComponent(file))
            }
        }
    }

    private static func delete(_ file: URL) throws(Failure) {
        guard unlink(file.path) != 0, errno != ENOENT else { return }
        throw SystemCallError.last("unlink").failure(writing: file.path)
    }
}
