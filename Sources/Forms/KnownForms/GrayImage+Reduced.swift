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
                // The last share can reach beyond the end, with weights of 0. Sums of weighted pixels have 16 bits.
                var line = [UInt16](repeating: 0, count: width + across.reach)
                line.withUnsafeMutableBufferPointer { line in
                    for y in 0..<rows {
                        func row(_ k: Int) -> UnsafeBufferPointer<UInt8> {
                            let start = min(height - 1, down.first[y] + k) * width
                            return UnsafeBufferPointer(rebasing: source[start..<start + width])
                        }
                        func weight(_ k: Int) -> UInt16 { down.weights[y * down.reach + k] }
                        // One pass over two rows is faster than two passes.
                        let (upper, lower, u, l) = (row(0), row(1), weight(0), weight(1))
                        for x in 0..<width { line[x] = u &* UInt16(upper[x]) &+ l &* UInt16(lower[x]) }
                        for k in 2..<down.reach where weight(k) > 0 {
                            let (next, w) = (row(k), weight(k))
                            for x in 0..<width { line[x] &+= w &* UInt16(next[x]) }
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
    let weights: [UInt16]
    /// The maximum number of pixels covered, at least 2.
    let reach: Int

    init(of length: Int, to count: Int) {
        let step = Double(length) / Double(count)
        let all = (0..<count).map { i in
            let (from, to) = (Double(i) * step, Double(i + 1) * step)
            let first = min(length - 1, Int(from))
            let last = max(first, min(length - 1, Int(to.rounded(.up)) - 1))
            var weights = (first...last).map { pixel in
                UInt16(((min(to, Double(pixel + 1)) - max(from, Double(pixel))) / step * 256).rounded())
            }
            // The shares must be 256 together, or paper would become gray, and sums would need more than 16 bits.
            var rest: UInt16 = 256
            for k in weights.indices.dropFirst() {
                weights[k] = min(weights[k], rest)
                rest -= weights[k]
            }
            weights[0] = rest
            return (first: first, weights: weights)
        }
        // A share of nothing that rounding leaves would double the work.
        let reach = max(2, all.map { $0.weights.lastIndex { $0 > 0 }.map { $0 + 1 } ?? 1 }.max() ?? 0)
        self.reach = reach
        first = all.map(\.first)
        weights = all.flatMap {
            $0.weights.prefix(reach) + [UInt16](repeating: 0, count: max(0, reach - $0.weights.count))
        }
    }

    /// Reduces a line of sums with 8 bits of shares to pixels.
    func apply(to line: UnsafeBufferPointer<UInt16>, into target: UnsafeMutableBufferPointer<UInt8>, at start: Int) {
        first.withUnsafeBufferPointer { first in
            weights.withUnsafeBufferPointer { weights in
                func part(_ at: Int, _ k: Int) -> UInt32 {
                    UInt32(weights[at &* reach &+ k]) &* UInt32(line[first[at] &+ k] &>> 4)
                }
                func write(_ sum: UInt32, _ x: Int) {
                    target[start &+ x] = UInt8(truncatingIfNeeded: min(255, (2048 &+ sum) &>> 12))
                }
                // Resolutions of scanners and prints rarely differ by more than two times.
                switch reach {
                case 2: for x in 0..<first.count { write(part(x, 0) &+ part(x, 1), x) }
                case 3: for x in 0..<first.count { write(part(x, 0) &+ part(x, 1) &+ part(x, 2), x) }
                default:
                    for x in 0..<first.count {
                        var sum: UInt32 = 0
                        for k in 0..<reach { sum &+= part(x, k) }
                        write(sum, x)
                    }
                }
            }
        }
    }
}
