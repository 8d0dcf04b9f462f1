import Foundation

/// The light on a page, without the printed areas in it.
///
/// Light changes gradually, or at the edge of a shadow, which has any direction. The edge of a tint is sharp and lies along
/// a row or column. So the steps from block to block are those of the light but for sharp ones in straight lines, and the
/// light is the surface whose steps are nearest to them (Poisson's equation, solved from coarse to fine).
struct GradualLight {
    private let columns: Int
    private let rows: Int
    /// The steps to the block on the right, and to the one below.
    private var right: [SIMD4<Float>]
    private var down: [SIMD4<Float>]

    /// Maximum step of logarithms that can be noise.
    private static let leastStep: Float = 0.03
    /// Maximum share of a gradual change over five blocks that is in the middle one.
    private static let mostGradual: Float = 0.42
    /// Minimum share of sharp steps among five side by side that make a straight line.
    private static let leastStraight = 0.8

    /// Returns the logarithms of the light, up to a constant.
    static func logarithms(of grid: LightGrid) -> [SIMD4<Float>] {
        let logs = grid.logarithms
        var light = GradualLight(columns: grid.columns, rows: grid.rows)
        for y in 0..<light.rows {
            for x in 0..<light.columns {
                let i = y * light.columns + x
                if x + 1 < light.columns { light.right[i] = logs[i + 1] - logs[i] }
                if y + 1 < light.rows { light.down[i] = logs[i + light.columns] - logs[i] }
            }
        }
        Self.flatten(&light.right, count: light.columns, step: 1, lines: light.rows, lineStep: light.columns)
        Self.flatten(&light.down, count: light.rows, step: light.columns, lines: light.columns, lineStep: 1)
        return light.surface()
    }

    private init(columns: Int, rows: Int) {
        (self.columns, self.rows) = (columns, rows)
        right = [SIMD4<Float>](repeating: SIMD4(), count: columns * rows)
        down = right
    }

    /// Removes the sharp steps in straight lines across a direction.
    private static func flatten(_ steps: inout [SIMD4<Float>], count: Int, step: Int, lines: Int, lineStep: Int) {
        // The sign of each sharp step.
        var sharp = [Int8](repeating: 0, count: steps.count)
        for line in 0..<lines {
            for k in 0..<count {
                let i = line * lineStep + k * step
                let own = steps[i]
                let channel = (0..<3).max { abs(own[$0]) < abs(own[$1]) } ?? 0
                guard abs(own[channel]) >= leastStep else { continue }
                var change: Float = 0
                for l in max(0, k - 2)...min(count - 1, k + 2) { change += steps[line * lineStep + l * step][channel] }
                let isGradual = change * own[channel] > 0 && abs(own[channel]) <= mostGradual * abs(change)
                if !isGradual { sharp[i] = own[channel] > 0 ? 1 : -1 }
            }
        }
        for line in 0..<lines {
            for k in 0..<count where sharp[line * lineStep + k * step] != 0 {
                let i = line * lineStep + k * step
                var straight = 0
                let others = max(0, line - 2)...min(lines - 1, line + 2)
                for other in others {
                    let place = other * lineStep
                    if (max(0, k - 1)...min(count - 1, k + 1)).contains(where: { sharp[place + $0 * step] == sharp[i] })
                    {
                        straight += 1
                    }
                }
                if Double(straight) >= leastStraight * Double(others.count) { steps[i] = SIMD4() }
            }
        }
    }

    /// Returns the surface with the nearest steps.
    private func surface() -> [SIMD4<Float>] {
        guard columns > 4 || rows > 4 else {
            return improved([SIMD4<Float>](repeating: SIMD4(), count: columns * rows), rounds: 60)
        }
        let half = halved()
        let coarse = half.surface()
        var start = [SIMD4<Float>](repeating: SIMD4(), count: columns * rows)
        for y in 0..<rows {
            for x in 0..<columns {
                // Half a step from the middle of four blocks.
                let across = right[y * columns + x & ~1] * (x & 1 == 0 ? -0.5 : 0.5)
                let along = down[(y & ~1) * columns + x] * (y & 1 == 0 ? -0.5 : 0.5)
                start[y * columns + x] = coarse[y / 2 * half.columns + x / 2] + across + along
            }
        }
        return improved(start, rounds: 16)
    }

    /// Returns the steps between groups of four blocks.
    private func halved() -> GradualLight {
        var half = GradualLight(columns: (columns + 1) / 2, rows: (rows + 1) / 2)
        for y in 0..<half.rows {
            for x in 0..<half.columns {
                let place = y * half.columns + x
                let (ownRows, ownColumns) = (2 * y..<min(rows, 2 * y + 2), 2 * x..<min(columns, 2 * x + 2))
                if x + 1 < half.columns {
                    for row in ownRows {
                        let i = row * columns + 2 * x
                        half.right[place] += (right[i] + right[i + 2]) * 0.5 + right[i + 1]
                    }
                    half.right[place] /= Float(ownRows.count)
                }
                if y + 1 < half.rows {
                    for column in ownColumns {
                        let i = 2 * y * columns + column
                        half.down[place] += (down[i] + down[i + 2 * columns]) * 0.5 + down[i + columns]
                    }
                    half.down[place] /= Float(ownColumns.count)
                }
            }
        }
        return half
    }

    /// Returns a surface after rounds of successive over-relaxation.
    private func improved(_ start: [SIMD4<Float>], rounds: Int) -> [SIMD4<Float>] {
        var surface = start
        surface.withUnsafeMutableBufferPointer { surface in
            right.withUnsafeBufferPointer { right in
                down.withUnsafeBufferPointer { down in
                    for _ in 0..<rounds {
                        for y in 0..<rows {
                            for x in 0..<columns {
                                let i = y * columns + x
                                var (sum, count) = (SIMD4<Float>(), Float(0))
                                if x > 0 { (sum, count) = (sum + surface[i - 1] + right[i - 1], count + 1) }
                                if x + 1 < columns { (sum, count) = (sum + surface[i + 1] - right[i], count + 1) }
                                if y > 0 { (sum, count) = (sum + surface[i - columns] + down[i - columns], count + 1) }
                                if y + 1 < rows { (sum, count) = (sum + surface[i + columns] - down[i], count + 1) }
                                guard count > 0 else { continue }
                                surface[i] += 1.5 * (sum / count - surface[i])
                            }
                        }
                    }
                }
            }
        }
        return surface
    }
}

extension LightGrid {
    /// The natural logarithms of the colours.
    fileprivate var logarithms: [SIMD4<Float>] {
        colors.map { SIMD4(log(max(1, $0.x)), log(max(1, $0.y)), log(max(1, $0.z)), 0) }
    }
}
