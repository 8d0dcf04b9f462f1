import FailureModel
import Files
import FormImport
import Foundation
import Pipeline

/// A video as a file for other programs.
struct VideoFile {
    /// The path of the original, which is read-only.
    let path: String
    /// The folder for the output of programs.
    let folder: ScratchFolder

    private static let pieceSize: Int64 = 4 << 20

    /// Checks that the file is complete, and copies it unless it is local.
    ///
    /// - Throws: `Failure`: `damaged_document`.
    init(_ context: StageContext, _ container: VideoContainer, byteCount: Int64) throws {
        let (store, content) = (context.artefacts, context.document.content)
        guard try !container.isCutShort(byteCount: byteCount, read: { try store.read(content, in: $0) }) else {
            throw Failure(.damagedDocument, "The video is truncated or damaged.")
        }
        folder = try ScratchFolder()
        if let local = store as? LocalArtefactStore {
            path = local.path(of: content)
            return
        }
        path = folder.file("original")
        let copy = try FileDescriptor.open(path, O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
        defer { try? copy.close() }
        for start in stride(from: 0, to: byteCount, by: Int(Self.pieceSize)) {
            try copy.writeAll(try store.read(content, in: start..<min(start + Self.pieceSize, byteCount)))
            context.reportProgress()
        }
    }
}
