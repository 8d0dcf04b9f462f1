/// A convex quadrilateral in a picture, with its corners in clockwise order as displayed.
package struct Quadrilateral: Sendable, Hashable {
    /// The four corners; the first is the page's top-left one once the orientation is known.
    package var corners: [Point]

    /// Creates a quadrilateral; `nil` unless there are four corners, convex and clockwise.
    package init?(_ corners: [Point]) {
        guard corners.count == 4 else { return nil }
        for i in 0..<4 {
            let a = corners[(i + 1) & 3] - corners[i]
            let b = corners[(i + 2) & 3] - corners[(i + 1) & 3]
            guard a.cross(b) > 0 else { return nil }
        }
        self.corners = corners
    }

    /// The area in square pixels.
    package var area: Double {
        (corners[2] - corners[0]).cross(corners[3] - corners[1]) / 2
    }

    /// The lengths of the sides, starting at the first corner.
    package var sides: [Double] { (0..<4).map { (corners[($0 + 1) & 3] - corners[$0]).length } }

    /// Returns whether a point is within the sides.
    func contains(_ p: Point) -> Bool {
        (0..<4).allSatisfy { (corners[($0 + 1) & 3] - corners[$0]).cross(p - corners[$0]) >= 0 }
    }

    /// Returns the quadrilateral with another corner as the first one.
    package func startingAt(_ index: Int) -> Quadrilateral {
        var copy = self
        copy.corners = (0..<4).map { corners[(index + $0) & 3] }
        return copy
    }

    /// The same quadrilateral, beginning with the side that runs most nearly from left to right.
    var fromTopLeft: Quadrilateral {
        let rises = (0..<4).map { i in
            let side = corners[(i + 1) & 3] - corners[i]
            return side.x / max(1, side.length)
        }
        return startingAt(rises.indices.max { rises[$0] < rises[$1] } ?? 0)
    }

    /// Returns the quadrilateral in a picture of another size.
    func scaled(byX x: Double, y: Double) -> Quadrilateral {
        var copy = self
        // The centre of a pixel stays the centre of an area of pixels.
        copy.corners = corners.map { Point(x: ($0.x + 0.5) * x - 0.5, y: ($0.y + 0.5) * y - 0.5) }
        return copy
    }
}
