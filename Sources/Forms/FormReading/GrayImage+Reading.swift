import Geometry

extension GrayImage {
    /// Returns the part with ink in a white margin; nil without ink.
    func cropped(toInkBelow level: UInt8, margin: Int) -> GrayImage? {
        var (left, top, right, bottom) = (width, height, 0, 0)
        for row in 0..<height {
            for column in 0..<width where self[column, row] < level {
                (left, right) = (min(left, column), max(right, column + 1))
                (top, bottom) = (min(top, row), max(bottom, row + 1))
            }
        }
        guard left < right else { return nil }
        let (wide, high) = (right - left + 2 * margin, bottom - top + 2 * margin)
        var result = GrayImage(width: wide, height: high, pixels: [UInt8](repeating: 255, count: wide * high))
        // The soft edges of ink are lighter.
        let edge = min(2, margin)
        for row in max(0, top - edge)..<min(height, bottom + edge) {
            for column in max(0, left - edge)..<min(width, right + edge) {
                result[column - left + margin, row - top + margin] = self[column, row]
            }
        }
        return result
    }

    /// Returns the picture at a higher resolution, with levels between those of pixels.
    func enlarged(by factor: Double) -> GrayImage {
        guard width > 0, height > 0 else { return self }
        let (wide, high) = (max(1, Int(Double(width) * factor)), max(1, Int(Double(height) * factor)))
        var levels: [UInt8] = []
        levels.reserveCapacity(wide * high)
        for row in 0..<high {
            let y = min(max(0, (Double(row) + 0.5) / factor - 0.5), Double(height - 1))
            let (above, below) = (Int(y), min(height - 1, Int(y) + 1))
            for column in 0..<wide {
                let x = min(max(0, (Double(column) + 0.5) / factor - 0.5), Double(width - 1))
                let (left, right) = (Int(x), min(width - 1, Int(x) + 1))
                let (dx, dy) = (x - Double(left), y - Double(above))
                let first = Double(self[left, above]) * (1 - dx) + Double(self[right, above]) * dx
                let second = Double(self[left, below]) * (1 - dx) + Double(self[right, below]) * dx
                levels.append(UInt8(max(0, min(255, first * (1 - dy) + second * dy))))
            }
        }
        return GrayImage(width: wide, height: high, pixels: levels)
    }
}
