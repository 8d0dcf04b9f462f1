/// A colour picture with unpadded rows from the top.
///
/// Each pixel has three bytes: red, green, blue.
package struct ColorPicture: Sendable, Hashable {
    package let width: Int
    package let height: Int
    /// The `width * height * 3` values, row by row.
    package var pixels: [UInt8]

    /// Creates a picture; traps unless `pixels` has three values for each pixel.
    package init(width: Int, height: Int, pixels: [UInt8]) {
        precondition(width > 0 && height > 0 && pixels.count == width * height * 3)
        self.width = width
        self.height = height
        self.pixels = pixels
    }

    /// Returns the picture turned clockwise by quarter turns.
    package func turned(quarters: Int) -> ColorPicture {
        let quarters = quarters & 3
        guard quarters != 0 else { return self }
        let swapped = quarters & 1 == 1
        let (newWidth, newHeight) = swapped ? (height, width) : (width, height)
        let turned = [UInt8](unsafeUninitializedCapacity: pixels.count) { buffer, count in
            pixels.withUnsafeBufferPointer { source in
                for y in 0..<newHeight {
                    for x in 0..<newWidth {
                        let (fromX, fromY) =
                            switch quarters {
                            case 1: (y, height - 1 - x)
                            case 2: (width - 1 - x, height - 1 - y)
                            default: (width - 1 - y, x)
                            }
                        let from = (fromY * width + fromX) * 3
                        let to = (y * newWidth + x) * 3
                        buffer[to] = source[from]
                        buffer[to + 1] = source[from + 1]
                        buffer[to + 2] = source[from + 2]
                    }
                }
            }
            count = pixels.count
        }
        return ColorPicture(width: newWidth, height: newHeight, pixels: turned)
    }
}

extension ColorPicture {
    /// Returns the picture with left and right exchanged.
    package func mirrored() -> ColorPicture {
        var copy = self
        copy.pixels.withUnsafeMutableBufferPointer { pixels in
            for y in 0..<height {
                var (left, right) = (y * width * 3, ((y + 1) * width - 1) * 3)
                while left < right {
                    for channel in 0..<3 { pixels.swapAt(left + channel, right + channel) }
                    left += 3
                    right -= 3
                }
            }
        }
        return copy
    }

    /// Whether practically all pixels are gray, as of a form in black ink.
    package var isGray: Bool {
        let leastDifference = 40
        let mostColored = width * height / 9 / 2_000
        var colored = 0
        for y in stride(from: 0, to: height, by: 3) {
            for x in stride(from: 0, to: width, by: 3) {
                let i = (y * width + x) * 3
                let (red, green, blue) = (Int(pixels[i]), Int(pixels[i + 1]), Int(pixels[i + 2]))
                if max(red, green, blue) - min(red, green, blue) >= leastDifference { colored += 1 }
            }
        }
        return colored <= mostColored
    }
}
