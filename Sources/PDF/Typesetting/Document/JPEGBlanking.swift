/// Overwrites metadata in a JPEG.
///
/// It may reveal the place and the author of a photo.
enum JPEGBlanking {
    /// Overwrites application segments, comments, and anything after the end with zeros.
    ///
    /// The length stays the same. The segments of JFIF and Adobe, which define the colours, are kept for decoders.
    static func blank(_ bytes: inout [UInt8], _ range: Range<Int>) {
        var place = range.lowerBound
        func marker(at place: Int) -> UInt8? {
            place + 1 < range.upperBound && bytes[place] == 0xFF ? bytes[place + 1] : nil
        }
        while place < range.upperBound {
            guard let code = marker(at: place), code != 0, code != 0xFF, !(0xD0...0xD7).contains(code) else {
                // Entropy-coded data, or padding before a marker.
                place += 1
                continue
            }
            if code == 0xD8 || code == 0x01 {
                place += 2
                continue
            }
            if code == 0xD9 {
                for index in min(place + 2, range.upperBound)..<range.upperBound { bytes[index] = 0 }
                return
            }
            guard place + 3 < range.upperBound else { return }
            let length = Int(bytes[place + 2]) << 8 | Int(bytes[place + 3])
            let end = min(place + 2 + max(2, length), range.upperBound)
            if code == 0xFE || ((0xE1...0xEF).contains(code) && code != 0xEE) {
                for index in place + 4..<max(place + 4, end) { bytes[index] = 0 }
            }
            place = end
        }
    }
}
