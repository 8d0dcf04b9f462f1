import Files
import FormModel
import Foundation
import LibCrypto
import PDFAssembly
import QPDF
import Zlib

/// A PDF that an earlier fill may have marked.
enum FilledFile {
    /// It has no mark.
    case unmarked
    /// It contains its blank form, byte by byte.
    case filled(blank: Data, record: FillRecord, values: Data, file: PDFFile)
    /// It has a mark of no use, for a reason.
    case unusable(note: String)

    /// Maximum number of bytes of a mark.
    private static let markLimit = 64 << 20

    /// The note about a file that was changed after it was filled.
    static let changedNote =
        "The file was filled before and has been changed by another program since, so it is used as it is."
    private static var changed: FilledFile { .unusable(note: changedNote) }
    private static var damaged: FilledFile {
        .unusable(note: "The file was filled before, but its record of that is damaged, so it is used as it is.")
    }
    private static var newer: FilledFile {
        .unusable(note: "The file was filled before by a newer version of this program, so it is used as it is.")
    }

    /// Reads the mark of a PDF.
    ///
    /// - Parameters:
    ///   - data: the bytes of the PDF.
    ///   - password: opens an encrypted PDF.
    ///   - sizeLimit: the maximum number of bytes of a blank form.
    init(_ data: Data, password: String?, sizeLimit: Int) {
        guard Self.namesMark(data), let file = try? PDFFile(data: data, password: password) else {
            self = .unmarked
            return
        }
        self = Self.read(file, data, sizeLimit: sizeLimit)
    }

    /// Returns whether a file names a mark, so that others are opened only once.
    private static func namesMark(_ data: Data) -> Bool { data.range(of: Data(FileMark.key.utf8)) != nil }

    private static func read(_ file: PDFFile, _ data: Data, sizeLimit: Int) -> FilledFile {
        let mark = file.trailer[FileMark.key]
        // Programs that append to the file may drop the entry of the trailer.
        guard !mark.isNull else { return changed }
        guard mark.isStream else { return damaged }
        guard mark[FileMark.lengthKey].integer == FileMark.lengthBase + data.count, FileMark.isIntact(mark, in: data)
        else { return changed }
        guard let content = content(of: mark, limit: markLimit) else { return damaged }
        let lines = content.split(separator: UInt8(ascii: "\n"), maxSplits: 1, omittingEmptySubsequences: false)
        let decoder = JSONDecoder()
        guard lines.count == 2, let version = try? decoder.decode(FillRecord.Version.self, from: lines[0]) else {
            return damaged
        }
        guard version.version <= FillRecord.version else { return newer }
        guard let record = try? decoder.decode(FillRecord.self, from: lines[0]),
            record.fileType != .pdf || record.pictures.isEmpty, record.length > 0, record.length <= sizeLimit
        else { return damaged }
        let blank: Data
        let original = mark[FileMark.originalKey]
        if original.isStream {
            guard let embedded = Self.content(of: original, limit: record.length) else { return damaged }
            blank = embedded
        } else {
            blank = Data(data.prefix(record.length))
        }
        guard blank.count == record.length, Hexadecimal.text(SHA256.hash(data: blank)) == record.sha256 else {
            return changed
        }
        return .filled(blank: blank, record: record, values: lines[1], file: file)
    }

    private static func content(of stream: PDFObject, limit: Int) -> Data? {
        guard let size = stream["/Size"].integer, (0...limit).contains(size), let raw = try? stream.rawStreamData()
        else { return nil }
        return Inflate.decompressed(Array(raw), size: size).map { Data($0) }
    }
}
