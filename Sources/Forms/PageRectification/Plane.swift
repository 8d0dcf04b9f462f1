/// A plane of gray levels, reduced from a picture for measuring.
///
/// The level of a pixel is that of its darkest channel: paper is bright in all of them, wood and cloth are not.
package struct Plane {
    let width: Int
    let height: Int
    var levels: [UInt8]
    /// Pixels of the picture per pixel of the plane, across and down.
    let scale: (x: Double, y: Double)

    /// Reduces a picture to a length of its longer side, by the mean over areas.
    package init(_ picture: ColorPicture, longSide: Int) {
        let factor = max(1, Double(max(picture.width, picture.height)) / Double(longSide))
        let width = max(1, Int((Double(picture.width) / factor).rounded()))
        let height = max(1, Int((Double(picture.height) / factor).rounded()))
        let columns = (0...width).map { $0 * picture.width / width }
        levels = [UInt8](unsafeUninitializedCapacity: width * height) { buffer, count in
            picture.pixels.withUnsafeBufferPointer { source in
                for y in 0..<height {
                    let rows = y * picture.height / height..<(y + 1) * picture.height / height
                    for x in 0..<width {
                        var (red, green, blue) = (0, 0, 0)
                        for row in rows {
                            var place = (row * picture.width + columns[x]) * 3
                            for _ in columns[x]..<columns[x + 1] {
                                red += Int(source[place])
                                green += Int(source[place + 1])
                                blue += Int(source[place + 2])
                                place += 3
                            }
                        }
                        let area = rows.count * (columns[x + 1] - columns[x])
                        buffer[y * width + x] = UInt8(min(red, green, blue) / area)
                    }
                }
            }
            count = width * height
        }
        self.width = width
        self.height = height
        scale = (Double(picture.width) / Double(width), Double(picture.height) / Double(height))
    }

    /// Removes dark marks narrower than `2 * radius + 1` pixels, such as print.
    ///
    /// This is a closing. The border is continued outside, so that a narrow strip of table along it stays.
    package func closed(radius: Int) -> Plane {
        var result = self
        let (paddedWidth, paddedHeight) = (width + 2 * radius, height + 2 * radius)
        var padded = [UInt8](repeating: 0, count: paddedWidth * paddedHeight)
        for y in 0..<paddedHeight {
            let row = min(height - 1, max(0, y - radius)) * width
            for x in 0..<paddedWidth {
                padded[y * paddedWidth + x] = levels[row + min(width - 1, max(0, x - radius))]
            }
        }
        for isBrighter in [true, false] {
            padded = Self.spread(
                padded, width: paddedWidth, height: paddedHeight, radius: radius, isBrighter: isBrighter)
        }
        for y in 0..<height {
            for x in 0..<width {
                result.levels[y * width + x] = padded[(y + radius) * paddedWidth + x + radius]
            }
        }
        return result
    }

    /// Returns the brightest or darkest level around each pixel.
    private static func spread(
        _ levels: [UInt8], width: Int, height: Int, radius: Int, isBrighter: Bool
    ) -> [UInt8] {
        func pass(_ source: [UInt8], _ count: Int, _ step: Int, _ lines: Int, _ lineStep: Int) -> [UInt8] {
            var target = source
            source.withUnsafeBufferPointer { source in
                target.withUnsafeMutableBufferPointer { target in
                    for line in 0..<lines {
                        let start = line * lineStep
                        for i in 0..<count {
                            var level = source[start + i * step]
                            for k in max(0, i - radius)...min(count - 1, i + radius) {
                                let other = source[start + k * step]
                                level = isBrighter ? max(level, other) : min(level, other)
                            }
                            target[start + i * step] = level
                        }
                    }
                }
            }
            return target
        }
        return pass(pass(levels, width, 1, height, width), height, width, width, 1)
    }
}
