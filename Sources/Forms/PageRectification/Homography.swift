/// A projective transformation of the plane, as a matrix of nine numbers row by row.
package struct Homography: Sendable, Hashable {
    package let values: [Double]

    /// Creates the transformation of a matrix.
    package init(_ values: [Double]) {
        self.values = values
    }

    /// Creates the transformation that takes the corners of a rectangle to those of a quadrilateral.
    ///
    /// The rectangle extends from the origin; its top-left corner goes to the first corner. `nil` if the corners are
    /// not in general position.
    package init?(width: Double, height: Double, to target: Quadrilateral) {
        let (p0, p1, p2, p3) = (target.corners[0], target.corners[1], target.corners[2], target.corners[3])
        // The unit square first (Heckbert 1989, 2.2.3).
        let sum = p0 - p1 + p2 - p3
        let d1 = p1 - p2
        let d2 = p3 - p2
        let determinant = d1.cross(d2)
        guard abs(determinant) > 1e-9, width > 0, height > 0 else { return nil }
        let g = sum.cross(d2) / determinant
        let h = d1.cross(sum) / determinant
        let a = p1 - p0 + p1 * g
        let b = p3 - p0 + p3 * h
        values = [a.x / width, b.x / height, p0.x, a.y / width, b.y / height, p0.y, g / width, h / height, 1]
    }

    /// The inverse transformation, or `nil`.
    package var inverse: Homography? {
        let m = values
        let cofactors = [
            m[4] * m[8] - m[5] * m[7], m[2] * m[7] - m[1] * m[8], m[1] * m[5] - m[2] * m[4],
            m[5] * m[6] - m[3] * m[8], m[0] * m[8] - m[2] * m[6], m[2] * m[3] - m[0] * m[5],
            m[3] * m[7] - m[4] * m[6], m[1] * m[6] - m[0] * m[7], m[0] * m[4] - m[1] * m[3],
        ]
        let determinant = m[0] * cofactors[0] + m[1] * cofactors[3] + m[2] * cofactors[6]
        guard abs(determinant) > 1e-18 else { return nil }
        return Homography(cofactors.map { $0 / determinant })
    }

    /// Returns the image of a point.
    package func callAsFunction(_ p: Point) -> Point {
        let m = values
        let w = m[6] * p.x + m[7] * p.y + m[8]
        return Point(x: (m[0] * p.x + m[1] * p.y + m[2]) / w, y: (m[3] * p.x + m[4] * p.y + m[5]) / w)
    }
}
