import FormModel

/// Separates ink from paper by the mean of what is around each pixel.
///
/// The threshold follows the light of a photo and the tint of a box (Bradley and Roth 2007).
enum LocalThreshold {
    /// The side of the neighbourhood in points.
    private static let window = 15.0
    /// The share of the neighbourhood's mean below which a pixel is ink.
    ///
    /// It is 0.82, in parts of 256.
    private static let factor: Int32 = 209
    /// The level below which a pixel is ink whatever is around it.
    private static let black: UInt8 = 90

    static func ink(of image: GrayImage, scale: Double) -> InkPicture {
        let (width, height) = (image.width, image.height)
        var result = InkPicture(width: width, height: height, scale: scale)
        let reach = max(2, Int((window * scale / 2).rounded()))
        let stride = result.stride
        // The sums of each column over the rows of the window.
        var columns = [Int32](repeating: 0, count: width)
        var threshold = RowThreshold(width: width, reach: reach)
        image.pixels.withUnsafeBufferPointer { pixels in
            result.words.withUnsafeMutableBufferPointer { words in
                columns.withUnsafeMutableBufferPointer { columns in
                    for y in 0..<min(height, reach) {
                        for x in 0..<width { columns[x] &+= Int32(pixels[y * width + x]) }
                    }
                    for y in 0..<height {
                        let (new, old) = ((y + reach) * width, (y - reach - 1) * width)
                        switch (y + reach < height, y - reach > 0) {
                        case (true, true):
                            // Most rows; one pass is faster than two.
                            for x in 0..<width {
                                columns[x] &+= Int32(pixels[new + x]) &- Int32(pixels[old + x])
                            }
                        case (true, false): for x in 0..<width { columns[x] &+= Int32(pixels[new + x]) }
                        case (false, true): for x in 0..<width { columns[x] &-= Int32(pixels[old + x]) }
                        case (false, false): break
                        }
                        threshold.write(
                            UnsafeBufferPointer(rebasing: pixels[y * width..<(y + 1) * width]),
                            sums: UnsafeBufferPointer(columns),
                            rows: min(height - 1, y + reach) - max(0, y - reach) + 1,
                            into: UnsafeMutableBufferPointer(rebasing: words[y * stride..<(y + 1) * stride]))
                    }
                }
            }
        }
        return result
    }

    /// Decides which pixels of a row are ink.
    private struct RowThreshold {
        private let reach: Int
        /// The sums of the columns before each pixel.
        private var before: [Int32]
        /// 1 for each pixel of ink, up to a multiple of 64.
        private var isInk: [UInt8]

        init(width: Int, reach: Int) {
            self.reach = reach
            before = [Int32](repeating: 0, count: width + 1)
            isInk = [UInt8](repeating: 0, count: (width + 63) / 64 * 64)
        }

        mutating func write(
            _ pixels: UnsafeBufferPointer<UInt8>, sums: UnsafeBufferPointer<Int32>, rows: Int,
            into words: UnsafeMutableBufferPointer<UInt64>
        ) {
            let (width, reach) = (pixels.count, reach)
            before.withUnsafeMutableBufferPointer { before in
                isInk.withUnsafeMutableBufferPointer { isInk in
                    var sum: Int32 = 0
                    for x in 0..<width {
                        sum &+= sums[x]
                        before[x + 1] = sum
                    }
                    // At most 33 x 33 pixels of 255, times 256: less than 32 bits.
                    func decide(_ x: Int, from left: Int, to right: Int) {
                        let around = (before[right] &- before[left]) &* LocalThreshold.factor
                        let own = Int32(pixels[x]) &* Int32(truncatingIfNeeded: (right &- left) &* rows &* 256)
                        isInk[x] = (own < around ? 1 : 0) | (pixels[x] < LocalThreshold.black ? 1 : 0)
                    }
                    let inner = min(width, reach)..<max(min(width, reach), width - reach)
                    for x in 0..<inner.lowerBound { decide(x, from: 0, to: min(width, x + reach + 1)) }
                    for x in inner { decide(x, from: x &- reach, to: x &+ reach &+ 1) }
                    for x in inner.upperBound..<width { decide(x, from: max(0, x - reach), to: width) }
                    let flags = UnsafeRawBufferPointer(isInk)
                    for i in 0..<words.count {
                        var word: UInt64 = 0
                        for k in 0..<8 {
                            // The product has the lowest bits of eight bytes in its highest byte, the first one lowest.
                            let bytes = UInt64(
                                littleEndian: flags.loadUnaligned(fromByteOffset: i &* 64 &+ k &* 8, as: UInt64.self))
                            word |= ((bytes &* 0x0102_0408_1020_4080) &>> 56) &<< UInt64(k &* 8)
                        }
                        words[i] = word
                    }
                }
            }
        }
    }
}
