import Foundation

/// Checks the blocks of a GIF, because libvips ignores a truncated last one.
enum GIFBlocks {
    /// Returns whether the file does not end within a block.
    ///
    /// The end marker may be missing.
    static func areWhole(_ data: Data) -> Bool {
        let bytes = [UInt8](data)
        // The signature, the screen size, and the global colour table.
        guard bytes.count >= 13 else { return false }
        var place = 13 + colours(bytes[10])
        while place < bytes.count {
            switch bytes[place] {
            case frame:
                guard place + 10 <= bytes.count else { return false }
                // The position and size, the local colour table, and the minimum code size.
                place += 11 + colours(bytes[place + 9])
            case addition: place += 2
            // The end marker. Decoders treat other bytes like it.
            default: return true
            }
            // Length-prefixed sub-blocks, ending with an empty one.
            var length = 0
            repeat {
                guard place < bytes.count else { return false }
                length = Int(bytes[place])
                place += 1 + length
            } while length > 0
        }
        return place == bytes.count
    }

    private static let frame = UInt8(ascii: ",")
    private static let addition = UInt8(ascii: "!")

    /// Returns the size of a colour table in bytes, by the flags before it.
    private static func colours(_ flags: UInt8) -> Int { flags & 0x80 == 0 ? 0 : 3 << (flags & 7 + 1) }
}
