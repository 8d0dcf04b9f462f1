import CLeptonica
package import Geometry
package import Foundation

/// Picture files for tests, encoded by Leptonica.
package enum Pictures {
    /// The format of a picture file.
    package enum Format: String, Sendable, CaseIterable {
        /// JPEG, PNG, or TIFF with deflate compression.
        case jpeg, png, tiff

        var code: Int32 {
            switch self {
            case .jpeg: Int32(IFF_JFIF_JPEG)
            case .png: Int32(IFF_PNG)
            case .tiff: Int32(IFF_TIFF_ZIP)
            }
        }
    }

    /// Encodes a picture as a file of one page.
    package static func file(_ image: GrayImage, _ format: Format, resolution: Int = 0) throws -> Data {
        var pix = try pix(image, resolution: resolution)
        defer { pixDestroy(&pix) }
        var bytes: UnsafeMutablePointer<UInt8>?
        var count = 0
        guard pixWriteMem(&bytes, &count, pix, format.code) == 0, let bytes else { throw CocoaError(.fileWriteUnknown) }
        defer { lept_free(bytes) }
        return Data(bytes: bytes, count: count)
    }

    /// Decodes a gray picture of 8 bits.
    package static func gray(_ data: Data) throws -> GrayImage {
        let decoded = data.withUnsafeBytes { pixReadMem($0.bindMemory(to: UInt8.self).baseAddress, $0.count) }
        var pix: UnsafeMutablePointer<Pix>? = decoded
        defer { pixDestroy(&pix) }
        guard let pix, pixGetDepth(pix) == 8 else { throw CocoaError(.fileReadCorruptFile) }
        let (width, height) = (Int(pixGetWidth(pix)), Int(pixGetHeight(pix)))
        var image = GrayImage(width: width, height: height, pixels: Array(repeating: 0, count: width * height))
        for y in 0..<height {
            for x in 0..<width {
                var value: UInt32 = 0
                pixGetPixel(pix, Int32(x), Int32(y), &value)
                image[x, y] = UInt8(clamping: value)
            }
        }
        return image
    }

    /// Encodes pictures as a TIFF of several pages.
    package static func tiff(_ images: [GrayImage], resolution: Int, in folder: TemporaryFolder) throws -> Data {
        let url = folder.file("pages-\(UUID().uuidString).tif")
        for (index, image) in images.enumerated() {
            var pix = try pix(image, resolution: resolution)
            defer { pixDestroy(&pix) }
            guard pixWriteTiff(url.path, pix, Int32(IFF_TIFF_ZIP), index == 0 ? "w" : "a") == 0 else {
                throw CocoaError(.fileWriteUnknown)
            }
        }
        defer { try? FileManager.default.removeItem(at: url) }
        return try Data(contentsOf: url)
    }

    /// Returns the JPEG with an EXIF segment that states the camera's orientation.
    package static func oriented(_ jpeg: Data, _ orientation: UInt8) -> Data {
        let tiff: [UInt8] =
            [0x49, 0x49, 0x2A, 0x00, 8, 0, 0, 0] + [1, 0] + [0x12, 0x01, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0]
            + [0, 0, 0, 0]
        let body = [UInt8]("Exif\0\0".utf8) + tiff
        let length = body.count + 2
        return jpeg.prefix(2) + Data([0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 255)] + body) + jpeg.dropFirst(2)
    }

    /// Returns the JPEG of a camera held with this EXIF orientation, given the upright picture.
    package static func held(_ upright: GrayImage, _ value: Int, resolution: Int = 72) throws -> Data {
        let (width, height) = (upright.width, upright.height)
        // Returns where row r and column c of the stored picture are displayed (EXIF standard, table of orientations).
        func seen(_ r: Int, _ c: Int) -> (x: Int, y: Int) {
            switch value {
            case 2: (width - 1 - c, r)
            case 3: (width - 1 - c, height - 1 - r)
            case 4: (c, height - 1 - r)
            case 5: (r, c)
            case 6: (width - 1 - r, c)
            case 7: (width - 1 - r, height - 1 - c)
            case 8: (r, height - 1 - c)
            default: (c, r)
            }
        }
        let (rows, columns) = value >= 5 ? (width, height) : (height, width)
        var stored = GrayImage(width: columns, height: rows, pixels: Array(repeating: 255, count: rows * columns))
        for r in 0..<rows {
            for c in 0..<columns {
                let point = seen(r, c)
                stored[c, r] = upright[point.x, point.y]
            }
        }
        return oriented(try file(stored, .jpeg, resolution: resolution), UInt8(value))
    }

    /// A red square with sides of 16 pixels in CMYK, written like the JPEGs of Adobe's programs.
    package static let adobeInks =
        Data(
            base64Encoded: """
                /9j/7gAOQWRvYmUAZAAAAAAA/9sAQwAQCwwODAoQDg0OEhEQExgoGhgWFhgxIyUdKDozPTw5Mzg3QEhcTkBEV0U3OFBtUVdfYmdo\
                Zz5NcXlwZHhcZWdj/8AAFAgAEAAQBEMRAE0RAFkRAEsRAP/EABUAAQEAAAAAAAAAAAAAAAAAAAAH/8QAFBABAAAAAAAAAAAAAAAA\
                AAAAAP/aAA4EQwBNAFkASwAAPwCgJ+n6gAAAAP/Z
                """) ?? Data()

    /// Returns a white, uncompressed TIFF whose directory precedes its pixels; `sampleFormat` is 1 for integers, 3 for
    /// floating point.
    package static func plainTIFF(
        width: Int, height: Int, channels: Int = 3, bits: Int = 8, sampleFormat: Int = 1
    ) -> Data {
        func little(_ value: Int, _ length: Int) -> [UInt8] { (0..<length).map { UInt8(value >> ($0 * 8) & 255) } }
        let size = width * height * channels * bits / 8
        let entries: [(tag: Int, value: Int)] = [
            (256, width), (257, height), (258, bits), (259, 1), (262, channels == 3 ? 2 : 1), (273, 256),
            (277, channels), (278, height), (279, size), (339, sampleFormat),
        ]
        var bytes: [UInt8] = [0x49, 0x49, 0x2A, 0] + little(8, 4) + little(entries.count, 2)
        for entry in entries {
            // Three values do not fit into the entry; they are stored after the directory.
            let isPerChannel = (entry.tag == 258 || entry.tag == 339) && channels == 3
            bytes += little(entry.tag, 2) + little(isPerChannel ? 3 : 4, 2) + little(isPerChannel ? 3 : 1, 4)
            bytes += isPerChannel ? little(entry.tag == 258 ? 200 : 206, 4) : little(entry.value, 4)
        }
        bytes += [UInt8](repeating: 0, count: 200 - bytes.count)
        bytes += (0..<3).flatMap { _ in little(bits, 2) } + (0..<3).flatMap { _ in little(sampleFormat, 2) }
        bytes += [UInt8](repeating: 0, count: 256 - bytes.count)
        return Data(bytes + [UInt8](repeating: 255, count: size))
    }

    /// Returns a PNG that declares a size and contains no pixels.
    package static func pngHeader(width: UInt32, height: UInt32) -> Data {
        func bigEndian(_ value: UInt32) -> [UInt8] { withUnsafeBytes(of: value.bigEndian) { Array($0) } }
        let header = [UInt8]("IHDR".utf8) + bigEndian(width) + bigEndian(height) + [8, 0, 0, 0, 0]
        return Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + bigEndian(13) + header + bigEndian(crc(header)))
            + Data([0, 0, 0, 0] + [UInt8]("IDAT".utf8) + [0x35, 0xAF, 0x06, 0x1E])
    }

    private static func pix(_ image: GrayImage, resolution: Int) throws -> UnsafeMutablePointer<Pix>? {
        guard let pix = pixCreate(Int32(image.width), Int32(image.height), 8) else {
            throw CocoaError(.fileWriteUnknown)
        }
        pixSetResolution(pix, Int32(resolution), Int32(resolution))
        for y in 0..<image.height {
            for x in 0..<image.width { pixSetPixel(pix, Int32(x), Int32(y), UInt32(image[x, y])) }
        }
        return pix
    }

    /// Returns the checksum of a PNG chunk (ISO 3309).
    private static func crc(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(~0) { sum, byte in
            (0..<8).reduce(sum ^ UInt32(byte)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ value >> 1 : value >> 1 }
        }
    }
}
