import Archive
import FailureModel
import Files
import Foundation

/// A tar archive of an export, compressed with gzip or not.
struct ExportArchive {
    private let url: URL

    /// The maximum number of files.
    private static let entryLimit = 500_000
    /// The maximum size of all unpacked files in bytes.
    private static let sizeLimit: Int64 = 16 << 30
    /// How many times larger than the archive its files may be, beyond ``smallSize``.
    private static let ratioLimit: Int64 = 100
    /// The size of unpacked files that is always allowed, in bytes.
    private static let smallSize: Int64 = 1 << 30
    private static let piece = 1 << 20

    init(at url: URL) {
        self.url = url
    }

    /// Unpacks the documents and pictures into a folder.
    ///
    /// - Returns: the file of the documents.
    /// - Throws: `input_missing`, `input_unreadable`, `damaged_document`, `unsupported_type`, `input_too_large`, `tool_missing`, `disk_full`,
    ///   `output_unwritable`.
    func unpack(into folder: URL) throws(Failure) -> URL {
        let name = url.lastPathComponent
        let file = try InputFile.open(url)
        defer { try? file.close() }
        do {
            guard let rows = try unpack(file, into: folder) else {
                throw Failure(
                    .damagedDocument, "\(name) has no documents: no file in it ends in \(DatasetExport.rowsSuffix).")
            }
            return rows
        } catch let failure as Failure {
            throw failure
        } catch let error as ArchiveError where error.code == .libraryMissing {
            throw Failure(.toolMissing, "\(name) cannot be unpacked, since \(error.detail).")
        } catch let error as ArchiveError where error.code == .notAFile {
            throw Failure(
                .unsupportedType, "\(name) has a link, a hard link or a device, which are not unpacked.",
                hint: "Make it again with copies, such as by “tar --hard-dereference --dereference”.")
        } catch let error as ArchiveError where error.code == .unsafeName {
            throw Failure(
                .unsupportedType,
                "\(name) has a file whose name is empty, begins with a slash, has “..” or is not UTF-8.",
                hint: "Make it again from within its folder.")
        } catch {
            throw Failure(.damagedDocument, "\(name) is damaged, or not a tar archive.", underlying: "\(error)")
        }
    }

    private func unpack(_ file: FileDescriptor, into folder: URL) throws -> URL? {
        let reader = try ArchiveReader(descriptor: file.rawValue, isForeign: true)
        var rows: URL?
        var (count, total): (Int, Int64) = (0, 0)
        let (product, isHuge) = try Int64(file.status().st_size).multipliedReportingOverflow(by: Self.ratioLimit)
        let sizeLimit = isHuge ? Self.sizeLimit : min(Self.sizeLimit, max(Self.smallSize, product))
        while let entry = try reader.next() {
            count += 1
            guard count <= Self.entryLimit else {
                throw Failure(.inputTooLarge, "The export has more than \(Self.entryLimit) files.")
            }
            let isRows = rows == nil && entry.name.hasSuffix(DatasetExport.rowsSuffix)
            guard isRows || entry.name.split(separator: "/").contains("images") else { continue }
            let (sum, isTooLarge) = total.addingReportingOverflow(max(0, entry.byteCount))
            guard !isTooLarge, sum <= sizeLimit else {
                throw Failure(
                    .inputTooLarge,
                    "The files of the export are larger than \(Self.sizeLimit >> 30) GB, or \(Self.ratioLimit) times its size."
                )
            }
            total = sum
            let target = folder.appendingPathComponent(entry.name)
            try OutputFolder.make(target.deletingLastPathComponent(), mode: 0o700)
            try write(reader, to: target)
            if isRows { rows = target }
        }
        return rows
    }

    private func write(_ reader: ArchiveReader, to target: URL) throws {
        let file: FileDescriptor
        do throws(SystemCallError) {
            file = try FileDescriptor.open(target.path, O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
        } catch {
            guard error.number != EEXIST else { throw ArchiveError(.damaged, "an entry is there twice") }
            throw error.failure(writing: "The temporary folder")
        }
        defer { try? file.close() }
        while case let bytes = try reader.read(upTo: Self.piece), !bytes.isEmpty {
            try file.writeAll(bytes, to: "The temporary folder")
        }
        try reader.checkEnd()
    }
}
