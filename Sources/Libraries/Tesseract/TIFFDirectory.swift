import Foundation

/// The facts about a TIFF page that Leptonica does not report (TIFF 6.0, section 2).
///
/// Leptonica draws truncated strips as smears, and does not distinguish unsupported samples from damage.
struct TIFFDirectory {
    private let bytes: UnsafeRawBufferPointer
    private let isBigEndian: Bool
    /// The offset of the directory's first entry, and the number of entries.
    private let start: Int
    private let count: Int

    /// Reads the directory of a page, from 0; `nil` if it is missing or unreadable.
    init?(page: Int, of bytes: UnsafeRawBufferPointer) {
        guard bytes.count >= 8 else { return nil }
        self.bytes = bytes
        isBigEndian = bytes[0] == UInt8(ascii: "M")
        var offset = Self.integer(bytes, at: 4, length: 4, isBigEndian)
        for number in 0... {
            guard let place = offset, place >= 8, let entries = Self.integer(bytes, at: place, length: 2, isBigEndian)
            else { return nil }
            if number == page {
                (start, count) = (place + 2, entries)
                return
            }
            offset = Self.integer(bytes, at: place + 2 + entries * 12, length: 4, isBigEndian)
        }
        return nil
    }

    /// Whether all strips or tiles of the page are within the file.
    var isWhole: Bool {
        for (offsets, lengths) in [(Tag.stripOffsets, Tag.stripByteCounts), (Tag.tileOffsets, Tag.tileByteCounts)] {
            guard let starts = values(of: offsets), let lengths = values(of: lengths) else { return false }
            if zip(starts, lengths).contains(where: { $0 + $1 > bytes.count }) { return false }
        }
        return true
    }

    /// Whether the samples are integers of at most 16 bits.
    var hasReadableSamples: Bool {
        let formats = values(of: Tag.sampleFormat) ?? []
        let bits = values(of: Tag.bitsPerSample) ?? []
        // 1 is unsigned, 2 signed, 4 undefined; 3, 5 and 6 are not integers.
        return !formats.contains { [3, 5, 6].contains($0) } && !bits.contains { $0 > 16 }
    }

    private enum Tag {
        static let bitsPerSample = 258
        static let stripOffsets = 273
        static let stripByteCounts = 279
        static let tileOffsets = 324
        static let tileByteCounts = 325
        static let sampleFormat = 339
    }

    /// Returns the values of a tag; empty if missing, `nil` if truncated.
    private func values(of tag: Int) -> [Int]? {
        for entry in 0..<count {
            let place = start + entry * 12
            guard let found = integer(at: place, length: 2) else { return nil }
            guard found == tag else { continue }
            guard let type = integer(at: place + 2, length: 2), let number = integer(at: place + 4, length: 4) else {
                return nil
            }
            // BYTE, SHORT and LONG.
            guard let length = [1: 1, 3: 2, 4: 4][type] else { return [] }
            guard number * length <= bytes.count,
                let first = number * length <= 4 ? place + 8 : integer(at: place + 8, length: 4),
                first + number * length <= bytes.count
            else { return nil }
            return (0..<number).compactMap { integer(at: first + $0 * length, length: length) }
        }
        return []
    }

    private func integer(at place: Int, length: Int) -> Int? {
        Self.integer(bytes, at: place, length: length, isBigEndian)
    }

    private static func integer(
        _ bytes: UnsafeRawBufferPointer, at place: Int, length: Int, _ isBigEndian: Bool
    ) -> Int? {
        guard place >= 0, place + length <= bytes.count else { return nil }
        let range = bytes[place..<place + length]
        return isBigEndian
            ? range.reduce(0) { $0 << 8 | Int($1) } : range.reversed().reduce(0) { $0 << 8 | Int($1) }
    }
}
