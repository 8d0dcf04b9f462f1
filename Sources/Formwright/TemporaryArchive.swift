import Archive
import FailureModel
import Foundation
import Pipeline

/// A ZIP file under a temporary name, which disappears with its last reference.
final class TemporaryArchive {
    private let file: FileHandle
    private let writer: ArchiveWriter

    /// Throws `Failure` if the file cannot be created.
    init() throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw Failure(.outputUnwritable, "The ZIP file cannot be written.", underlying: "errno \(errno)")
        }
        unlink(path)
        file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        writer = try ArchiveWriter(descriptor: descriptor, format: .zip)
    }

    /// Adds a file.
    func add(_ bytes: Data, named name: String) throws(Failure) {
        do {
            try writer.add(name: name, byteCount: Int64(bytes.count))
            try writer.write(bytes)
        } catch {
            throw Self.failure(error)
        }
    }

    /// Adds an artefact piece by piece, as it is: pictures and videos gain nothing from deflation.
    func add(_ artefact: Artefact, from artefacts: any ArtefactStore, named name: String) throws {
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

    /// Completes the archive and hands its bytes over, piece by piece.
    func finish(_ take: (Data) throws -> Void) throws {
        do { try writer.finish() } catch { throw Self.failure(error) }
        try file.seek(toOffset: 0)
        while let piece = try file.read(upToCount: 1 << 20), !piece.isEmpty { try take(piece) }
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
