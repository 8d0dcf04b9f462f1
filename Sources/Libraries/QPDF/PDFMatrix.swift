/// A transformation of coordinates (ISO 32000-1, 8.3.3).
///
/// It stands for x' = a x + c y + e, y' = b x + d y + f.
package struct PDFMatrix {
    var a = 1.0
    var b = 0.0
    var c = 0.0
    var d = 1.0
    var e = 0.0
    var f = 0.0

    /// Creates the identity matrix.
    package init() {}

    /// Creates a matrix from six finite numbers, or `nil`.
    package init?(_ numbers: [Double]) {
        guard numbers.count == 6, numbers.allSatisfy(\.isFinite) else { return nil }
        (a, b, c, d, e, f) = (numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], numbers[5])
    }

    /// Returns the concatenation that applies this matrix first.
    package func then(_ other: PDFMatrix) -> PDFMatrix {
        var result = PDFMatrix()
        result.a = a * other.a + b * other.c
        result.b = a * other.b + b * other.d
        result.c = c * other.a + d * other.c
        result.d = c * other.b + d * other.d
        result.e = e * other.a + f * other.c + other.e
        result.f = e * other.b + f * other.d + other.f
        return result
    }

    /// Maps a point.
    package func point(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
        (a * x + c * y + e, b * x + d * y + f)
    }

    /// Returns the bounding box of a transformed rectangle; `nil` if it is not finite.
    package func box(x1: Double, y1: Double, x2: Double, y2: Double) -> (
        x1: Double, y1: Double, x2: Double, y2: Double
    )? {
        let corners = [point(x1, y1), point(x2, y1), point(x1, y2), point(x2, y2)]
        let xs = corners.map(\.x).sorted()
        let ys = corners.map(\.y).sorted()
        guard (xs + ys).allSatisfy(\.isFinite) else { return nil }
        return (xs[0], ys[0], xs[3], ys[3])
    }
}
