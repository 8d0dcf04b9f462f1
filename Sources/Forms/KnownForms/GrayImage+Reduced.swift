import FormModel

extension GrayImage {
    /// Returns the image at a lower resolution.
    ///
    /// Each pixel is the mean of the area that it covers.
    func reduced(by factor: Double) -> GrayImage {
        guard factor < 0.999, width > 1, height > 1 else { return self }
        let columns = max(1, Int((Double(width) * factor).rounded(.down)))
        let rows = max(1, Int((Double(height) * factor).rounded(.down)))
        let across = Self.shares(of: width, to: columns)
        let down = Self.shares(of: height, to: rows)
        let pixels = [UInt8](unsafeUninitializedCapacity: columns * rows) { target, count in
            self.pixels.withUnsafeBufferPointer { source in
                var line = [UInt32](repeating: 0, count: width)
                for y in 0..<rows {
                    let part = down[y]
                    for x in 0..<width { line[x] = 0 }
                    for k in 0..<part.weights.count {
                        let weight = part.weights[k]
                        let row = (part.first + k) * width
                        line.withUnsafeMutableBufferPointer { line in
                            for x in 0..<width { line[x] &+= weight &* UInt32(source[row + x]) }
                        }
                    }
                    for x in 0..<columns {
                        let part = across[x]
                        var sum: UInt32 = 0
                        for k in 0..<part.weights.count { sum &+= part.weights[k] &* (line[part.first + k] >> 4) }
                        target[y * columns + x] = UInt8(min(255, (sum + 2048) >> 12))
                    }
                }
            }
            count = columns * rows
        }
        return GrayImage(width: columns, height: rows, pixels: pixels)
    }

    /// The pixels that one pixel covers in one direction, with shares of 256 parts.
    private struct Share {
        var first: Int
        var weights: [UInt32]
    }

    private static func shares(of length: Int, to count: Int) -> [Share] {
        let step = Double(length) / Double(count)
        return (0..<count).map { i in
            let (from, to) = (Double(i) * step, Double(i + 1) * step)
            let first = min(length - 1, Int(from))
            let last = max(first, min(length - 1, Int(to.rounded(.up)) - 1))
            var weights = (first...last).map { pixel in
                UInt32(((min(to, Double(pixel + 1)) - max(from, Double(pixel))) / step * 256).rounded())
            }
            // The shares must be 256 together, or paper would become gray.
            let others = weights.dropFirst().reduce(0, +)
            weights[0] = 256 - min(256, others)
            return Share(first: first, weights: weights)
        }
    }
}
