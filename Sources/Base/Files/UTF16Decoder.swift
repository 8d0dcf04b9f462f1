/// Converts UTF-16 to UTF-8 in pieces, which may split characters.
///
/// Invalid units, such as half of a surrogate pair, become invalid UTF-8, which is detected wherever the text is used.
package struct UTF16Decoder: Sendable {
    private let isLittleEndian: Bool
    /// The first byte of a unit that continues in the next piece.
    private var half: UInt8?
    /// The first unit of a pair that continues in the next piece.
    private var lead: UInt16?

    init(isLittleEndian: Bool) { self.isLittleEndian = isLittleEndian }

    /// Returns the text of the next piece; `isLast` marks the final one.
    mutating func decode(_ bytes: ArraySlice<UInt8>, isLast: Bool) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count)
        for byte in bytes {
            guard let first = half else {
                half = byte
                continue
            }
            half = nil
            let unit = isLittleEndian ? UInt16(byte) << 8 | UInt16(first) : UInt16(first) << 8 | UInt16(byte)
            take(unit, into: &text)
        }
        if isLast {
            if let lead { Self.append(UInt32(lead), to: &text) }
            if half != nil { text.append(0xFF) }
            (lead, half) = (nil, nil)
        }
        return text
    }

    private mutating func take(_ unit: UInt16, into text: inout [UInt8]) {
        if let first = lead {
            lead = nil
            if UTF16.isTrailSurrogate(unit) {
                let scalar = 0x10000 + (UInt32(first) - 0xD800) << 10 + UInt32(unit) - 0xDC00
                return Self.append(scalar, to: &text)
            }
            Self.append(UInt32(first), to: &text)
        }
        if UTF16.isLeadSurrogate(unit) { lead = unit } else { Self.append(UInt32(unit), to: &text) }
    }

    private static func append(_ scalar: UInt32, to text: inout [UInt8]) {
        func tail(_ shift: UInt32) -> UInt8 { UInt8(0x80 | scalar >> shift & 0x3F) }
        switch scalar {
        case ..<0x80: text.append(UInt8(scalar))
        case ..<0x800: text += [UInt8(0xC0 | scalar >> 6), tail(0)]
        case ..<0x10000: text += [UInt8(0xE0 | scalar >> 12), tail(6), tail(0)]
        default: text += [UInt8(0xF0 | scalar >> 18), tail(12), tail(6), tail(0)]
        }
    }
}

extension UTF16Decoder {
    /// Returns the decoder for a text and the length of its byte order mark.
    ///
    /// It is `nil` unless the text is surely UTF-16. Without a mark, at least half of the units must be letters of
    /// Latin scripts or signs, which tables in all scripts have between their cells; few characters have a zero as
    /// their other byte. UTF-8 text has no zero bytes.
    package static func recognised(_ start: ArraySlice<UInt8>) -> (decoder: UTF16Decoder, mark: Int)? {
        if start.starts(with: [0xFF, 0xFE]) { return (UTF16Decoder(isLittleEndian: true), 2) }
        if start.starts(with: [0xFE, 0xFF]) { return (UTF16Decoder(isLittleEndian: false), 2) }
        let sample = Array(start.prefix(sampleLength))
        let units = sample.count / 2
        guard units >= 4 else { return nil }
        let zeros = [0, 1].map { side in (0..<units).count { sample[2 * $0 + side] == 0 } }
        if 2 * zeros[1] >= units, zeros[1] >= strays * zeros[0] { return (UTF16Decoder(isLittleEndian: true), 0) }
        if 2 * zeros[0] >= units, zeros[0] >= strays * zeros[1] { return (UTF16Decoder(isLittleEndian: false), 0) }
        return nil
    }

    /// The number of bytes for recognising UTF-16.
    static let sampleLength = 512
    /// The minimum ratio of zeros between the two sides of the units.
    private static let strays = 8
}
