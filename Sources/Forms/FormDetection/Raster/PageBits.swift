import FormModel

/// The black-and-white pictures of a page that marks are searched for in.
struct PageBits {
    /// Dark pixels.
    var ink: BitMatrix
    /// Pixels darker than those a few pixels above *and* below: horizontal strokes, however faint.
    var horizontalStrokes: BitMatrix
    /// Pixels darker than those a few pixels left *and* right: vertical strokes, however faint.
    var verticalStrokes: BitMatrix
    /// Pixels that are not (nearly) paper white.
    var tint: BitMatrix

    /// The level below which a pixel counts as ink on white paper.
    static let inkLevel: UInt8 = 150
    /// The distance in pixels at which a stroke is compared with its surroundings.
    ///
    /// It is the maximum thickness of strokes that are found.
    static let reach = 4
    /// Minimum difference between a faint stroke and its surroundings.
    static let contrast: Int = 28

    init(_ image: GrayImage, tintLevel: UInt8) {
        let width = image.width
        let height = image.height
        var ink = BitMatrix(width: width, height: height)
        var horizontal = BitMatrix(width: width, height: height)
        var vertical = BitMatrix(width: width, height: height)
        var tint = BitMatrix(width: width, height: height)
        let stride = ink.stride
        let reach = Self.reach
        let contrast = Self.contrast
        image.pixels.withUnsafeBufferPointer { p in
            ink.words.withUnsafeMutableBufferPointer { inkWords in
                horizontal.words.withUnsafeMutableBufferPointer { horizontalWords in
                    vertical.words.withUnsafeMutableBufferPointer { verticalWords in
                        tint.words.withUnsafeMutableBufferPointer { tintWords in
                            for y in 0..<height {
                                let row = y * width
                                let above = y >= reach ? row - reach * width : -1
                                let below = y + reach < height ? row + reach * width : -1
                                for block in 0..<(width + 63) / 64 {
                                    let from = block * 64
                                    let through = min(width, from + 64)
                                    if Self.isBlank(p, row + from, row + through) { continue }
                                    var i: UInt64 = 0
                                    var h: UInt64 = 0
                                    var v: UInt64 = 0
                                    var t: UInt64 = 0
                                    for x in from..<through {
                                        let value = p[row + x]
                                        if value >= tintLevel { continue }
                                        let bit = UInt64(1) << UInt64(x - from)
                                        t |= bit
                                        if value < Self.inkLevel { i |= bit }
                                        let limit = Int(value) + contrast
                                        if limit > 255 { continue }
                                        let up = above < 0 ? 255 : Int(p[above + x])
                                        let down = below < 0 ? 255 : Int(p[below + x])
                                        if up >= limit, down >= limit { h |= bit }
                                        let left = x < reach ? 255 : Int(p[row + x - reach])
                                        let right = x + reach >= width ? 255 : Int(p[row + x + reach])
                                        if left >= limit, right >= limit { v |= bit }
                                    }
                                    let out = y * stride + block
                                    inkWords[out] = i
                                    horizontalWords[out] = h
                                    verticalWords[out] = v
                                    tintWords[out] = t
                                }
                            }
                        }
                    }
                }
            }
        }
        self.ink = ink
        horizontalStrokes = horizontal
        verticalStrokes = vertical
        self.tint = tint
    }

    /// Returns whether a stretch is blank.
    ///
    /// Most of a page is, so eight pixels are tested at once.
    private static func isBlank(_ p: UnsafeBufferPointer<UInt8>, _ from: Int, _ to: Int) -> Bool {
        let raw = UnsafeRawBufferPointer(p)
        var i = from
        while i + 8 <= to {
            if raw.loadUnaligned(fromByteOffset: i, as: UInt64.self) != ~0 { return false }
            i += 8
        }
        while i < to {
            if p[i] != 255 { return false }
            i += 1
        }
        return true
    }
}
