/// Iterates over a JPEG's segments before its pixels, up to the first damaged one.
///
/// The format is ITU-T T.81, annex B.
struct JPEGSegments: Sequence, IteratorProtocol {
    struct Segment {
        var marker: UInt8
        /// The bytes after the length, incomplete in a truncated file.
        var content: Slice<UnsafeRawBufferPointer>
    }

    private let bytes: UnsafeRawBufferPointer
    /// The start of the next segment; at the end, that of the pixels.
    private(set) var place = 2

    init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
        if !bytes.starts(with: [0xFF, 0xD8]) { place = bytes.count }
    }

    mutating func next() -> Segment? {
        while place + 4 <= bytes.count, bytes[place] == 0xFF {
            let marker = bytes[place + 1]
            switch marker {
            case 0xFF:
                // Padding.
                place += 1
            case 0xD0...0xD8, 0x01:
                // Markers without a length.
                place += 2
            case 0xD9, 0xDA:
                // The end, or the pixels.
                return nil
            default:
                let start = place + 4
                place += 2 + Swift.max(2, bytes[place + 2..<start].bigEndianNumber)
                return Segment(marker: marker, content: bytes[start..<Swift.max(start, Swift.min(place, bytes.count))])
            }
        }
        return nil
    }
}

extension Slice<UnsafeRawBufferPointer> {
    /// The bytes as a big-endian number.
    var bigEndianNumber: Int { reduce(0) { $0 << 8 | Int($1) } }
}
