import FormDetection
import PageRectification

extension Homography {
    /// Returns the image of a place.
    func callAsFunction(_ p: Place) -> Place {
        let image = self(Point(x: p.x, y: p.y))
        return Place(image.x, image.y)
    }

    /// Returns the similarity that takes two points to two others, or nil.
    static func similarity(_ a: (Place, Place), _ b: (Place, Place)) -> Homography? {
        let (u, v) = (a.1 - a.0, b.1 - b.0)
        let length = u.x * u.x + u.y * u.y
        guard length > 1e-9 else { return nil }
        let c = (u.x * v.x + u.y * v.y) / length
        let s = (u.x * v.y - u.y * v.x) / length
        return Homography(
            [c, -s, b.0.x - c * a.0.x + s * a.0.y, s, c, b.0.y - s * a.0.x - c * a.0.y, 0, 0, 1])
    }

    /// Returns the transformation that fits weighted pairs of points best, or nil.
    ///
    /// Parallel lines stay parallel if it is affine.
    static func fit(_ pairs: [(from: Place, to: Place)], weights: [Double], isAffine: Bool) -> Homography? {
        let count = isAffine ? 6 : 8
        guard pairs.count >= count / 2 else { return nil }
        // Numbers of about 1 keep the equations well conditioned.
        let unit = 1.0 / 400
        // Arrays in this loop would take longer than the sums.
        var products = [SIMD8<Double>](repeating: .zero, count: count)
        var values = SIMD8<Double>.zero
        for (pair, weight) in zip(pairs, weights) {
            let p = pair.from * unit
            let q = pair.to * unit
            // An affine transformation does not use the last two.
            let first = SIMD8(p.x, p.y, 1, 0, 0, 0, -q.x * p.x, -q.x * p.y)
            let second = SIMD8(0, 0, 0, p.x, p.y, 1, -q.y * p.x, -q.y * p.y)
            let (a, b) = (first * weight, second * weight)
            for i in 0..<count { products[i] += first * a[i] + second * b[i] }
            values += a * q.x + b * q.y
        }
        let rows = (0..<count).map { i in (0..<count).map { products[i][$0] } + [values[i]] }
        guard var s = LinearEquations.solved(rows, leastPivot: 1e-12) else { return nil }
        if isAffine { s += [0, 0] }
        return Homography([s[0], s[1], s[2] / unit, s[3], s[4], s[5] / unit, s[6] * unit, s[7] * unit, 1])
    }
}
