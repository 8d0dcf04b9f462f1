/// Linear equations with as many unknowns.
package enum LinearEquations {
    /// Solves equations by elimination with row exchanges.
    ///
    /// - Parameters:
    ///   - equations: the rows, each with its coefficients and the right side last.
    ///   - leastPivot: the absolute value from which a pivot counts as one.
    /// - Returns: the unknowns; `nil` if the equations are not independent.
    package static func solved(_ equations: [[Double]], leastPivot: Double) -> [Double]? {
        var rows = equations
        let count = rows.count
        for i in 0..<count {
            guard let pivot = (i..<count).max(by: { abs(rows[$0][i]) < abs(rows[$1][i]) }),
                abs(rows[pivot][i]) > leastPivot
            else { return nil }
            rows.swapAt(i, pivot)
            for k in i + 1..<count {
                let factor = rows[k][i] / rows[i][i]
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
