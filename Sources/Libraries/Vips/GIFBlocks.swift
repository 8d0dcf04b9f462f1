import Foundation

/// The blocks of a GIF, of which libvips leaves out a last one that was cut off.
enum GIFBlocks {
    /// Whether the file does not end within a block; that the mark of its end is missing does not matter.
    static func areWhole(_ data: Data) -> Bool {
        let bytes = [UInt8](data)
        // The signature and the size of the screen, then its colours.
        guard bytes.count >= 13 else { return false }
        var place = 13 + colours(bytes[10])
        while place < bytes.count {
            switch bytes[place] {
            case frame:
                guard place + 10 <= bytes.count else { return false }
                // The position and size, the colours, and the length of the shortest code.
                place += 11 + colours(bytes[place + 9])
            case addition: place += 2
            // The mark of the end; decoders take other bytes for it as well.
            default: return true
            }
            // Pieces, each with its length in front; an empty one is the last.
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

    /// The number of bytes of a table of colours by the flags in front of it.
    private static func colours(_ flags: UInt8) -> Int { flags & 0x80 == 0 ? 0 : 3 << (flags & 7 + 1) }
}
