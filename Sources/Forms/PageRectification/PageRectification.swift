import Foundation
package import Geometry

/// A page drawn from the sheet that a photo shows.
package struct RectifiedPage: Sendable {
    /// The page, straight, evenly lit, not yet turned upright.
    package var picture: ColorPicture
    /// The size of the page in points.
    package var size: PageSize
    /// Pixels per inch.
    package var resolution: Int
    /// The page's corners in the picture, clockwise from the top left one.
    package var corners: Quadrilateral
}

/// Turns pictures of sheets into pages.
package enum PageRectification {
    /// Maximum resolution of a page in pixels per inch.
    private static let mostResolution = 300.0
    private static let leastResolution = 72.0
    /// The resolution over the picture's mean one.
    ///
    /// Perspective makes a part of the sheet larger.
    private static let enlargement = 1.12

    /// Whether the paper of a scan is bright everywhere; `resolution` is in pixels per inch.
    package static func isBright(_ scan: ColorPicture, resolution: Double) -> Bool {
        PageLight(on: scan, resolution: resolution).isBright
    }

    /// Returns a scan as a straight page with white paper.
    ///
    /// - Parameters:
    ///   - scan: the scan.
    ///   - size: the size of its page in points.
    ///   - skew: the clockwise angle of its lines in degrees.
    /// - Returns: the page; nil if it has no area.
    package static func page(of scan: ColorPicture, size: PageSize, skew: Double) -> RectifiedPage? {
        let (width, height) = (Double(scan.width), Double(scan.height))
        let (c, s) = (cos(skew * .pi / 180), sin(skew * .pi / 180))
        let corners = [(0.0, 0.0), (width, 0), (width, height), (0, height)].map { x, y in
            let (dx, dy) = (x - width / 2, y - height / 2)
            return Point(x: width / 2 + dx * c - dy * s - 0.5, y: height / 2 + dx * s + dy * c - 0.5)
        }
        guard let corners = Quadrilateral(corners) else { return nil }
        return page(
            of: FoundSheet(corners: corners, size: size, score: 1), in: scan, enlargement: 1
        )
    }

    /// Returns the sheet as a page: straight, with paper white and print dark.
    package static func page(of sheet: FoundSheet, in picture: ColorPicture) -> RectifiedPage? {
        page(of: sheet, in: picture, enlargement: enlargement)
    }

    private static func page(
        of sheet: FoundSheet, in picture: ColorPicture, enlargement: Double
    ) -> RectifiedPage? {
        let area = sheet.size.width * sheet.size.height / (72 * 72)
        let density = (sheet.corners.area / area).squareRoot() * enlargement
        let resolution = min(mostResolution, max(leastResolution, density)).rounded()
        let width = Int((sheet.size.width * resolution / 72).rounded())
        let height = Int((sheet.size.height * resolution / 72).rounded())
        var (source, corners) = (picture, sheet.corners)
        let reduction = Int(density / resolution / 1.5)
        if reduction > 1 {
            source = picture.reduced(by: reduction)
            corners = corners.scaled(byX: 1 / Double(reduction), y: 1 / Double(reduction))
        }
        guard let transform = Homography(width: Double(width), height: Double(height), to: corners) else { return nil }
        let warp = PictureWarp(transform: transform, width: width, height: height)
        let drawn = warp.drawn(source)
        var page = PageLight(on: drawn, resolution: resolution).evened(drawn)
        warp.whitenOutside(&page, of: source)
        return RectifiedPage(picture: page, size: sheet.size, resolution: Int(resolution), corners: sheet.corners)
    }
}

extension ColorPicture {
    /// Returns the picture in gray.
    package var gray: GrayImage {
        let pixels = [UInt8](unsafeUninitializedCapacity: width * height) { buffer, count in
            self.pixels.withUnsafeBufferPointer { source in
                for i in 0..<width * height {
                    // The weights of ITU-R BT.601, in parts of 256.
                    let sum = 77 * Int(source[3 * i]) + 150 * Int(source[3 * i + 1]) + 29 * Int(source[3 * i + 2])
                    buffer[i] = UInt8(sum >> 8)
                }
            }
            count = width * height
        }
        return GrayImage(width: width, height: height, pixels: pixels)
    }

    /// Returns the picture with the mean of each square of pixels as one pixel.
    package func reduced(by factor: Int) -> ColorPicture {
        guard factor > 1 else { return self }
        let (newWidth, newHeight) = (max(1, width / factor), max(1, height / factor))
        let pixels = [UInt8](unsafeUninitializedCapacity: newWidth * newHeight * 3) { buffer, count in
            self.pixels.withUnsafeBufferPointer { source in
                for y in 0..<newHeight {
                    for x in 0..<newWidth {
                        var (red, green, blue) = (0, 0, 0)
                        for row in y * factor..<min(height, (y + 1) * factor) {
                            var i = (row * width + x * factor) * 3
                            for _ in 0..<min(factor, width - x * factor) {
                                red += Int(source[i])
                                green += Int(source[i + 1])
                                blue += Int(source[i + 2])
                                i += 3
                            }
                        }
                        let area = min(factor, height - y * factor) * min(factor, width - x * factor)
                        let i = (y * newWidth + x) * 3
                        buffer[i] = UInt8((red + area / 2) / area)
                        buffer[i + 1] = UInt8((green + area / 2) / area)
                        buffer[i + 2] = UInt8((blue + area / 2) / area)
                    }
                }
            }
            count = newWidth * newHeight * 3
        }
        return ColorPicture(width: newWidth, height: newHeight, pixels: pixels)
    }
}
