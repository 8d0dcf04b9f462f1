import Foundation

/// A ZIP file as nobody should write it: entries are stored as they are given.
struct RawZip {
    struct Entry {
        var name: String
        var bytes: Data
        /// Flags of the entry, such as 1 for an encrypted one.
        var flags: UInt16 = 0x800
        /// The mode of the file; that of a symbolic link is 0o120777.
        var mode: UInt32 = 0o100_644
        /// The size that the directory states, if it is not the entry's own.
        var statedSize: Int?
        /// What is added to the checksum.
        var checksumError: UInt32 = 0
    }

    var entries: [Entry]

    var data: Data {
        var file = Data()
        var directory = Data()
        for entry in entries {
            let offset = UInt32(file.count)
            let name = Data(entry.name.utf8)
            let size = UInt32(entry.statedSize ?? entry.bytes.count)
            let sums =
                little(Self.checksum(entry.bytes) &+ entry.checksumError) + little(size) + little(size)
                + little(UInt16(name.count))
            let common = little(UInt16(20)) + little(entry.flags) + little(UInt16(0)) + little(UInt32(0x21_0000)) + sums
            file += little(UInt32(0x0403_4B50)) + common + little(UInt16(0)) + name + entry.bytes
            directory += little(UInt32(0x0201_4B50)) + little(UInt16(0x031E)) + common
            directory += little(UInt16(0)) + little(UInt16(0)) + little(UInt16(0)) + little(UInt16(0))
            directory += little(entry.mode << 16) + little(offset) + name
        }
        let start = UInt32(file.count)
        let count = little(UInt16(entries.count))
        file += directory + little(UInt32(0x0605_4B50)) + little(UInt32(0)) + count + count
        return file + little(UInt32(directory.count)) + little(start) + little(UInt16(0))
    }

    private func little<Number: FixedWidthInteger>(_ number: Number) -> Data {
        withUnsafeBytes(of: number.littleEndian) { Data($0) }
    }

    private static func checksum(_ bytes: Data) -> UInt32 {
        var sum = UInt32.max
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
        }
        return ~sum
    }
}
