package import Foundation

/// A ZIP file written byte by byte, with every field open to lies.
package struct HostileZip {
    /// A member.
    package struct Entry {
        package var name: [UInt8]
        /// The bytes as they are in the file.
        package var bytes: Data
        /// 0 for stored, 8 for deflated.
        package var method: UInt16 = 0
        package var flags: UInt16 = 0x800
        /// The mode in the upper half of the attributes; 0 for an entry that was not made on Unix.
        package var mode: UInt32 = 0o100_644
        /// The size once unpacked, where it is not the number of bytes.
        package var size: UInt32?
        /// The checksum, where it is not that of the bytes.
        package var checksum: UInt32?
        /// The name in the header in front of the bytes, where it differs.
        package var localName: [UInt8]?
        /// The number of the entry whose header this one shares.
        package var sharing: Int?

        /// Creates a stored member.
        package init(_ name: String, _ text: String = "text") {
            self.name = Array(name.utf8)
            bytes = Data(text.utf8)
        }
    }

    /// The members.
    package var entries: [Entry]
    /// The comment at the end.
    package var comment = Data()
    /// The number of entries that the end states, where it is not their own.
    package var statedCount: UInt16?
    /// Whether the end is in the form for large files.
    package var isLarge = false

    /// Creates an archive of members.
    package init(_ entries: [Entry]) {
        self.entries = entries
    }

    /// Creates an archive of members with names and texts.
    package init(_ texts: [(name: String, text: String)]) {
        entries = texts.map { Entry($0.name, $0.text) }
    }

    /// Creates an archive of members, and of folders whose names end in a slash.
    package init(_ names: [String]) {
        entries = names.map { Entry($0, $0.hasSuffix("/") ? "" : "text of \($0)") }
        for index in entries.indices where names[index].hasSuffix("/") { entries[index].mode = 0o040_755 }
    }

    /// The bytes of the archive.
    package var data: Data {
        var file = Data()
        var directory = Data()
        var offsets: [Int] = []
        for entry in entries {
            let offset = entry.sharing.map { offsets[$0] } ?? file.count
            offsets.append(offset)
            let sums =
                little(entry.checksum ?? Self.checksum(entry.bytes)) + little(UInt32(entry.bytes.count))
                + little(entry.size ?? UInt32(entry.bytes.count))
            let start = little(UInt16(20)) + little(entry.flags) + little(entry.method) + little(UInt32(0x21_0000))
            if entry.sharing == nil {
                let name = entry.localName ?? entry.name
                file += little(UInt32(0x0403_4B50)) + start + sums + little(UInt16(name.count)) + little(UInt16(0))
                file += Data(name) + entry.bytes
            }
            directory += little(UInt32(0x0201_4B50)) + little(UInt16(entry.mode == 0 ? 20 : 0x031E)) + start + sums
            directory += little(UInt16(entry.name.count)) + little(UInt16(0)) + little(UInt16(0)) + little(UInt16(0))
            directory += little(UInt16(0)) + little(entry.mode << 16) + little(UInt32(offset)) + Data(entry.name)
        }
        let start = file.count
        file += directory
        if isLarge {
            let large = file.count
            file += little(UInt32(0x0606_4B50)) + little(UInt64(44)) + little(UInt32(0x2D_002D)) + little(UInt64(0))
            file += little(UInt64(entries.count)) + little(UInt64(entries.count))
            file += little(UInt64(directory.count)) + little(UInt64(start))
            file += little(UInt32(0x0706_4B50)) + little(UInt32(0)) + little(UInt64(large)) + little(UInt32(1))
        }
        let count = little(isLarge ? UInt16.max : statedCount ?? UInt16(truncatingIfNeeded: entries.count))
        file += little(UInt32(0x0605_4B50)) + little(UInt32(0)) + count + count
        file += isLarge ? little(UInt64.max) : little(UInt32(directory.count)) + little(UInt32(start))
        return file + little(UInt16(comment.count)) + comment
    }

    private func little<Number: FixedWidthInteger>(_ number: Number) -> Data {
        withUnsafeBytes(of: number.littleEndian) { Data($0) }
    }

    /// A zero and `count` repetitions of 258 more, deflated with the fixed codes.
    package static func deflatedZeros(_ count: Int) -> Data {
        // The last block, with fixed codes; the literal 0; (length 258, distance 1) …; the end.
        let start: [UInt8] = [1, 1, 0] + [0, 0, 1, 1, 0, 0, 0, 0]
        let repetition: [UInt8] = [1, 1, 0, 0, 0, 1, 0, 1] + [0, 0, 0, 0, 0]
        var bits = start
        for _ in 0..<count { bits += repetition }
        bits += [0, 0, 0, 0, 0, 0, 0]
        return Data(
            stride(from: 0, to: bits.count, by: 8).map { place in
                bits[place..<min(place + 8, bits.count)].enumerated().reduce(0) { $0 | $1.element << $1.offset }
            })
    }

    private static let table: [UInt32] = (0..<256).map { start in
        (0..<8).reduce(UInt32(start)) { sum, _ in sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
    }

    /// The checksum of a ZIP file (CRC-32).
    package static func checksum(_ bytes: Data) -> UInt32 {
        ~bytes.reduce(UInt32.max) { $0 >> 8 ^ table[Int(($0 ^ UInt32($1)) & 0xFF)] }
    }
}
