import FailureModel
import Foundation

/// The bytes of a ZIP file, with bounds checks.
struct ZipFile {
    let byteCount: Int64
    let read: (Range<Int64>) throws -> Data

    /// The failure of a truncated or inconsistent archive.
    static var damaged: Failure { Failure(.damagedDocument, "The archive is cut short or damaged.") }

    /// - Throws: `damaged_document` if the range is not within the file.
    func bytes(in range: Range<Int64>) throws -> Data {
        guard range.lowerBound >= 0, range.upperBound <= byteCount else { throw Self.damaged }
        let bytes = try read(range)
        guard bytes.count == range.count else { throw Self.damaged }
        return bytes
    }

    /// Returns the size of a member's header, which must agree with the directory.
    func headerSize(at offset: Int64, of record: ZipRecords.Record) throws -> Int64 {
        let fixed: Int64 = 30
        guard offset >= 0, offset <= byteCount - fixed else { throw Self.damaged }
        let nameCount = Int64(record.name.count)
        guard offset + fixed + nameCount <= byteCount else { throw Self.damaged }
        let header = ZipNumbers(bytes: try bytes(in: offset..<offset + fixed + nameCount))
        guard header.number(at: 0, 4) == 0x0403_4B50 else { throw Self.damaged }
        if header.number(at: 6, 2) & 1 != 0 { throw Failure.encryptedArchive }
        guard header.number(at: 26, 2) == record.name.count, header.bytes.dropFirst(Int(fixed)) == record.name else {
            throw Failure(.unsafeArchive, "A member has another name than the directory says.")
        }
        return fixed + nameCount + Int64(header.number(at: 28, 2))
    }
}

/// Little-endian numbers in a byte buffer.
struct ZipNumbers {
    let bytes: Data

    /// Returns the number of `size` bytes at an offset; 0 beyond the end.
    func number(at offset: Int, _ size: Int) -> UInt64 {
        guard offset >= 0, offset + size <= bytes.count else { return 0 }
        let start = bytes.startIndex + offset
        return bytes[start..<start + size].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
}

/// The records at the end of a ZIP file that locate its directory.
struct ZipEnd {
    let entryCount: UInt64
    let directory: Range<Int64>

    /// - Throws: `unsupported_type` unless the file is a ZIP file, `damaged_document`.
    init(of file: ZipFile) throws {
        let fixed: Int64 = 22
        guard file.byteCount >= fixed else {
            throw Self.notFound(in: file, try file.bytes(in: 0..<min(4, file.byteCount)))
        }
        let start = max(0, file.byteCount - fixed - 0xFFFF)
        let tail = ZipNumbers(bytes: try file.bytes(in: start..<file.byteCount))
        let place = (0...tail.bytes.count - Int(fixed)).last { tail.number(at: $0, 4) == 0x0605_4B50 }
        guard let place else { throw Self.notFound(in: file, try file.bytes(in: 0..<4)) }
        var end = start + Int64(place)
        var count = tail.number(at: place + 10, 2)
        var size = tail.number(at: place + 12, 4)
        var offset = tail.number(at: place + 16, 4)
        // Split archives and bytes after the comment are refused.
        guard tail.number(at: place + 4, 4) == 0, tail.number(at: place + 8, 2) == count,
            end + fixed + Int64(tail.number(at: place + 20, 2)) == file.byteCount
        else { throw ZipFile.damaged }
        if count == 0xFFFF || size == 0xFFFF_FFFF || offset == 0xFFFF_FFFF, end >= 20 {
            let locator = ZipNumbers(bytes: try file.bytes(in: end - 20..<end))
            if locator.number(at: 0, 4) == 0x0706_4B50 {
                guard let large = Int64(exactly: locator.number(at: 8, 8)), large <= end - 20 - 56 else {
                    throw ZipFile.damaged
                }
                let record = ZipNumbers(bytes: try file.bytes(in: large..<large + 56))
                guard record.number(at: 0, 4) == 0x0606_4B50, record.number(at: 16, 8) == 0,
                    record.number(at: 24, 8) == record.number(at: 32, 8)
                else { throw ZipFile.damaged }
                count = record.number(at: 32, 8)
                size = record.number(at: 40, 8)
                offset = record.number(at: 48, 8)
                end = large
            }
        }
        guard let first = Int64(exactly: offset), let length = Int64(exactly: size), first <= end, length == end - first
        else { throw ZipFile.damaged }
        entryCount = count
        directory = first..<end
    }

    private static func notFound(in file: ZipFile, _ head: Data) -> Failure {
        if head.isEmpty { return Failure(.inputEmpty, "The archive is empty.") }
        if head.elementsEqual([0x50, 0x4B, 0x03, 0x04]) { return ZipFile.damaged }
        return Failure(.unsupportedType, "It is not a ZIP archive.")
    }
}

/// The consecutive records of a ZIP file's directory.
struct ZipRecords {
    /// A record.
    struct Record {
        var name: Data
        var method: UInt64
        var isEncrypted: Bool
        /// Whether it is a folder according to its permissions; `nil` if unknown.
        var isFolder: Bool?
        /// Whether it is neither a file nor a folder.
        var isSpecial: Bool
        var packedByteCount: Int64
        var byteCount: Int64
        var offset: Int64
    }

    private let numbers: ZipNumbers
    private var place = 0

    init(bytes: Data) {
        numbers = ZipNumbers(bytes: bytes)
    }

    var isAtEnd: Bool { place == numbers.bytes.count }

    /// - Throws: `damaged_document`.
    mutating func next() throws(Failure) -> Record {
        let fixed = 46
        guard place + fixed <= numbers.bytes.count, field(0, 4) == 0x0201_4B50 else { throw ZipFile.damaged }
        let nameCount = Int(field(28, 2))
        let extraCount = Int(field(30, 2))
        let length = fixed + nameCount + extraCount + Int(field(32, 2))
        guard place + length <= numbers.bytes.count, field(34, 2) == 0 else { throw ZipFile.damaged }
        let start = numbers.bytes.startIndex + place + fixed
        let flags = field(8, 2)
        var sizes = [field(24, 4), field(20, 4), field(42, 4)]
        try enlarge(&sizes, from: place + fixed + nameCount, count: extraCount)
        let exact = sizes.compactMap { Int64(exactly: $0) }
        guard exact.count == 3 else { throw ZipFile.damaged }
        // For archives made on Unix, including macOS, the upper half is the mode.
        let isUnix = [3, 19].contains(field(4, 2) >> 8)
        let type = isUnix ? field(38, 4) >> 16 & 0o170000 : 0
        let record = Record(
            name: Data(numbers.bytes[start..<start + nameCount]), method: field(10, 2),
            isEncrypted: flags & 0x2041 != 0, isFolder: type == 0 ? nil : type == 0o040000,
            isSpecial: ![0, 0o100000, 0o040000].contains(type), packedByteCount: exact[1], byteCount: exact[0],
            offset: exact[2])
        place += length
        return record
    }

    private func field(_ offset: Int, _ size: Int) -> UInt64 { numbers.number(at: place + offset, size) }

    /// Replaces sizes that exceed 32 bits by those of the ZIP64 extra field.
    private func enlarge(_ sizes: inout [UInt64], from start: Int, count: Int) throws(Failure) {
        let missing = sizes.indices.filter { sizes[$0] == 0xFFFF_FFFF }
        if missing.isEmpty { return }
        var place = start
        while place + 4 <= start + count {
            let length = Int(numbers.number(at: place + 2, 2))
            guard place + 4 + length <= start + count else { throw ZipFile.damaged }
            if numbers.number(at: place, 2) == 1 {
                guard length >= missing.count * 8 else { throw ZipFile.damaged }
                for (n, index) in missing.enumerated() { sizes[index] = numbers.number(at: place + 4 + n * 8, 8) }
                return
            }
            place += 4 + length
        }
        throw ZipFile.damaged
    }
}
