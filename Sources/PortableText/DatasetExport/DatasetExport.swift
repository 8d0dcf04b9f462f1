package import FailureModel
import Files
package import Foundation

/// A dataset exported from a content store such as Sanity.
///
/// The documents are lines of JSON (NDJSON). Pictures are files in the folders `images` beside them.
package final class DatasetExport: Sendable {
    /// The folder that the paths of pictures start from.
    package let folder: URL
    private let rows: URL
    /// The folder of an unpacked archive, which is removed with this object.
    private let unpacked: URL?

    /// The suffix of documents in lines.
    static let rowsSuffix = ".ndjson"
    private static let archiveSuffixes = [".tar.gz", ".tgz", ".tar"]
    /// The usual name of the documents in an export.
    private static let rowsName = "data.ndjson"

    /// Returns whether a path names an export.
    ///
    /// That is an NDJSON file, an archive, or a folder with the documents.
    package static func isExport(_ path: String) -> Bool {
        let name = path.lowercased()
        return ([rowsSuffix] + archiveSuffixes).contains(where: name.hasSuffix)
            || FileManager.default.fileExists(atPath: "\(path)/\(rowsName)")
    }

    /// Opens an export; an archive is unpacked into a temporary folder.
    ///
    /// - Throws: `input_missing`, `input_unreadable`, `damaged_document`, `input_too_large`, `tool_missing`, `disk_full`,
    ///   `output_unwritable`.
    package init(at path: String) throws(Failure) {
        let url = URL(fileURLWithPath: path)
        if Self.archiveSuffixes.contains(where: path.lowercased().hasSuffix) {
            let target = FileManager.default.temporaryDirectory.appendingPathComponent(
                "formwright-\(UUID().uuidString)")
            try OutputFolder.make(target, mode: 0o700)
            unpacked = target
            do throws(Failure) {
                rows = try ExportArchive(at: url).unpack(into: target)
            } catch {
                try? FileManager.default.removeItem(at: target)
                throw error
            }
        } else {
            unpacked = nil
            rows = path.lowercased().hasSuffix(Self.rowsSuffix) ? url : url.appendingPathComponent(Self.rowsName)
        }
        folder = rows.deletingLastPathComponent()
    }

    deinit {
        if let unpacked { try? FileManager.default.removeItem(at: unpacked) }
    }

    /// Passes on each document in order, until `receive` returns false.
    ///
    /// Pictures and other assets are left out.
    ///
    /// - Throws: `input_missing`, `input_unreadable`, `input_too_large`; `invalid_json` with the number of the line.
    package func forEachDocument<E: Error>(
        _ receive: (ExportedDocument) throws(E) -> Bool
    ) throws {
        var lines = try LineReader(rows)
        defer { lines.close() }
        var number = 0
        while let line = try lines.next() {
            number += 1
            guard line.contains(where: { ![0x20, 0x09, 0x0D].contains($0) }) else { continue }
            guard let document = try ExportedDocument(line, number: number, in: rows.lastPathComponent) else {
                continue
            }
            guard try receive(document) else { return }
        }
    }
}
