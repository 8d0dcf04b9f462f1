package import Foundation

/// Parts of picture files, made byte by byte.
package enum PictureBytes {
    /// A number with the highest byte first.
    package static func big(_ value: Int, _ length: Int) -> [UInt8] {
        (0..<length).reversed().map { UInt8(value >> ($0 * 8) & 255) }
    }

    /// A number with the lowest byte first.
    package static func little(_ value: Int, _ length: Int) -> [UInt8] { big(value, length).reversed() }

    /// Returns the JPEG with a segment behind its first marker.
    package static func inserting(_ marker: UInt8, _ content: [UInt8], into jpeg: Data) -> Data {
        jpeg.prefix(2) + Data([0xFF, marker] + big(content.count + 2, 2) + content) + jpeg.dropFirst(2)
    }

    /// The markers of a JPEG's segments in front of its pixels.
    package static func markers(of jpeg: Data) -> [UInt8] {
        let bytes = [UInt8](jpeg)
        var markers: [UInt8] = []
        var place = 2
        while place + 4 <= bytes.count, bytes[place] == 0xFF {
            markers.append(bytes[place + 1])
            if bytes[place + 1] == 0xDA { break }
            place += 2 + Int(bytes[place + 2]) << 8 + Int(bytes[place + 3])
        }
        return markers
    }

    /// An entry of a directory of EXIF whose numbers have their highest byte first.
    package static func exifEntry(_ tag: Int, _ type: Int, _ count: Int, _ value: [UInt8]) -> [UInt8] {
        big(tag, 2) + big(type, 2) + big(count, 4) + value + [UInt8](repeating: 0, count: 4 - value.count)
    }
}
