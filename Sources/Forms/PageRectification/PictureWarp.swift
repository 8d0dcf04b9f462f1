import Foundation

/// Draws a part of a picture as a page, by bicubic interpolation.
struct PictureWarp {
    /// Takes places on the page to places in the picture.
    let transform: Homography
    let width: Int
    let height: Int

    /// The number of fractions of a pixel that weights are computed for.
    private static let phases = 64
    /// The weights of four neighbours for each fraction (Catmull and Rom).
    private static let weights: [SIMD4<Float>] = (0...phases).map {
        let t = Float($0) / Float(phases)
        let (t2, t3) = (t * t, t * t * t)
        return SIMD4(-t3 + 2 * t2 - t, 3 * t3 - 5 * t2 + 2, -3 * t3 + 4 * t2 + t, t3 - t2) / 2
    }

    /// Returns the page; the picture's border is continued outside.
    func drawn(_ picture: ColorPicture) -> ColorPicture {
        let m = transform.values
        let pixels = [UInt8](unsafeUninitializedCapacity: width * height * 3) { buffer, count in
            picture.pixels.withUnsafeBufferPointer { source in
                Self.weights.withUnsafeBufferPointer { weights in
                    for y in 0..<height {
                        let v = Double(y) + 0.5
                        var (a, b, c) = (
                            m[1] * v + m[2] + 0.5 * m[0], m[4] * v + m[5] + 0.5 * m[3], m[7] * v + m[8] + 0.5 * m[6]
                        )
                        var place = y * width * 3
                        for _ in 0..<width {
                            let color = Self.color(x: a / c, y: b / c, source, picture.width, picture.height, weights)
                            buffer[place] = UInt8(color.x)
                            buffer[place + 1] = UInt8(color.y)
                            buffer[place + 2] = UInt8(color.z)
                            place += 3
                            a += m[0]
                            b += m[3]
                            c += m[6]
                        }
                    }
                }
            }
            count = width * height * 3
        }
        return ColorPicture(width: width, height: height, pixels: pixels)
    }

    @inline(__always)
    private static func color(
        x: Double, y: Double, _ source: UnsafeBufferPointer<UInt8>, _ width: Int, _ height: Int,
        _ weights: UnsafeBufferPointer<SIMD4<Float>>
    ) -> SIMD4<Float> {
        let (x, y) = (min(Double(width), max(-1, x)), min(Double(height), max(-1, y)))
        let (wholeX, wholeY) = (x.rounded(.down), y.rounded(.down))
        let across = weights[Int((x - wholeX) * Double(phases) + 0.5)]
        let down = weights[Int((y - wholeY) * Double(phases) + 0.5)]
        let (left, top) = (Int(wholeX) - 1, Int(wholeY) - 1)
        var sum = SIMD4<Float>(repeating: 0.5)
        let isWithin = left >= 0 && top >= 0 && left + 3 < width && top + 3 < height
        for k in 0..<4 {
            let row = (isWithin ? top + k : min(height - 1, max(0, top + k))) * width
            var line = SIMD4<Float>()
            for l in 0..<4 {
                let i = (row + (isWithin ? left + l : min(width - 1, max(0, left + l)))) * 3
                line += across[l] * SIMD4(Float(source[i]), Float(source[i + 1]), Float(source[i + 2]), 0)
            }
            sum += down[k] * line
        }
        return sum.clamped(lowerBound: SIMD4(), upperBound: SIMD4(repeating: 255))
    }

    /// Whitens places outside the picture, such as a cut-off corner.
    func whitenOutside(_ page: inout ColorPicture, of picture: ColorPicture) {
        let corners = [(0, 0), (width, 0), (width, height), (0, height)].map {
            transform(Point(x: Double($0.0), y: Double($0.1)))
        }
        let (right, bottom) = (Double(picture.width) - 0.5, Double(picture.height) - 0.5)
        func isOutside(_ p: Point) -> Bool { p.x < -0.5 || p.y < -0.5 || p.x > right || p.y > bottom }
        guard corners.contains(where: isOutside) else { return }
        for y in 0..<height {
            for x in 0..<width where isOutside(transform(Point(x: Double(x) + 0.5, y: Double(y) + 0.5))) {
                let i = (y * width + x) * 3
                (page.pixels[i], page.pixels[i + 1], page.pixels[i + 2]) = (255, 255, 255)
            }
        }
    }
}
