/// A rectangle on a page: PDF points, origin at the top-left corner of the page as displayed, y down.
public struct Region: Sendable, Hashable, Codable {
    public var x: Double
    public var y: Double
    public var width: Double
    public var height: Double

    public init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// The rectangle between two corners, in whichever order they come.
    public init(left: Double, top: Double, right: Double, bottom: Double) {
        self.init(
            x: min(left, right), y: min(top, bottom), width: abs(right - left), height: abs(bottom - top))
    }

    public var left: Double { x }
    public var top: Double { y }
    public var right: Double { x + width }
    public var bottom: Double { y + height }
    public var midX: Double { x + width / 2 }
    public var midY: Double { y + height / 2 }
    public var area: Double { width * height }

    /// How far the two overlap in x; negative is the gap between them.
    public func horizontalOverlap(_ other: Region) -> Double {
        min(right, other.right) - max(left, other.left)
    }

    /// How far the two overlap in y; negative is the gap between them.
    public func verticalOverlap(_ other: Region) -> Double {
        min(bottom, other.bottom) - max(top, other.top)
    }

    /// The part that both cover, or nil where they do not meet.
    public func intersection(_ other: Region) -> Region? {
        let w = horizontalOverlap(other)
        let h = verticalOverlap(other)
        guard w > 0, h > 0 else { return nil }
        return Region(x: max(left, other.left), y: max(top, other.top), width: w, height: h)
    }

    /// The smallest rectangle around both.
    public func union(_ other: Region) -> Region {
        Region(
            left: min(left, other.left), top: min(top, other.top), right: max(right, other.right),
            bottom: max(bottom, other.bottom))
    }

    /// The rectangle grown on each side; negative amounts shrink it, never below nothing.
    public func insetBy(dx: Double, dy: Double) -> Region {
        let w = max(0, width - 2 * dx)
        let h = max(0, height - 2 * dy)
        return Region(x: midX - w / 2, y: midY - h / 2, width: w, height: h)
    }

    public func contains(x px: Double, y py: Double) -> Bool {
        px >= left && px <= right && py >= top && py <= bottom
    }

    /// Intersection over union, from 0 to 1.
    public func intersectionOverUnion(_ other: Region) -> Double {
        guard let shared = intersection(other)?.area else { return 0 }
        return shared / (area + other.area - shared)
    }
}

/// The extent of a page as displayed, in PDF points.
public struct PageSize: Sendable, Hashable, Codable {
    public var width: Double
    public var height: Double

    public init(width: Double, height: Double) {
        self.width = width
        self.height = height
    }
}
