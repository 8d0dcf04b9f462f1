import Foundation
import TestSupport

extension PictureBytes {
    /// The content of an EXIF segment with an orientation, an artist, a position and the time of the photo.
    static func exif(orientation: UInt8, taken: String, secret: String) -> [UInt8] {
        let (artist, date) = (Array(secret.utf8) + [0], Array(taken.utf8) + [0])
        // The directories have 4, 1 and 2 entries; the texts follow them.
        let main = 8
        let photo = main + 2 + 4 * 12 + 4
        let position = photo + 2 + 12 + 4
        let texts = position + 2 + 2 * 12 + 4
        var bytes = Array("MM".utf8) + big(42, 2) + big(main, 4) + big(4, 2)
        bytes += exifEntry(0x112, 3, 1, [0, orientation]) + exifEntry(0x13B, 2, artist.count, big(texts, 4))
        bytes += exifEntry(0x8769, 4, 1, big(photo, 4)) + exifEntry(0x8825, 4, 1, big(position, 4)) + big(0, 4)
        bytes += big(1, 2) + exifEntry(0x9003, 2, date.count, big(texts + artist.count, 4)) + big(0, 4)
        bytes +=
            big(2, 2) + exifEntry(1, 2, 2, Array("N\0".utf8)) + exifEntry(0x1D, 2, artist.count, big(texts, 4))
            + big(0, 4)
        return Array("Exif\0\0".utf8) + bytes + artist + date
    }

    // MARK: PNG

    /// A chunk of a PNG.
    static func chunk(_ name: String, _ content: [UInt8]) -> Data {
        let body = Array(name.utf8) + content
        let sum = ~body.reduce(~0 as UInt32) { sum, byte in
            (0..<8).reduce(sum ^ UInt32(byte)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ value >> 1 : value >> 1 }
        }
        return Data(big(content.count, 4) + body + big(Int(sum), 4))
    }

    /// Returns the PNG with chunks behind its header.
    static func inserting(_ chunks: [Data], into png: Data) -> Data {
        png.prefix(33) + chunks.reduce(Data(), +) + png.dropFirst(33)
    }

    /// The names of a PNG's chunks.
    static func chunks(of png: Data) -> [String] {
        let bytes = [UInt8](png)
        var names: [String] = []
        var place = 8
        while place + 8 <= bytes.count {
            names.append(String(decoding: bytes[place + 4..<place + 8], as: UTF8.self))
            place += 12 + bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
        }
        return names
    }

    // MARK: WebP

    /// An animated WebP whose frames all show the same still one.
    static func animated(_ still: Data, width: Int, height: Int, frames: Int) -> Data {
        func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
            Array(name.utf8) + little(content.count, 4) + content + (content.count % 2 == 1 ? [0] : [])
        }
        let size = little(width - 1, 3) + little(height - 1, 3)
        let picture = [UInt8](still.dropFirst(12))
        let frame = chunk("ANMF", little(0, 6) + size + little(100, 3) + [0] + picture)
        var body = chunk("VP8X", [2, 0, 0, 0] + size) + chunk("ANIM", [0, 0, 0, 0, 0, 0])
        for _ in 0..<frames { body += frame }
        return Data(Array("RIFF".utf8) + little(body.count + 4, 4) + Array("WEBP".utf8) + body)
    }

    // MARK: TIFF

    /// A TIFF of several pages, each one white pixel.
    static func tiff(pages: Int) -> Data {
        var bytes: [UInt8] = Array("II".utf8) + little(42, 2) + little(8, 4)
        let tags = [(256, 1), (257, 1), (258, 8), (259, 1), (262, 1), (273, 0), (277, 1), (278, 1), (279, 1)]
        for page in 0..<pages {
            let end = bytes.count + 2 + tags.count * 12 + 4
            bytes += little(tags.count, 2)
            for (tag, value) in tags {
                bytes += little(tag, 2) + little(4, 2) + little(1, 4) + little(tag == 273 ? end : value, 4)
            }
            bytes += little(page == pages - 1 ? 0 : end + 2, 4) + [255, 0]
        }
        return Data(bytes)
    }

    // MARK: Colour profiles

    /// An ICC profile of a screen whose red shines blue, and whose blue shines red.
    static var swappedProfile: [UInt8] {
        func fixed(_ value: Double) -> [UInt8] { big(Int((value * 65536).rounded()) & 0xFFFF_FFFF, 4) }
        func xyz(_ x: Double, _ y: Double, _ z: Double) -> [UInt8] {
            Array("XYZ ".utf8) + big(0, 4) + fixed(x) + fixed(y) + fixed(z)
        }
        // Gamma 2.2; the primaries of sRGB, adapted to D50.
        let curve = Array("curv".utf8) + big(0, 4) + big(1, 4) + big(0x0233, 2) + [0, 0]
        let text = Array("swapped\0".utf8)
        let description =
            Array("desc".utf8) + big(0, 4) + big(text.count, 4) + text + [UInt8](repeating: 0, count: 78 + 2)
        let tags: [(String, [UInt8])] = [
            ("desc", description), ("wtpt", xyz(0.9642, 1, 0.8249)),
            ("bXYZ", xyz(0.4361, 0.2225, 0.0139)), ("gXYZ", xyz(0.3851, 0.7169, 0.0971)),
            ("rXYZ", xyz(0.1431, 0.0606, 0.7141)), ("rTRC", curve), ("gTRC", curve), ("bTRC", curve),
        ]
        var table = big(tags.count, 4)
        var data: [UInt8] = []
        for (name, content) in tags {
            table += Array(name.utf8) + big(128 + 4 + tags.count * 12 + data.count, 4) + big(content.count, 4)
            data += content + [UInt8](repeating: 0, count: (4 - content.count % 4) % 4)
        }
        var header = big(128 + table.count + data.count, 4) + big(0, 4) + big(0x0210_0000, 4)
        header += Array("mntrRGB XYZ ".utf8) + [UInt8](repeating: 0, count: 12) + Array("acsp".utf8)
        header += [UInt8](repeating: 0, count: 28) + fixed(0.9642) + fixed(1) + fixed(0.8249)
        return header + [UInt8](repeating: 0, count: 128 - header.count) + table + data
    }
}
