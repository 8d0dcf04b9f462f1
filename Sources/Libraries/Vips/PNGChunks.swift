import Foundation

/// What libvips does not report about a PNG.
enum PNGChunks {
    /// The number of frames of an animated PNG (the chunk acTL, which precedes the pixels); 1 for any other.
    static func frames(_ bytes: UnsafeRawBufferPointer) -> Int {
        func number(at place: Int) -> Int { bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
        // The signature has 8 bytes; a chunk has its length, its name, its content and a checksum.
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
