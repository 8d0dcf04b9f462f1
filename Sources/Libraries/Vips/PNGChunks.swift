import Foundation

/// The facts about a PNG that libvips does not report.
enum PNGChunks {
    /// Returns the number of frames of an animated PNG; 1 for any other.
    ///
    /// It is stored in the chunk acTL, before the pixels.
    static func frames(_ bytes: UnsafeRawBufferPointer) -> Int {
        func number(at place: Int) -> Int { bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
        // The signature has 8 bytes. A chunk consists of its length, name, content and checksum.
        var place = 8
        while place + 12 <= bytes.count {
            let name = bytes[place + 4..<place + 8]
            if name.elementsEqual("IDAT".utf8) { break }
            if name.elementsEqual("acTL".utf8) { return max(1, number(at: place + 8)) }
            place += 12 + number(at: place)
        }
        return 1
    }
}
