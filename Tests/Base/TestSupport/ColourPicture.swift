import CLeptonica
package import Foundation

/// A picture in red, green, blue and opacity, written and read by Leptonica.
package struct ColourPicture: Hashable, Sendable {
    package let width: Int
    package let height: Int
    /// The pixels row by row, as `0xRRGGBBAA`.
    package var pixels: [UInt32]

    /// Creates a picture from the colours of its pixels, as `0xRRGGBBAA`.
    package init(width: Int, height: Int, _ colour: (_ x: Int, _ y: Int) -> UInt32) {
        self.width = width
        self.height = height
        pixels = (0..<width * height).map { colour($0 % width, $0 / width) }
    }

    /// Decodes a JPEG, PNG or WebP.
    package init(_ data: Data) throws {
        let decoded = data.withUnsafeBytes { pixReadMem($0.bindMemory(to: UInt8.self).baseAddress, $0.count) }
        var original: UnsafeMutablePointer<Pix>? = decoded
        defer { pixDestroy(&original) }
        guard let decoded else { throw CocoaError(.fileReadCorruptFile) }
        let hasAlpha = pixGetSpp(decoded) == 4
        var pix: UnsafeMutablePointer<Pix>? = pixConvertTo32(decoded)
        defer { pixDestroy(&pix) }
        guard let pix else { throw CocoaError(.fileReadCorruptFile) }
        self.init(width: Int(pixGetWidth(pix)), height: Int(pixGetHeight(pix))) { x, y in
            var value: UInt32 = 0
            pixGetPixel(pix, Int32(x), Int32(y), &value)
            return hasAlpha ? value : value | 0xFF
        }
    }

    /// The colour of a pixel, as `0xRRGGBBAA`.
    package subscript(x: Int, y: Int) -> UInt32 { pixels[y * width + x] }

    /// Whether a pixel has this colour, give or take some steps of each sample.
    package func isClose(_ x: Int, _ y: Int, to colour: UInt32, within steps: Int = 12) -> Bool {
        [0, 8, 16, 24].allSatisfy { abs(Int(self[x, y] >> $0 & 255) - Int(colour >> $0 & 255)) <= steps }
    }

    /// The format of a file of one picture.
    package enum Format: Sendable {
        case jpeg, png, webp
    }

    /// Encodes the picture; only a PNG keeps the opacity.
    package func file(_ format: Format) throws -> Data {
        guard let pix = pixCreate(Int32(width), Int32(height), 32) else { throw CocoaError(.fileWriteUnknown) }
        var mine: UnsafeMutablePointer<Pix>? = pix
        defer { pixDestroy(&mine) }
        if format == .png { pixSetSpp(pix, 4) }
        for y in 0..<height {
            for x in 0..<width { pixSetPixel(pix, Int32(x), Int32(y), self[x, y]) }
        }
        var bytes: UnsafeMutablePointer<UInt8>?
        var count = 0
        let status =
            switch format {
            case .jpeg: pixWriteMemJpeg(&bytes, &count, pix, 95, 0)
            case .png: pixWriteMemPng(&bytes, &count, pix, 0)
            case .webp: pixWriteMemWebP(&bytes, &count, pix, 90, 1)
            }
        guard status == 0, let bytes else { throw CocoaError(.fileWriteUnknown) }
        defer { lept_free(bytes) }
        return Data(bytes: bytes, count: count)
    }

    /// Returns a gray PNG with 16 bits a sample.
    package static func deepGray(width: Int, height: Int, _ value: UInt16) throws -> Data {
        var pix = pixCreate(Int32(width), Int32(height), 16)
        defer { pixDestroy(&pix) }
        pixSetAllArbitrary(pix, UInt32(value))
        var bytes: UnsafeMutablePointer<UInt8>?
        var count = 0
        guard pixWriteMemPng(&bytes, &count, pix, 0) == 0, let bytes else { throw CocoaError(.fileWriteUnknown) }
        defer { lept_free(bytes) }
        return Data(bytes: bytes, count: count)
    }
}
