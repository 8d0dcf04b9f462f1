package import FormModel

extension GrayImage {
    /// Returns a part of the image.
    ///
    /// - Parameter area: the part, in pixels.
    /// - Returns: what lies inside the image; nil if nothing does.
    package func part(_ area: Region) -> GrayImage? {
        guard
            let inside = area.intersection(Region(x: 0, y: 0, width: Double(width), height: Double(height)))
        else { return nil }
        let (left, top) = (Int(inside.left), Int(inside.top))
        let (right, bottom) = (min(width, Int(inside.right.rounded(.up))), min(height, Int(inside.bottom.rounded(.up))))
        guard left < right, top < bottom else { return nil }
        let rows = (top..<bottom).map { pixels[$0 * width + left..<$0 * width + right] }
        return GrayImage(width: right - left, height: bottom - top, pixels: Array(rows.joined()))
    }

    /// Returns the image at a higher resolution, with levels between those of pixels.
    package func enlarged(by factor: Double) -> GrayImage {
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
