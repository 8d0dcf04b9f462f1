/// The image of a page in 8-bit gray, with unpadded rows from the top.
///
/// Values are from 0 (black) to 255 (white).
package struct GrayImage: Sendable, Hashable {
    package let width: Int
    package let height: Int
    /// The `width * height` values, row by row.
    package var pixels: [UInt8]

    /// Creates an image; traps unless `pixels` has `width * height` values.
    package init(width: Int, height: Int, pixels: [UInt8]) {
        precondition(width >= 0 && height >= 0 && pixels.count == width * height)
        self.width = width
        self.height = height
        self.pixels = pixels
    }

    package subscript(x: Int, y: Int) -> UInt8 {
        get { pixels[y * width + x] }
        set { pixels[y * width + x] = newValue }
    }
}
