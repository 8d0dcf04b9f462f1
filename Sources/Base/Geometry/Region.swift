/// A rectangle on a page in PDF points.
///
/// The origin is the top-left corner of the page as displayed, with y down.
public struct Region: Sendable, Hashable, Codable {
    /// The left edge.
    public var x: Double
    /// The top edge.
    public var y: Double
    /// The width.
    public var width: Double
    /// The height.
    public var height: Double

    /// Creates a rectangle from its top-left corner and its size.
    public init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// Creates the rectangle between two opposite corners, given in either order.
    public init(left: Double, top: Double, right: Double, bottom: Double) {
        self.init(
            x: min(left, right), y: min(top, bottom), width: abs(right - left), height: abs(bottom - top))
    }

    /// The left edge.
    public var left: Double { x }
    /// The top edge.
    public var top: Double { y }
    /// The right edge.
    public var right: Double { x + width }
    /// The bottom edge.
    public var bottom: Double { y + height }
    /// The horizontal centre.
    public var midX: Double { x + width / 2 }
    /// The vertical centre.
    public var midY: Double { y + height / 2 }
    /// The area in square points.
    public var area: Double { width * height }

    /// Returns the length of the overlap in x; negative for a gap.
    public func horizontalOverlap(_ other: Region) -> Double {
        min(right, other.right) - max(left, other.left)
    }

    /// Returns the length of the overlap in y; negative for a gap.
    public func verticalOverlap(_ other: Region) -> Double {
        min(bottom, other.bottom) - max(top, other.top)
    }

    /// Returns the common area of both rectangles, if any.
    public func intersection(_ other: Region) -> Region? {
        let w = horizontalOverlap(other)
        let h = verticalOverlap(other)
        guard w > 0, h > 0 else { return nil }
        return Region(x: max(left, other.left), y: max(top, other.top), width: w, height: h)
    }

    /// Returns the smallest rectangle that contains both.
    public func union(_ other: Region) -> Region {
        Region(
            left: min(left, other.left), top: min(top, other.top), right: max(right, other.right),
            bottom: max(bottom, other.bottom))
    }

    /// Returns the rectangle shrunk by an amount on each side; negative amounts enlarge it.
    ///
    /// A side never becomes shorter than 0.
    public func insetBy(dx: Double, dy: Double) -> Region {
        let w = max(0, width - 2 * dx)
        let h = max(0, height - 2 * dy)
        return Region(x: midX - w / 2, y: midY - h / 2, width: w, height: h)
    }

    /// Returns whether the rectangle contains a point.
    public func contains(x px: Double, y py: Double) -> Bool {
        px >= left && px <= right && py >= top && py <= bottom
    }

    /// Returns the intersection over union, from 0 to 1.
    public func intersectionOverUnion(_ other: Region) -> Double {
        guard let shared = intersection(other)?.area else { return 0 }
        return shared / (area + other.area - shared)
    }
}
