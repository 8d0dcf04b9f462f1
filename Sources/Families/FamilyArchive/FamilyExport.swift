package import LocalStore
import Archive
import LibCrypto
import FailureModel
import Files
package import Foundation
import Pipeline
import PipelineSQL
import RowQuery
package import FamiliesSQL
import Threads

/// Writes a family to a ZIP file.
///
/// The file has the rows at one moment, the uploads, the pictures made from them, and the books.
package struct FamilyExport: Sendable {
    /// The result of an export.
    package struct Outcome: Sendable, Hashable {
        /// The number of artworks.
        package var artworks = 0
        /// The number of files besides the rows.
        package var files = 0
        /// The number of files with damaged or missing bytes in the store.
        ///
        /// The rows name them.
        package var missing = 0
        /// The omitted items.
        package var omissions = ExportOmissions()
    }

    private let system: LocalSystem
    private let families: FamilyStore
    private let now: @Sendable () -> Date

    private static let pieceSize: Int64 = 1 << 20
    /// The maximum size of a file to check before writing; larger ones are streamed.
    private static let wholeSize: Int64 = 64 << 20
    /// The maximum size of a book's manifest that is read for its title.
    private static let manifestSize: Int64 = 16 << 20

    /// Creates the export of a store's families.
    package init(
        of system: LocalSystem, _ families: FamilyStore, now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.system = system
        self.families = families
        self.now = now
    }

    /// Writes a family.
    ///
    /// - Parameters:
    ///   - family: The ID.
    ///   - descriptor: A descriptor open for writing. It stays open.
    ///   - name: The name of the output for messages.
    ///   - report: Receives the number of files so far and in total, on a thread that may block. Throwing stops the
    ///     export.
    /// - Returns: The result.
    /// - Throws: `Failure`: `family_unknown`, `output_unwritable`, `disk_full`; errors of the store.
    package func write(
        _ family: String, to descriptor: Int32, name: String,
        report: @escaping @Sendable (_ completed: Int, _ total: Int) throws -> Void = { _, _ in }
    ) async throws -> Outcome {
        let moment = now()
        let time = CivilTime.timestamp(microsecondsSince1970: Timestamp(moment).milliseconds * 1_000) ?? ""
        let folder = system.settings.folder
        let spool = try await offPool { try RowSpool(in: folder) }
        let snapshot = try await families.read { [self] _, db in
            try FamilySnapshot(of: family, into: spool, titles: title, at: time, db)
        }
        return try await offPool { [self] in
            var outcome = Outcome(artworks: snapshot.artworks, omissions: snapshot.omissions)
            do {
                let writer = try ArchiveWriter(descriptor: descriptor, format: .zip)
                var missing: [JSONValue] = []
                for (place, file) in snapshot.files.enumerated() {
                    try report(place, snapshot.files.count)
                    if try add(file, to: writer, modified: moment) {
                        outcome.files += 1
                    } else {
                        missing.append(.text(file.name))
                    }
                }
                try report(snapshot.files.count, snapshot.files.count)
                outcome.missing = missing.count
                try spool.add("missing", .list(missing))
                let byteCount = try spool.finish()
                try writer.add(name: ExportFormat.rows, byteCount: byteCount, modified: moment)
                var buffer = [UInt8](repeating: 0, count: Int(Self.pieceSize))
                while case let count = try spool.file.read(into: &buffer), count > 0 {
                    try writer.write(Data(buffer.prefix(count)))
                }
                try writer.finish()
            } catch let error as ArchiveError {
                throw error.failure(writing: name)
            }
            return outcome
        }
    }

    /// Returns the title of a book from its manifest; `nil` if that is unreadable.
    @Sendable private func title(of manifest: ContentID, _ byteCount: Int64) -> String? {
        struct Manifest: Decodable {
            let title: String
        }
        guard byteCount <= Self.manifestSize, let bytes = try? system.artefacts.read(manifest) else { return nil }
        return try? JSONDecoder().decode(Manifest.self, from: bytes).title
    }

    /// Adds a file of the store; returns whether it is present and intact.
    private func add(_ file: ExportedFile, to writer: ArchiveWriter, modified: Date) throws -> Bool {
        let artefacts = system.artefacts
        guard let byteCount = try artefacts.byteCount(of: file.content) else { return false }
        guard byteCount > Self.wholeSize else {
            // The file was just deleted, or is damaged.
            guard let bytes = try? artefacts.read(file.content) else { return false }
            try writer.add(name: file.name, byteCount: Int64(bytes.count), modified: modified, isCompressed: false)
            try writer.write(bytes)
            return true
        }
        try writer.add(name: file.name, byteCount: byteCount, modified: modified, isCompressed: false)
        var hash = SHA256()
        var place: Int64 = 0
        while place < byteCount {
            let piece = try artefacts.read(file.content, in: place..<min(byteCount, place + Self.pieceSize))
            guard !piece.isEmpty else {
                throw Failure(.artefactMissing, "A file of the family was deleted while it was exported; try again.")
            }
            hash.update(data: piece)
            try writer.write(piece)
            place += Int64(piece.count)
        }
        return Hexadecimal.text(hash.finalize()) == file.content.hex
    }
}
