package import FormModel

/// The ink of a page as a black-and-white picture with 64 pixels per word.
///
/// Bit k of word i of a row is pixel 64 i + k.
package struct InkPicture: Sendable, Hashable {
    /// The number of columns.
    package let width: Int
    /// The number of rows.
    package let height: Int
    /// Pixels per point, the same in x and y.
    package let scale: Double
    /// The number of words per row.
    let stride: Int
    /// The pixels, row by row.
    var words: [UInt64]

    /// The resolution in pixels per inch, at which the digits of small print differ.
    package static let resolution = 150.0
    /// Maximum number of pixels: somewhat more than a sheet of 11 by 17 inches.
    ///
    /// Larger sheets have a lower resolution.
    package static let mostPixels = 4_500_000

    /// Maximum number of columns or rows.
    static let mostSide = 65_535

    /// Returns whether a picture may have this size, which its creation rounds up.
    static func isSize(width: Int, height: Int) -> Bool {
        (1...mostSide).contains(width) && (1...mostSide).contains(height) && width * height <= mostPixels + 100_000
    }

    init(width: Int, height: Int, scale: Double) {
        self.width = width
        self.height = height
        self.scale = scale
        stride = (width + 63) / 64
        words = [UInt64](repeating: 0, count: stride * height)
    }

    /// Creates the picture of what is darker than its surroundings.
    ///
    /// `scale` is in pixels of `image` per point.
    package init(of image: GrayImage, scale: Double) {
        let points = Double(image.width) / scale * Double(image.height) / scale
        let target = min(
            scale, Self.resolution / 72, (Double(Self.mostPixels) / max(1, points)).squareRoot())
        self = LocalThreshold.ink(of: image.reduced(by: target / scale), scale: target)
    }

    /// Removes ink beyond the last column.
    mutating func clearMargin() {
        guard width % 64 > 0 else { return }
        for y in 0..<height { words[(y + 1) * stride - 1] &= 1 << UInt64(width % 64) - 1 }
    }

    /// Whether a pixel is ink; pixels outside of the picture are not.
    func contains(_ x: Int, _ y: Int) -> Bool {
        guard x >= 0, y >= 0, x < width, y < height else { return false }
        return words[y * stride + x >> 6] >> UInt64(x & 63) & 1 == 1
    }

    /// Calls `body` with the column of each pixel of ink in a range.
    @inline(__always)
    func forEachPixel(in columns: Range<Int>, row y: Int, _ body: (Int) -> Void) {
        let (start, end) = (max(0, columns.lowerBound), min(width, columns.upperBound))
        guard y >= 0, y < height, start < end else { return }
        let (first, last) = (start >> 6, (end - 1) >> 6)
        for i in first...last {
            var word = words[y * stride + i]
            if i == first { word &= ~0 << UInt64(start & 63) }
            if i == last { word &= ~0 >> UInt64(63 - (end - 1) & 63) }
            while word != 0 {
                body(i * 64 + word.trailingZeroBitCount)
                word &= word - 1
            }
        }
    }

    /// Returns the picture with each pixel's eight neighbours.
    func dilated() -> InkPicture {
        var rows = self
        for y in 0..<height {
            let base = y * stride
            for i in 0..<stride {
                let word = words[base + i]
                let before = i > 0 ? words[base + i - 1] : 0
                let after = i + 1 < stride ? words[base + i + 1] : 0
                rows.words[base + i] = word | word << 1 | word >> 1 | before >> 63 | after << 63
            }
        }
        var result = rows
        for y in 0..<height {
            for i in y * stride..<(y + 1) * stride {
                if y > 0 { result.words[i] |= rows.words[i - stride] }
                if y + 1 < height { result.words[i] |= rows.words[i + stride] }
            }
        }
        return result
    }

    /// The number of pixels of ink.
    package var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

    /// Calls `body` for each run of ink in a row.
    ///
    /// It gets the first pixel and the one after the last.
    func forEachRun(inRow y: Int, _ body: (Int, Int) -> Void) {
        words.withUnsafeBufferPointer { words in
            let base = y * stride
            var start = -1
            for i in 0..<stride {
                var word = words[base + i]
                if start < 0, word == 0 { continue }
                if start >= 0, word == ~0 { continue }
                var at = 0
                while at < 64 {
                    if start < 0 {
                        guard word != 0 else { break }
                        let skip = word.trailingZeroBitCount
                        at += skip
                        start = i * 64 + at
                        word = skip < 64 ? word >> UInt64(skip) : 0
                    } else {
                        // Bits beyond the word's end are taken for ink, so that the run goes on.
                        let filled = at == 0 ? word : word | ~0 << UInt64(64 - at)
                        let length = (~filled).trailingZeroBitCount
                        guard at + length < 64 else { break }
                        at += length
                        body(start, i * 64 + at)
                        start = -1
                        word >>= UInt64(length)
                    }
                }
            }
            if start >= 0 { body(start, min(width, stride * 64)) }
        }
    }

    /// Removes a run of ink from a row.
    mutating func clear(row y: Int, from left: Int, to right: Int) {
        Self.forEachWord(from: left, to: right) { words[y * stride + $0] &= ~$1 }
    }

    /// Adds a run of ink to a row.
    mutating func fill(row y: Int, from left: Int, to right: Int) {
        Self.forEachWord(from: left, to: right) { words[y * stride + $0] |= $1 }
    }

    /// Calls `body` with the number and the bits of each word of a run.
    private static func forEachWord(from left: Int, to right: Int, _ body: (Int, UInt64) -> Void) {
        guard left < right else { return }
        let (first, last, all) = (left >> 6, (right - 1) >> 6, ~UInt64(0))
        for i in first...last {
            let start = i == first ? all << UInt64(left & 63) : all
            let end = i == last ? all >> UInt64(63 - (right - 1) & 63) : all
            body(i, start & end)
        }
    }

    /// Adds a pixel of ink.
    mutating func set(_ x: Int, _ y: Int) {
        words[y * stride + x >> 6] |= 1 << UInt64(x & 63)
    }
}
