import FormModel

extension GrayImage {
    /// Returns the image at a lower resolution.
    ///
    /// Each pixel is the mean of the area that it covers.
    func reduced(by factor: Double) -> GrayImage {
        guard factor < 0.999, width > 1, height > 1 else { return self }
        let columns = max(1, Int((Double(width) * factor).rounded(.down)))
        let rows = max(1, Int((Double(height) * factor).rounded(.down)))
        let across = Shares(of: width, to: columns)
        let down = Shares(of: height, to: rows)
        let pixels = [UInt8](unsafeUninitializedCapacity: columns * rows) { target, count in
            self.pixels.withUnsafeBufferPointer { source in
                // The last share can reach beyond the end, with weights of 0.
                var line = [UInt32](repeating: 0, count: width + across.reach)
                line.withUnsafeMutableBufferPointer { line in
                    for y in 0..<rows {
                        for x in 0..<width { line[x] = 0 }
                        for k in 0..<down.reach {
                            let weight = down.weights[y * down.reach + k]
                            if weight == 0 { continue }
                            let row = (down.first[y] + k) * width
                            for x in 0..<width { line[x] &+= weight &* UInt32(source[row + x]) }
                        }
                        across.apply(to: UnsafeBufferPointer(line), into: target, at: y * columns)
                    }
                }
            }
            count = columns * rows
        }
        return GrayImage(width: columns, height: rows, pixels: pixels)
    }
}

/// The pixels covered by those of a smaller image in one direction.
///
/// Their shares are parts of 256.
private struct Shares {
    /// The first pixel covered.
    let first: [Int]
    /// The shares of ``reach`` pixels from the first one, pixel by pixel.
    let weights: [UInt32]
    /// The maximum number of pixels covered.
    let reach: Int

    init(of length: Int, to count: Int) {
        let step = Double(length) / Double(count)
        let all = (0..<count).map { i in
            let (from, to) = (Double(i) * step, Double(i + 1) * step)
            let first = min(length - 1, Int(from))
            let last = max(first, min(length - 1, Int(to.rounded(.up)) - 1))
            var weights = (first...last).map { pixel in
                UInt32(((min(to, Double(pixel + 1)) - max(from, Double(pixel))) / step * 256).rounded())
            }
            // The shares must be 256 together, or paper would become gray.
            let others = weights.dropFirst().reduce(0, +)
            weights[0] = 256 - min(256, others)
            return (first: first, weights: weights)
        }
        let reach = all.map(\.weights.count).max() ?? 1
        self.reach = reach
        first = all.map(\.first)
        weights = all.flatMap { $0.weights + [UInt32](repeating: 0, count: reach - $0.weights.count) }
    }

    /// Reduces a line of sums with 8 bits of shares to pixels.
    func apply(to line: UnsafeBufferPointer<UInt32>, into target: UnsafeMutableBufferPointer<UInt8>, at start: Int) {
        first.withUnsafeBufferPointer { first in
            weights.withUnsafeBufferPointer { weights in
                for x in 0..<first.count {
                    var sum: UInt32 = 2048
                    for k in 0..<reach { sum &+= weights[x &* reach &+ k] &* (line[first[x] &+ k] >> 4) }
                    target[start + x] = UInt8(truncatingIfNeeded: min(255, sum >> 12))
                }
            }
        }
    }
}
