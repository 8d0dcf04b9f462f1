/// A projective transformation of the plane; the ninth number of its matrix is 1.
struct ProjectiveTransform: Sendable, Hashable {
    /// The first eight numbers of the matrix, row by row.
    var m: [Double]

    static let identity = ProjectiveTransform(m: [1, 0, 0, 0, 1, 0, 0, 0])

    func callAsFunction(_ p: Place) -> Place {
        let w = m[6] * p.x + m[7] * p.y + 1
        return Place((m[0] * p.x + m[1] * p.y + m[2]) / w, (m[3] * p.x + m[4] * p.y + m[5]) / w)
    }

    /// The inverse transformation, or nil.
    var inverse: ProjectiveTransform? {
        let c = [
            m[4] - m[5] * m[7], m[2] * m[7] - m[1], m[1] * m[5] - m[2] * m[4],
            m[5] * m[6] - m[3], m[0] - m[2] * m[6], m[2] * m[3] - m[0] * m[5],
            m[3] * m[7] - m[4] * m[6], m[1] * m[6] - m[0] * m[7], m[0] * m[4] - m[1] * m[3],
        ]
        guard abs(c[8]) > 1e-12 else { return nil }
        return ProjectiveTransform(m: c.prefix(8).map { $0 / c[8] })
    }

    /// Returns the similarity that takes two points to two others, or nil.
    static func similarity(_ a: (Place, Place), _ b: (Place, Place)) -> ProjectiveTransform? {
        let (u, v) = (a.1 - a.0, b.1 - b.0)
        let length = u.x * u.x + u.y * u.y
        guard length > 1e-9 else { return nil }
        let c = (u.x * v.x + u.y * v.y) / length
        let s = (u.x * v.y - u.y * v.x) / length
        return ProjectiveTransform(
            m: [c, -s, b.0.x - c * a.0.x + s * a.0.y, s, c, b.0.y - s * a.0.x - c * a.0.y, 0, 0])
    }

    /// Returns the transformation that fits weighted pairs of points best, or nil.
    ///
    /// Parallel lines stay parallel if it is affine.
    static func fit(_ pairs: [(from: Place, to: Place)], weights: [Double], isAffine: Bool) -> ProjectiveTransform? {
        let count = isAffine ? 6 : 8
        guard pairs.count >= count / 2 else { return nil }
        // Numbers of about 1 keep the equations well conditioned.
        let unit = 1.0 / 400
        var rows = [[Double]](repeating: [Double](repeating: 0, count: count + 1), count: count)
        for (pair, weight) in zip(pairs, weights) {
            let p = pair.from * unit
            let q = pair.to * unit
            var first = [p.x, p.y, 1, 0, 0, 0]
            var second = [0, 0, 0, p.x, p.y, 1]
            if !isAffine {
                first += [-q.x * p.x, -q.x * p.y]
                second += [-q.y * p.x, -q.y * p.y]
            }
            for (row, value) in [(first, q.x), (second, q.y)] {
                for i in 0..<count where row[i] != 0 {
                    for k in 0..<count { rows[i][k] += weight * row[i] * row[k] }
                    rows[i][count] += weight * row[i] * value
                }
            }
        }
        guard var s = solved(rows) else { return nil }
        if isAffine { s += [0, 0] }
        return ProjectiveTransform(m: [s[0], s[1], s[2] / unit, s[3], s[4], s[5] / unit, s[6] * unit, s[7] * unit])
    }

    /// Solves linear equations by elimination with row exchanges; nil if they are not independent.
    private static func solved(_ equations: [[Double]]) -> [Double]? {
        var rows = equations
        let count = rows.count
        for i in 0..<count {
            guard let pivot = (i..<count).max(by: { abs(rows[$0][i]) < abs(rows[$1][i]) }), abs(rows[pivot][i]) > 1e-12
            else { return nil }
            rows.swapAt(i, pivot)
            for k in i + 1..<count {
                let factor = rows[k][i] / rows[i][i]
                if factor == 0 { continue }
                for column in i...count { rows[k][column] -= factor * rows[i][column] }
            }
        }
        var result = [Double](repeating: 0, count: count)
        for i in (0..<count).reversed() {
            let known = (i + 1..<count).reduce(0) { $0 + rows[i][$1] * result[$1] }
            result[i] = (rows[i][count] - known) / rows[i][i]
        }
        return result
    }
}
