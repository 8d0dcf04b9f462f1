/// A point of a picture in pixels, from its top-left corner, y down.
package struct Point: Sendable, Hashable {
    package var x: Double
    package var y: Double

    package init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    static func + (a: Point, b: Point) -> Point { Point(x: a.x + b.x, y: a.y + b.y) }
    static func - (a: Point, b: Point) -> Point { Point(x: a.x - b.x, y: a.y - b.y) }
    static func * (a: Point, factor: Double) -> Point { Point(x: a.x * factor, y: a.y * factor) }

    /// The distance from the origin.
    var length: Double { (x * x + y * y).squareRoot() }

    /// Returns the z component of the cross product.
    func cross(_ other: Point) -> Double { x * other.y - y * other.x }

    /// Returns the scalar product.
    func dot(_ other: Point) -> Double { x * other.x + y * other.y }
}
