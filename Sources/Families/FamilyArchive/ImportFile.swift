import Archive
import Artworks
import FailureModel
import Files
import Foundation
import Pipeline

/// The untrusted ZIP file of an import.
///
/// Every method blocks. Instances must be used by one thread at a time.
struct ImportFile {
    private let descriptor: Int32
    private let byteCount: Int64

    private static let pieceSize = 1 << 20
    /// The number of bytes of an upload needed to detect its type.
    private static let headSize = 4 << 10

    /// Creates access to a file.
    ///
    /// - Throws: `malformed_export` unless it is a regular file.
    init(descriptor: Int32) throws(Failure) {
        guard (try? FileDescriptor(rawValue: descriptor).readRegularFile(in: 0..<0)) != nil else {
            throw .malformedExport("it is not a regular file")
        }
        self.descriptor = descriptor
        byteCount = Int64(lseek(descriptor, 0, SEEK_END))
    }

    /// Iterates over the entries.
    private func forEach(_ body: (ArchiveReader.Entry, ArchiveReader) throws -> Void) throws {
        lseek(descriptor, 0, SEEK_SET)
        do {
            let reader = try ArchiveReader(descriptor: descriptor, format: .zip)
            while let entry = try reader.next() { try body(entry, reader) }
        } catch let error as ArchiveError {
            throw error.failureOfReading
        }
    }

    /// Checks the names and sizes of all entries, and returns the rows.
    ///
    /// - Throws: `malformed_export`, `input_too_large`.
    func rows() throws -> [UInt8] {
        var names: Set<String> = []
        var total: Int64 = 0
        var rows: [UInt8]?
        try forEach { entry, reader in
            guard names.insert(entry.name).inserted else { throw Failure.malformedExport("it has a file twice") }
            guard names.count <= ExportFormat.entryLimit else {
                throw Failure(.inputTooLarge, "The export has more than \(ExportFormat.entryLimit) files.")
            }
            let (sum, isTooLarge) = total.addingReportingOverflow(max(0, entry.byteCount))
            guard !isTooLarge, sum <= max(ExportFormat.smallBytes, byteCount * ExportFormat.ratioLimit) else {
                throw Failure(
                    .inputTooLarge,
                    "The files of the export are more than \(ExportFormat.ratioLimit) times larger than itself.")
            }
            total = sum
            guard entry.name == ExportFormat.rows else { return }
            guard entry.byteCount <= ExportFormat.rowBytes else {
                throw Failure(
                    .inputTooLarge, "\(ExportFormat.rows) is larger than \(ExportFormat.rowBytes >> 20) MB.")
            }
            var bytes: [UInt8] = []
            while case let piece = try reader.read(upTo: Self.pieceSize), !piece.isEmpty { bytes += piece }
            try reader.checkEnd()
            rows = bytes
        }
        guard let rows else { throw Failure.malformedExport("it has no \(ExportFormat.rows)") }
        return rows
    }

    /// A stored upload without a document yet.
    struct Upload: Sendable {
        let mediaType: String
        let byteCount: Int64
    }

    /// Stores the uploads, which callers must discard after an error.
    ///
    /// - Parameters:
    ///   - pictures: The pictures by the names of their uploads in the archive.
    ///   - artefacts: The destination of the bytes.
    ///   - put: Receives each stored upload, before it is compared with the rows.
    /// - Throws: `malformed_export` for an upload that is missing or differs from the rows; `input_too_large` and
    ///   `unsupported_type` for one that could not have been uploaded.
    func put(
        _ pictures: [String: FamilyContents.Picture], into artefacts: any ArtefactStore,
        _ put: (ContentID, Upload) throws -> Void
    ) throws {
        var missing = Set(pictures.keys)
        try forEach { entry, reader in
            guard let picture = pictures[entry.name], missing.remove(entry.name) != nil else { return }
            let (content, upload) = try Self.upload(entry, reader, to: artefacts)
            try put(content, upload)
            guard content == picture.content else { throw Failure.malformedExport("an upload was changed") }
        }
        guard missing.isEmpty else { throw Failure.malformedExport("it lacks an upload") }
    }

    private static func upload(
        _ entry: ArchiveReader.Entry, _ reader: ArchiveReader, to artefacts: any ArtefactStore
    ) throws -> (ContentID, Upload) {
        let kind = ArtworkKind()
        let name = "A picture of the export"
        guard entry.byteCount <= ArtworkKind.sizeLimit else {
            throw Failure(.inputTooLarge, "\(name) is larger than the limit of \(ArtworkKind.sizeLimit >> 20) MB.")
        }
        var head = Data()
        while head.count < headSize, case let piece = try reader.read(upTo: headSize - head.count), !piece.isEmpty {
            head += piece
        }
        let mediaType = try kind.mediaType(ofHead: head, byteCount: entry.byteCount, fileName: name)
        let upload = try artefacts.upload()
        defer { upload.discard() }
        try upload.append(head)
        while case let piece = try reader.read(upTo: pieceSize), !piece.isEmpty { try upload.append(piece) }
        try reader.checkEnd()
        let stored = try upload.commit()
        return (stored.content, Upload(mediaType: mediaType, byteCount: stored.byteCount))
    }
}
