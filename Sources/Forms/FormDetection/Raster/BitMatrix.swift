/// A black-and-white picture with 64 pixels per word, for fast morphology.
///
/// Bit k of word i of a row is pixel 64 i + k.
struct BitMatrix {
    let width: Int
    let height: Int
    /// The number of words per row.
    ///
    /// The last one is always 0, so that shifting can read one word past a row's pixels.
    let stride: Int
    var words: [UInt64]

    init(width: Int, height: Int) {
        self.width = width
        self.height = height
        stride = (width + 63) / 64 + 1
        words = [UInt64](repeating: 0, count: stride * height)
    }

    subscript(x: Int, y: Int) -> Bool {
        words[y * stride + x >> 6] >> UInt64(x & 63) & 1 == 1
    }

    /// Returns only the horizontal runs of at least `length` pixels.
    ///
    /// This is an opening with a horizontal line.
    func openedHorizontally(_ length: Int) -> BitMatrix {
        var result = self
        result.eachRow { row, count in
            var done = 1
            while done < length {
                let step = min(done, length - done, 63)
                for i in 0..<count - 1 {
                    row[i] &= row[i] >> UInt64(step) | row[i + 1] << UInt64(64 - step)
                }
                done += step
            }
            done = 1
            while done < length {
                let step = min(done, length - done, 63)
                for i in Swift.stride(from: count - 1, to: 0, by: -1) {
                    row[i] |= row[i] << UInt64(step) | row[i - 1] >> UInt64(64 - step)
                }
                row[0] |= row[0] << UInt64(step)
                done += step
            }
            row[count - 1] = 0
        }
        return result
    }

    /// Returns only the vertical runs of at least `length` pixels.
    ///
    /// This is an opening with a vertical line.
    func openedVertically(_ length: Int) -> BitMatrix {
        var result = self
        let stride = stride
        let height = height
        guard height > length else { return BitMatrix(width: width, height: height) }
        result.words.withUnsafeMutableBufferPointer { w in
            var done = 1
            while done < length {
                let step = min(done, length - done)
                let offset = step * stride
                let end = (height - step) * stride
                for i in 0..<end { w[i] &= w[i + offset] }
                for i in end..<height * stride { w[i] = 0 }
                done += step
            }
            done = 1
            while done < length {
                let step = min(done, length - done)
                let offset = step * stride
                var i = height * stride - 1
                while i >= offset {
                    w[i] |= w[i - offset]
                    i -= 1
                }
                done += step
            }
        }
        return result
    }

    /// Returns the picture with horizontal gaps of at most `gap` pixels filled.
    ///
    /// This is a closing with a horizontal line.
    func closedHorizontally(_ gap: Int) -> BitMatrix {
        var result = self
        result.eachRow { row, count in
            var end: Int?
            // There are few gaps, so iterating over the runs is faster than shifting every word.
            Self.runs(row, count) { left, right in
                if let end, left - end <= gap {
                    for x in end..<left { row[x >> 6] |= 1 << UInt64(x & 63) }
                }
                end = right
            }
        }
        return result
    }

    /// Returns the picture moved by (-dx, -dy).
    ///
    /// Pixel (x, y) is set if pixel (x + dx, y + dy) of this picture is. Pixels outside the picture are clear. `dx` is
    /// from -63 to 63.
    func shifted(dx: Int, dy: Int) -> BitMatrix {
        var result = BitMatrix(width: width, height: height)
        let stride = stride
        words.withUnsafeBufferPointer { from in
            result.words.withUnsafeMutableBufferPointer { to in
                for y in max(0, -dy)..<max(max(0, -dy), min(height, height - dy)) {
                    let source = (y + dy) * stride
                    let target = y * stride
                    for i in 0..<stride - 1 {
                        let w = from[source + i]
                        if dx == 0 {
                            to[target + i] = w
                        } else if dx > 0 {
                            to[target + i] = w >> UInt64(dx) | from[source + i + 1] << UInt64(64 - dx)
                        } else {
                            let before = i > 0 ? from[source + i - 1] : 0
                            to[target + i] = w << UInt64(-dx) | before >> UInt64(64 + dx)
                        }
                    }
                }
            }
        }
        return result
    }

    /// Returns the picture with gaps of at most `gap` pixels filled in every direction.
    ///
    /// This is a closing with a square.
    func closed(_ gap: Int) -> BitMatrix {
        var result = self
        var done = 1
        while done <= gap {
            let step = min(done, gap + 1 - done)
            result.formUnion(result.shifted(dx: -step, dy: 0))
            result.formUnion(result.shifted(dx: 0, dy: -step))
            done += step
        }
        done = 1
        while done <= gap {
            let step = min(done, gap + 1 - done)
            result.formIntersection(result.shifted(dx: step, dy: 0))
            result.formIntersection(result.shifted(dx: 0, dy: step))
            done += step
        }
        return result
    }

    /// Keeps only the pixels that are also set in `other`.
    mutating func formIntersection(_ other: BitMatrix) {
        words.withUnsafeMutableBufferPointer { w in
            other.words.withUnsafeBufferPointer { o in
                for i in 0..<w.count { w[i] &= o[i] }
            }
        }
    }

    var isEmpty: Bool { words.allSatisfy { $0 == 0 } }

    /// Clears the pixels that are set in `other`.
    mutating func subtract(_ other: BitMatrix) {
        words.withUnsafeMutableBufferPointer { w in
            other.words.withUnsafeBufferPointer { o in
                for i in 0..<w.count { w[i] &= ~o[i] }
            }
        }
    }

    /// Sets the pixels that are set in `other`.
    mutating func formUnion(_ other: BitMatrix) {
        words.withUnsafeMutableBufferPointer { w in
            other.words.withUnsafeBufferPointer { o in
                for i in 0..<w.count { w[i] |= o[i] }
            }
        }
    }

    /// Sets the pixels that are set in `other` within a rectangle inside the picture.
    mutating func formUnion(_ other: BitMatrix, x0: Int, y0: Int, x1: Int, y1: Int) {
        for y in y0..<y1 {
            for i in x0 >> 6...(x1 - 1) >> 6 {
                var bits = other.words[y * stride + i]
                if i == x0 >> 6 { bits &= ~0 << UInt64(x0 & 63) }
                if i == (x1 - 1) >> 6 { bits &= ~0 >> UInt64(63 - (x1 - 1) & 63) }
                words[y * stride + i] |= bits
            }
        }
    }

    /// Returns the number of set pixels in a rectangle, clipped to the picture.
    func count(x0: Int, y0: Int, x1: Int, y1: Int) -> Int {
        let left = max(0, x0)
        let right = min(width, x1)
        guard left < right else { return 0 }
        var total = 0
        words.withUnsafeBufferPointer { w in
            for y in max(0, y0)..<max(max(0, y0), min(height, y1)) {
                let base = y * stride
                let first = left >> 6
                let last = (right - 1) >> 6
                for i in first...last {
                    var bits = w[base + i]
                    if i == first { bits &= ~0 << UInt64(left & 63) }
                    if i == last { bits &= ~0 >> UInt64(63 - (right - 1) & 63) }
                    total += bits.nonzeroBitCount
                }
            }
        }
        return total
    }

    /// Calls `body` for each run of set pixels in a row.
    ///
    /// `body` must not change the row to the right of the run.
    private static func runs(_ row: UnsafeMutablePointer<UInt64>, _ count: Int, _ body: (Int, Int) -> Void) {
        var start: Int?
        for i in 0..<count {
            let word = row[i]
            if word == 0, start == nil { continue }
            if word == ~0, start != nil { continue }
            for bit in 0..<64 {
                let set = word >> UInt64(bit) & 1 == 1
                if set, start == nil { start = i << 6 + bit }
                if !set, let s = start {
                    body(s, i << 6 + bit)
                    start = nil
                }
            }
        }
    }

    private mutating func eachRow(_ body: (UnsafeMutablePointer<UInt64>, Int) -> Void) {
        let stride = stride
        let height = height
        words.withUnsafeMutableBufferPointer { w in
            guard let base = w.baseAddress else { return }
            for y in 0..<height { body(base + y * stride, stride) }
        }
    }
}
