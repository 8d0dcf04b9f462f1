package import Foundation

/// What the first bytes of a picture say, read without decoding it.
package struct PictureHeader: Hashable, Sendable {
    package enum Format: Sendable {
        case png, jpeg
    }

    package var format: Format
    /// The number of columns.
    package var width: Int
    /// The number of rows.
    package var height: Int

    /// Reads a header; `nil` if the bytes are neither a PNG nor a JPEG, or end before the size.
    package init?(_ bytes: Data) {
        let bytes = [UInt8](bytes.prefix(Self.longestSearch))
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            // The first chunk is always IHDR.
            guard bytes.count >= 24, bytes[12..<16].elementsEqual("IHDR".utf8) else { return nil }
            format = .png
            width = Self.number(bytes[16..<20])
            height = Self.number(bytes[20..<24])
        } else if bytes.starts(with: [0xFF, 0xD8]) {
            guard let size = Self.frameSize(bytes) else { return nil }
            format = .jpeg
            (width, height) = size
        } else {
            return nil
        }
        guard width > 0, height > 0 else { return nil }
    }

    /// A JPEG's frame header comes after its metadata, of which a segment has at most 64 KB.
    private static let longestSearch = 4 << 20

    /// The size in a JPEG's frame header (SOF0 to SOF15), which follows other segments.
    private static func frameSize(_ bytes: [UInt8]) -> (Int, Int)? {
        var place = 2
        while place + 4 <= bytes.count {
            guard bytes[place] == 0xFF else { return nil }
            let marker = bytes[place + 1]
            switch marker {
            case 0xFF:
                // Padding.
                place += 1
            case 0xD0...0xD8, 0x01:
                // No length follows.
                place += 2
            case 0xC0...0xCF where marker != 0xC4 && marker != 0xC8 && marker != 0xCC:
                guard place + 9 <= bytes.count else { return nil }
                return (number(bytes[place + 7..<place + 9]), number(bytes[place + 5..<place + 7]))
            case 0xD9, 0xDA:
                return nil
            default:
                place += 2 + number(bytes[place + 2..<place + 4])
            }
        }
        return nil
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }
}
