/// A picture of a page: 8-bit gray, 0 black to 255 white, rows from the top, no padding.
public struct GrayImage: Sendable, Hashable {
    public let width: Int
    public let height: Int
    /// `width * height` values, row by row.
    public var pixels: [UInt8]

    /// Traps unless `pixels` holds exactly `width * height` values.
    public init(width: Int, height: Int, pixels: [UInt8]) {
        precondition(width >= 0 && height >= 0 && pixels.count == width * height)
        self.width = width
        self.height = height
        self.pixels = pixels
    }

    public subscript(x: Int, y: Int) -> UInt8 {
        get { pixels[y * width + x] }
        set { pixels[y * width + x] = newValue }
    }
}
