/// The segments of a JPEG in front of its pixels (ITU-T T.81, annex B), up to the first that is damaged.
struct JPEGSegments: Sequence, IteratorProtocol {
    struct Segment {
        var marker: UInt8
        /// The bytes behind the length, of which a file that is cut short has only some.
        var content: Slice<UnsafeRawBufferPointer>
    }

    private let bytes: UnsafeRawBufferPointer
    /// Where the next segment begins; at the end, where the pixels do.
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
                // No length follows.
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
    /// The bytes as a number with the highest byte first.
    var bigEndianNumber: Int { reduce(0) { $0 << 8 | Int($1) } }
}
