import Archive
import FailureModel
package import Foundation

/// The directory at the end of a ZIP file, checked for anything unsafe before unpacking.
///
/// It is parsed here because libarchive reports entries one by one: it knows neither their number in advance nor
/// whether they share bytes.
package struct ZipDirectory: Sendable, Hashable {
    /// An entry of the directory.
    package struct Entry: Sendable, Hashable {
        /// The bytes of the name.
        package let rawName: Data
        /// The name as text without `.` components; `nil` if it is not UTF-8.
        package let name: String?
        /// Whether it is a folder.
        package let isFolder: Bool
        /// The unpacked size in bytes, as stated in the directory.
        package let byteCount: Int64
        /// The range of its header, name and bytes in the file.
        let place: Range<Int64>

        /// The name without `.` components, with bytes like `%FF` if it is not UTF-8.
        package var path: String {
            name ?? ArchiveName.withoutCurrentFolders(DroppedNames.text(ofName: rawName))
        }
    }

    /// The entries in directory order.
    package let entries: [Entry]

    /// The maximum size of the directory in bytes.
    private static let sizeLimit: Int64 = 32 << 20

    /// Reads and checks a directory.
    ///
    /// - Parameters:
    ///   - byteCount: the size of the file.
    ///   - limits: the limits of the archive.
    ///   - read: returns the bytes of a range within the file.
    /// - Throws: `unsupported_type` unless the file is a ZIP file, `damaged_document`, `encrypted`, `unsafe_archive`,
    ///   `too_many_inputs`, `input_too_large`, or the error of `read`.
    package init(
        byteCount: Int64, limits: DroppedLimits, reading read: @escaping (Range<Int64>) throws -> Data
    ) throws {
        let file = ZipFile(byteCount: byteCount, read: read)
        let end = try ZipEnd(of: file)
        try limits.check(entries: Int(clamping: end.entryCount))
        guard end.directory.count <= Self.sizeLimit else {
            throw Failure(.unsafeArchive, "The directory of the archive is larger than any that is needed.")
        }
        var records = ZipRecords(bytes: try file.bytes(in: end.directory))
        var entries: [Entry] = []
        entries.reserveCapacity(Int(end.entryCount))
        var total: Int64 = 0
        for _ in 0..<end.entryCount {
            let record = try records.next()
            let entry = try Self.entry(of: record, in: file, before: end.directory.lowerBound)
            if let name = entry.name {
                let folders = name.split(separator: "/").dropLast(entry.isFolder ? 0 : 1)
                try limits.check(depth: folders.count, of: folders.joined(separator: "/"))
            }
            // No stated size is negative, and each is below the limit when it is added.
            try limits.check(byteCount: entry.byteCount)
            total += entry.byteCount
            try limits.check(byteCount: total)
            entries.append(entry)
        }
        guard records.isAtEnd else { throw ZipFile.damaged }
        try Self.checkPlaces(entries)
        // The folder itself, as “./”.
        entries.removeAll { $0.isFolder && $0.path.isEmpty }
        try Self.checkNames(entries)
        self.entries = entries
    }

    private static func entry(
        of record: ZipRecords.Record, in file: ZipFile, before limit: Int64
    ) throws -> Entry {
        if record.isEncrypted { throw Failure.encryptedArchive }
        guard record.method == 0 || record.method == 8 else {
            throw Failure(.unsupportedType, "The archive is compressed by a method that few programs know.")
        }
        try checkName(record.name)
        let name = String(validating: record.name, as: UTF8.self).map(ArchiveName.withoutCurrentFolders)
        let endsInSlash = record.name.last == UInt8(ascii: "/")
        guard record.isFolder == nil || record.isFolder == endsInSlash else {
            throw unsafe("A name does not fit its entry.")
        }
        guard !record.isSpecial else { throw unsafe("A member is a link or a device.") }
        let size = try file.headerSize(at: record.offset, of: record)
        let (dataEnd, overflows) = (record.offset + size).addingReportingOverflow(record.packedByteCount)
        guard !overflows, dataEnd <= limit else { throw ZipFile.damaged }
        return Entry(
            rawName: record.name, name: name, isFolder: endsInSlash, byteCount: record.byteCount,
            place: record.offset..<dataEnd)
    }

    private static func unsafe(_ reason: String) -> Failure { Failure(.unsafeArchive, reason) }

    private static func checkName(_ bytes: Data) throws(Failure) {
        guard !bytes.isEmpty, bytes.count <= 4_096 else { throw unsafe("A member's name is empty or too long.") }
        let parts = bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        // A folder's name ends in a slash.
        let named = parts.last?.isEmpty == true ? parts.dropLast() : parts[...]
        guard !named.contains(where: { $0.elementsEqual("..".utf8) }) else {
            throw unsafe("A member's name has “..”, which can lead out of the archive.")
        }
        guard !named.isEmpty, !named.contains(where: \.isEmpty) else {
            throw unsafe("A member's name begins with a slash, or has an empty part.")
        }
        // The name of a file must not be that of the folder itself.
        guard parts.last?.isEmpty == true || parts.last?.elementsEqual(".".utf8) == false else {
            throw unsafe("A member's name is that of a folder.")
        }
        guard bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "\\") }) else {
            throw unsafe("A member's name has a backslash or a control character.")
        }
        guard bytes.count < 2 || bytes[bytes.startIndex + 1] != UInt8(ascii: ":") else {
            throw unsafe("A member's name begins with a drive letter.")
        }
    }

    /// Refuses names that are equal in some file system, and files that are also folders.
    private static func checkNames(_ entries: [Entry]) throws(Failure) {
        var files: Set<String> = []
        var namedFolders: Set<String> = []
        /// The spelling of each folder by its comparison key.
        var folders: [String: String] = [:]
        for entry in entries {
            let parts = entry.path.split(separator: "/")
            // Swift compares strings by canonical equivalence.
            let keys = parts.map { $0.folding(options: .caseInsensitive, locale: nil).lowercased() }
            let key = keys.joined(separator: "/")
            let isNew = entry.isFolder ? namedFolders.insert(key).inserted : files.insert(key).inserted
            guard isNew else { throw unsafe("Several members have one name.") }
            var parent = ""
            for (part, key) in zip(parts, keys).prefix(entry.isFolder ? parts.count : parts.count - 1) {
                parent += parent.isEmpty ? key : "/" + key
                let written = folders.updateValue(String(part), forKey: parent)
                guard written == nil || written?.utf8.elementsEqual(part.utf8) == true else {
                    throw unsafe("A folder is written in several ways.")
                }
            }
        }
        guard files.isDisjoint(with: folders.keys) else { throw unsafe("A member is both a file and a folder.") }
    }

    private static func checkPlaces(_ entries: [Entry]) throws(Failure) {
        let places = entries.map(\.place).sorted { $0.lowerBound < $1.lowerBound }
        for (place, next) in zip(places, places.dropFirst()) where next.lowerBound < place.upperBound {
            throw unsafe("Members of the archive overlap.")
        }
    }
}
