/// The part of a picture on a page: a photographed sheet or a straightened scan.
///
/// The picture is upright as its EXIF data say. Corners are in its pixels, from its top left corner, and can be outside it.
public struct PictureSheet: Sendable, Hashable, Codable {
    /// The page's corners in the picture: top left, top right, bottom right, bottom left.
    public var corners: [Corner]

    /// Creates a sheet.
    public init(corners: [Corner]) {
        self.corners = corners
    }

    /// A place in a picture.
    public struct Corner: Sendable, Hashable, Codable {
        /// The number of pixels from the picture's left edge.
        public var x: Double
        /// The number of pixels from the picture's upper edge.
        public var y: Double

        /// Creates a place.
        public init(x: Double, y: Double) {
            self.x = x
            self.y = y
        }
    }
}
