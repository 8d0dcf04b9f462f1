import Files
import Foundation
import LibCrypto
import Pipeline
import Synchronization

/// An upload into a temporary file, which is sent when its name is known.
final class UploadedPieces: ArtefactUpload {
    private struct State {
        var hash = SHA256()
        var byteCount: Int64 = 0
        var isOver = false
    }

    private let state = Mutex(State())
    private let file: FileDescriptor
    private let path: String
    private let store: @Sendable (ContentID, Int64) throws -> Void

    /// Creates an upload that owns the file.
    ///
    /// `store` sends the file, and takes over its path.
    init(_ file: FileDescriptor, path: String, store: @escaping @Sendable (ContentID, Int64) throws -> Void) {
        self.file = file
        self.path = path
        self.store = store
    }

    deinit {
        discard()
        try? file.close()
    }

    func append(_ piece: Data) throws {
        try state.withLock { state in
            guard !state.isOver else { throw UploadClosedError() }
            do {
                try FileSystemError.naming { try LocalFileSystem().about(path) { try file.writeAll(piece) } }
            } catch {
                // It is unknown how much of the piece was written.
                end(&state)
                throw error
            }
            state.hash.update(data: piece)
            state.byteCount += Int64(piece.count)
        }
    }

    func commit() throws -> StoredBytes {
        try state.withLock { state in
            guard !state.isOver else { throw UploadClosedError() }
            guard let content = ContentID(hex: Hexadecimal.text(state.hash.finalize())) else {
                throw UploadClosedError()
            }
            do {
                try store(content, state.byteCount)
                state.isOver = true
            } catch {
                end(&state)
                throw error
            }
            return StoredBytes(content: content, byteCount: state.byteCount)
        }
    }

    func discard() {
        state.withLock { if !$0.isOver { end(&$0) } }
    }

    private func end(_ state: inout State) {
        state.isOver = true
        try? LocalFileSystem().remove(path)
    }
}
