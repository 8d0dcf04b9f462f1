package import Foundation
import PictureHeaders
import Vips

/// Detects JPEGs with directly usable pixels, and strips their metadata.
package enum PlainJPEG {
    /// Returns a JPEG reduced to the data that decoders need.
    ///
    /// The pixels are unchanged. EXIF, XMP, profiles, comments, thumbnails and anything after the end, such as a second
    /// picture or a video, are removed.
    ///
    /// - Returns: `nil` if the file is truncated or inconsistent, although a lenient decoder may read it.
    package static func stripped(_ bytes: Data) -> Data? {
        bytes.withUnsafeBytes { raw in
            guard raw.starts(with: [0xFF, 0xD8]) else { return nil }
            var walk = Walk(raw)
            return walk.isWhole() ? walk.kept : nil
        }
    }

    /// Returns whether a book may use the pixels of a file directly.
    ///
    /// It may use those of a whole, upright JPEG with 8 bits per sample in sRGB or gray.
    static func isPlain(_ bytes: Data, _ header: SourcePicture.Header, profile: Data?) throws -> Bool {
        guard header.type == .jpeg, header.orientation == 1, !header.isCMYK, !header.hasAlpha,
            [1, 3].contains(header.bands), let frame = PictureHeader(bytes), frame.format == .jpeg, !frame.isCutShort,
            stripped(bytes) != nil
        else { return false }
        guard header.hasProfile else { return true }
        // A gray profile changes the lightness of levels, which a book would ignore.
        return header.bands == 3 && profile.map(ColourProfile.isSRGB) == true
    }

    /// Walks the segments of a JPEG (ITU-T T.81, annex B).
    private struct Walk {
        let bytes: UnsafeRawBufferPointer
        var kept: Data
        var place = 2

        init(_ bytes: UnsafeRawBufferPointer) {
            self.bytes = bytes
            kept = Data([0xFF, 0xD8])
            kept.reserveCapacity(bytes.count)
        }

        /// Copies the required data; returns whether the end was reached.
        mutating func isWhole() -> Bool {
            var hasFrame = false
            var hasScan = false
            while place + 2 <= bytes.count, bytes[place] == 0xFF {
                let marker = bytes[place + 1]
                switch marker {
                case 0xFF: place += 1
                case 0xD9:
                    kept.append(contentsOf: [0xFF, 0xD9])
                    return hasFrame && hasScan
                case 0x01, 0xD0...0xD7: place += 2
                case 0x00, 0xD8: return false
                default:
                    guard place + 4 <= bytes.count else { return false }
                    let length = Int(bytes[place + 2]) << 8 | Int(bytes[place + 3])
                    let end = place + 2 + length
                    guard length >= 2, end <= bytes.count else { return false }
                    keep(marker, place..<end)
                    place = end
                    if 0xC0...0xCF ~= marker, ![0xC4, 0xC8, 0xCC].contains(marker) { hasFrame = true }
                    if marker == 0xDA {
                        hasScan = true
                        keepPixels()
                    }
                }
            }
            return false
        }

        private mutating func keep(_ marker: UInt8, _ segment: Range<Int>) {
            let content = bytes[segment].dropFirst(4)
            switch marker {
            case 0xE0:
                // JFIF without its thumbnail: version, unit and resolution. JFXX, a second thumbnail, is dropped.
                guard content.starts(with: "JFIF\0".utf8), content.count >= 14 else { return }
                kept.append(contentsOf: [0xFF, 0xE0, 0, 16])
                kept.append(contentsOf: content.prefix(12))
                kept.append(contentsOf: [0, 0])
            case 0xEE:
                // The colour transform.
                guard content.starts(with: "Adobe".utf8), content.count >= 12 else { return }
                kept.append(contentsOf: [0xFF, 0xEE, 0, 14])
                kept.append(contentsOf: content.prefix(12))
            case 0xE1...0xEF, 0xF0...0xFE: return
            default: kept.append(contentsOf: bytes[segment])
            }
        }

        /// Copies the entropy-coded data up to the next other marker.
        private mutating func keepPixels() {
            let start = place
            while let found = memchr(bytes.baseAddress.map { $0 + place }, 0xFF, bytes.count - place) {
                place = bytes.baseAddress.map { UnsafeRawPointer(found) - $0 } ?? bytes.count
                guard place + 1 < bytes.count else { break }
                let next = bytes[place + 1]
                guard next == 0 || 0xD0...0xD7 ~= next || next == 0xFF else {
                    kept.append(contentsOf: bytes[start..<place])
                    return
                }
                // Of padding bytes, the last one begins the marker.
                place += next == 0xFF ? 1 : 2
                if place >= bytes.count { break }
            }
            place = bytes.count
        }

        private func memchr(_ start: UnsafeRawPointer?, _ byte: Int32, _ count: Int) -> UnsafeMutableRawPointer? {
            start.flatMap { count > 0 ? Foundation.memchr($0, byte, count) : nil }
        }
    }
}
