import Geometry

/// Converts a page drawn in colour (cairo's `RGB24`) to gray.
///
/// The gray level of a pixel is its luma. Marks in red, orange, light blue or light green have a faint luma, so thin
/// ones (a rule, a box, a letter) are as dark as their darkest channel instead. Coloured backgrounds keep their luma,
/// because a channel of pale yellow is as dark as ink.
struct GrayConversion {
    /// The maximum distance in pixels from a thin mark's pixels to either background.
    ///
    /// Marks up to this thickness are thin throughout.
    private static let reach = 6
    /// The minimum difference between a thin mark and both backgrounds, in the darkest channel.
    private static let contrast: UInt32 = 28
    /// The minimum gain in darkness before a pixel is compared with its surroundings.
    private static let leastGain: UInt32 = 12

    private let width: Int
    private let height: Int
    private let stride: Int
    private let data: UnsafeRawPointer

    /// Creates a conversion of pixels with a number of bytes between rows.
    init(_ data: UnsafeRawPointer, width: Int, height: Int, stride: Int) {
        self.width = width
        self.height = height
        self.stride = stride
        self.data = data
    }

    func image() -> GrayImage {
        let pixels = [UInt8](unsafeUninitializedCapacity: width * height) { buffer, count in
            guard let start = buffer.baseAddress else { return }
            for y in 0..<height {
                let row = row(y)
                let gray = start + y * width
                var colour: UInt32 = 0
                for x in 0..<width {
                    // ITU-R BT.601 luma, in 256ths.
                    let p = row[x]
                    let luma = 77 * ((p >> 16) & 255) + 150 * ((p >> 8) & 255) + 29 * (p & 255)
                    gray[x] = UInt8(truncatingIfNeeded: luma >> 8)
                    colour |= p ^ (p >> 8)
                }
                // Most pages are gray, and only few rows of others have colour.
                if colour & 0xFFFF >= Self.leastGain { darken(gray, row: y) }
            }
            count = width * height
        }
        return GrayImage(width: width, height: height, pixels: pixels)
    }

    private func row(_ y: Int) -> UnsafePointer<UInt32> { (data + y * stride).assumingMemoryBound(to: UInt32.self) }

    /// Darkens the pixels of thin coloured marks in a row.
    private func darken(_ gray: UnsafeMutablePointer<UInt8>, row y: Int) {
        let row = row(y)
        let above = y >= Self.reach ? self.row(y - Self.reach) : nil
        let below = y + Self.reach < height ? self.row(y + Self.reach) : nil
        for x in 0..<width {
            let p = row[x]
            if (p ^ (p >> 8)) & 0xFFFF == 0 { continue }
            let darkest = Self.darkest(p)
            let limit = darkest + Self.contrast
            if limit > 255 || darkest + Self.leastGain > UInt32(gray[x]) { continue }
            let left = x < Self.reach ? 255 : Self.darkest(row[x - Self.reach])
            let right = x + Self.reach >= width ? 255 : Self.darkest(row[x + Self.reach])
            if left < limit || right < limit {
                let up = above.map { Self.darkest($0[x]) } ?? 255
                let down = below.map { Self.darkest($0[x]) } ?? 255
                if up < limit || down < limit { continue }
            }
            gray[x] = UInt8(truncatingIfNeeded: darkest)
        }
    }

    private static func darkest(_ pixel: UInt32) -> UInt32 {
        min(pixel & 255, (pixel >> 8) & 255, (pixel >> 16) & 255)
    }
}
