/// Overwrites what a JPEG says besides its pixels, which may be where and by whom a photo was taken.
enum JPEGBlanking {
    /// Overwrites the contents of the segments for applications and of comments, and what follows the end of the picture,
    /// with zeros; the length stays the same.
    ///
    /// What a decoder needs is kept: the segments of JFIF and of Adobe, which say what the colours mean.
    static func blank(_ bytes: inout [UInt8], _ range: Range<Int>) {
        var place = range.lowerBound
        func marker(at place: Int) -> UInt8? {
            place + 1 < range.upperBound && bytes[place] == 0xFF ? bytes[place + 1] : nil
        }
        while place < range.upperBound {
            guard let code = marker(at: place), code != 0, code != 0xFF, !(0xD0...0xD7).contains(code) else {
                // Pixels, or filling before a marker.
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
