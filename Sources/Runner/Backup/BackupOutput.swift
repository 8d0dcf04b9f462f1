import Archive
import LibCrypto
import FailureModel
import Files
import Foundation
import Pipeline

/// The tar file of a backup, with the digest of its last entry.
final class BackupOutput {
    private let writer: ArchiveWriter
    private let name: String
    /// The SHA-256 of the last entry, in hexadecimal digits.
    private(set) var digest = ""

    /// The number of bytes in memory at a time.
    private static let pieceSize = 1 << 20

    init(descriptor: Int32, name: String) throws(Failure) {
        self.name = name
        do {
            writer = try ArchiveWriter(descriptor: descriptor, format: .tar)
        } catch {
            throw error.failure(writing: name)
        }
    }

    /// Adds an entry with the given bytes.
    func add(_ entry: String, _ bytes: Data) throws(Failure) {
        do throws(ArchiveError) {
            try writer.add(name: entry, byteCount: Int64(bytes.count))
            try writer.write(bytes)
        } catch {
            throw error.failure(writing: name)
        }
        digest = Hexadecimal.text(SHA256.hash(data: bytes))
    }

    /// Adds an entry with the bytes of an open file, which must not change.
    ///
    /// - Returns: the number of bytes.
    func add(_ entry: String, copying file: FileDescriptor) throws(Failure) -> Int64 {
        var hash = SHA256()
        do {
            let byteCount = Int64(try file.status().st_size)
            try writer.add(name: entry, byteCount: byteCount)
            var rest = byteCount
            var buffer = [UInt8](repeating: 0, count: Self.pieceSize)
            while rest > 0, case let count = Int64(try file.read(into: &buffer)), count > 0 {
                let piece = Data(buffer.prefix(Int(min(count, rest))))
                hash.update(data: piece)
                try writer.write(piece)
                rest -= Int64(piece.count)
            }
            digest = Hexadecimal.text(hash.finalize())
            return byteCount
        } catch let error as ArchiveError {
            throw error.failure(writing: name)
        } catch {
            throw Failure(.diskError, "A file of the store cannot be read.", underlying: "\(error)")
        }
    }

    /// Completes the archive.
    func finish() throws(Failure) {
        do { try writer.finish() } catch { throw error.failure(writing: name) }
    }
}
