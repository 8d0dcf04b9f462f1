import Archive
package import FailureModel
import Files
package import Foundation
package import Pipeline

/// A ZIP file without a name, which disappears with its last reference.
package final class TemporaryArchive {
    private let file: UnnamedFile
    private let writer: ArchiveWriter

    /// Creates an empty archive.
    ///
    /// - Throws: `Failure` if the file cannot be created.
    package init() throws {
        do throws(SystemCallError) { file = try UnnamedFile() } catch { throw error.failure(writing: "the ZIP file") }
        writer = try ArchiveWriter(descriptor: file.descriptor.rawValue, format: .zip)
    }

    /// Adds a file.
    package func add(_ bytes: Data, named name: String) throws(Failure) {
        do {
            try writer.add(name: name, byteCount: Int64(bytes.count))
            try writer.write(bytes)
        } catch {
            throw Self.failure(error)
        }
    }

    /// Adds an artefact piece by piece, uncompressed.
    ///
    /// Pictures and videos gain nothing from deflation.
    package func add(_ artefact: Artefact, from artefacts: any ArtefactStore, named name: String) throws {
        do {
            try writer.add(name: name, byteCount: artefact.byteCount, isCompressed: false)
        } catch {
            throw Self.failure(error)
        }
        var offset: Int64 = 0
        while offset < artefact.byteCount {
            let end = min(offset + StageContext.pieceLength, artefact.byteCount)
            let piece = try artefacts.read(artefact.content, in: offset..<end)
            guard !piece.isEmpty else { throw Failure(.artefactDamaged, "Stored bytes are shorter than they were.") }
            do { try writer.write(piece) } catch { throw Self.failure(error) }
            offset += Int64(piece.count)
        }
    }

    /// Completes the archive and passes on its bytes piece by piece.
    package func finish(_ take: (Data) throws -> Void) throws {
        do { try writer.finish() } catch { throw Self.failure(error) }
        let size = Int64(try file.descriptor.status().st_size)
        for start in stride(from: 0, to: size, by: 1 << 20) {
            try take(try file.descriptor.readRegularFile(in: start..<min(start + (1 << 20), size)))
        }
    }

    private static func failure(_ error: ArchiveError) -> Failure {
        if error.code == .libraryMissing {
            return Failure(.toolMissing, "The ZIP file cannot be written, since \(error.detail).")
        }
        return error.errorNumber == ENOSPC
            ? Failure(.diskFull, "There is no room on the disk for the ZIP file.", underlying: "\(error)")
            : Failure(.outputUnwritable, "The ZIP file cannot be written.", underlying: "\(error)")
    }
}
