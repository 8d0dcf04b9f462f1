import Foundation

/// Encodes a picture as a short placeholder text (BlurHash).
///
/// An app shows it while the picture loads.
package enum BlurHash {
    /// The longer side of the encoded picture in pixels; no component is finer.
    package static let side = 64
    private static let digits = Array(
        "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz#$%*+,-.:;=?@[]^_{|}~")

    private typealias Colour = (red: Double, green: Double, blue: Double)

    /// Returns the text for 1 to 9 components across and down.
    package static func text(of grid: PixelGrid, across: Int, down: Int) -> String {
        var waves: [Colour] = []
        let linear = (0...255).map { SRGB.linear(UInt8($0)) }
        for j in 0..<down {
            let vertical = (0..<grid.height).map { cos(Double.pi * Double(j * $0) / Double(grid.height)) }
            for i in 0..<across {
                let horizontal = (0..<grid.width).map { cos(Double.pi * Double(i * $0) / Double(grid.width)) }
                var sum: Colour = (0, 0, 0)
                for y in 0..<grid.height {
                    for x in 0..<grid.width {
                        let basis = horizontal[x] * vertical[y]
                        let place = 3 * (y * grid.width + x)
                        sum.red += basis * linear[Int(grid.samples[place])]
                        sum.green += basis * linear[Int(grid.samples[place + 1])]
                        sum.blue += basis * linear[Int(grid.samples[place + 2])]
                    }
                }
                let scale = (i == 0 && j == 0 ? 1.0 : 2.0) / Double(grid.width * grid.height)
                waves.append((sum.red * scale, sum.green * scale, sum.blue * scale))
            }
        }
        return text(of: waves, size: across - 1 + (down - 1) * 9)
    }

    private static func text(of waves: [Colour], size: Int) -> String {
        let mean = waves[0]
        let others = waves.dropFirst()
        let most = others.map { max(abs($0.red), abs($0.green), abs($0.blue)) }.max() ?? 0
        let step = others.isEmpty ? 0 : Int(max(0, min(82, (most * 166 - 0.5).rounded(.down))))
        let scale = Double(step + 1) / 166
        var text = number(size, 1) + number(step, 1)
        text += number(SRGB.level(mean.red) << 16 | SRGB.level(mean.green) << 8 | SRGB.level(mean.blue), 4)
        func level(_ value: Double) -> Int {
            let root = (abs(value) / scale).squareRoot() * (value < 0 ? -1 : 1)
            return Int(max(0, min(18, (root * 9 + 9.5).rounded(.down))))
        }
        for wave in others { text += number((level(wave.red) * 19 + level(wave.green)) * 19 + level(wave.blue), 2) }
        return text
    }

    private static func number(_ value: Int, _ length: Int) -> String {
        var (rest, text) = (value, "")
        for _ in 0..<length {
            text = String(digits[rest % 83]) + text
            rest /= 83
        }
        return text
    }
}
