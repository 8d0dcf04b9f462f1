package import Geometry
package import Foundation

/// The header of a PNG or JPEG, read without decoding it.
package struct PictureHeader: Hashable, Sendable {
    package enum Format: Sendable {
        case png, jpeg
    }

    package var format: Format
    /// The stored number of columns.
    package var width: Int
    /// The stored number of rows.
    package var height: Int
    /// The orientation in the EXIF data of a JPEG.
    package var orientation = PictureOrientation.upright
    /// Whether the colours of a JPEG are four inks (CMYK).
    package var hasInks = false
    /// Whether 0 means full ink.
    ///
    /// Adobe's programs write CMYK JPEGs this way, and mark them with an APP14 segment.
    package var hasInvertedInks = false

    /// Whether a JPEG is truncated; always `false` for a PNG.
    package var isCutShort = false

    /// Parses the header of a PNG or JPEG; `nil` if it is malformed.
    package init?(_ bytes: Data) {
        let header = bytes.withUnsafeBytes { Self.png($0) ?? Self.jpeg($0) }
        guard let header, header.width > 0, header.height > 0 else { return nil }
        self = header
    }

    private init(format: Format, width: Int, height: Int) {
        self.format = format
        self.width = width
        self.height = height
    }

    private static func png(_ bytes: UnsafeRawBufferPointer) -> PictureHeader? {
        // The first chunk is always IHDR.
        guard bytes.count >= 24, bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]),
            bytes[12..<16].elementsEqual("IHDR".utf8)
        else { return nil }
        return PictureHeader(
            format: .png, width: bytes[16..<20].bigEndianNumber, height: bytes[20..<24].bigEndianNumber)
    }

    private static func jpeg(_ bytes: UnsafeRawBufferPointer) -> PictureHeader? {
        var header: PictureHeader?
        var orientation: PictureOrientation?
        var isAdobe = false
        var segments = JPEGSegments(bytes)
        while let segment = segments.next() {
            switch segment.marker {
            case 0xE1: orientation = orientation ?? PictureOrientation(exif: segment.content)
            case 0xEE: isAdobe = isAdobe || segment.content.starts(with: "Adobe".utf8)
            // The frame (SOF0 to SOF15): precision, height, width, and the number of components.
            case 0xC0...0xCF where header == nil && ![0xC4, 0xC8, 0xCC].contains(segment.marker):
                let frame = segment.content.prefix(6)
                let start = frame.startIndex
                // PDF readers decode baseline and progressive JPEGs with 8 bits, gray or in three or four colours.
                guard frame.count == 6, segment.marker <= 0xC2, frame[start] == 8, [1, 3, 4].contains(frame[start + 5])
                else { return nil }
                header = PictureHeader(
                    format: .jpeg, width: frame[start + 3..<start + 5].bigEndianNumber,
                    height: frame[start + 1..<start + 3].bigEndianNumber)
                header?.hasInks = frame[start + 5] == 4
                header?.hasInvertedInks = isAdobe && frame[start + 5] == 4
            default: break
            }
        }
        header?.orientation = orientation ?? .upright
        header?.isCutShort = !hasEnd(bytes, after: segments.place)
        return header
    }

    /// Returns whether an end marker (EOI) follows the start of the pixels.
    private static func hasEnd(_ bytes: UnsafeRawBufferPointer, after start: Int) -> Bool {
        // Searches backwards, because the marker is usually near the end.
        var place = bytes.count - 2
        while place > start {
            if bytes[place] == 0xFF, bytes[place + 1] == 0xD9 { return true }
            place -= 1
        }
        return false
    }
}
