import FormModel

/// Separates ink from paper by the mean of what is around each pixel.
///
/// The threshold follows the light of a photo and the tint of a box (Bradley and Roth 2007).
enum LocalThreshold {
    /// The side of the neighbourhood in points.
    private static let window = 15.0
    /// The share of the neighbourhood's mean below which a pixel is ink.
    private static let share = 0.82
    /// The level below which a pixel is ink whatever is around it.
    private static let black: UInt8 = 90

    static func ink(of image: GrayImage, scale: Double) -> InkPicture {
        let (width, height) = (image.width, image.height)
        var result = InkPicture(width: width, height: height, scale: scale)
        let reach = max(2, Int((window * scale / 2).rounded()))
        // The sums of each column over the rows of the window, then slid along the row.
        var columns = [Int32](repeating: 0, count: width)
        let (factor, black) = (Int32(share * 256), black)
        let stride = result.stride
        image.pixels.withUnsafeBufferPointer { pixels in
            result.words.withUnsafeMutableBufferPointer { words in
                columns.withUnsafeMutableBufferPointer { columns in
                    for y in 0..<min(height, reach) {
                        for x in 0..<width { columns[x] &+= Int32(pixels[y * width + x]) }
                    }
                    for y in 0..<height {
                        if y + reach < height {
                            let row = (y + reach) * width
                            for x in 0..<width { columns[x] &+= Int32(pixels[row + x]) }
                        }
                        if y - reach - 1 >= 0 {
                            let row = (y - reach - 1) * width
                            for x in 0..<width { columns[x] &-= Int32(pixels[row + x]) }
                        }
                        let rows = min(height - 1, y + reach) - max(0, y - reach) + 1
                        var sum: Int32 = 0
                        for x in 0..<min(width, reach) { sum &+= columns[x] }
                        for x in 0..<width {
                            if x + reach < width { sum &+= columns[x + reach] }
                            if x - reach - 1 >= 0 { sum &-= columns[x - reach - 1] }
                            let value = pixels[y * width + x]
                            let isInk: Bool
                            if value < black {
                                isInk = true
                            } else {
                                let count = Int32(rows * (min(width - 1, x + reach) - max(0, x - reach) + 1))
                                isInk = Int64(value) * Int64(count) * 256 < Int64(sum) * Int64(factor)
                            }
                            if isInk { words[y * stride + x >> 6] |= 1 << UInt64(x & 63) }
                        }
                    }
                }
            }
        }
        return result
    }
}
