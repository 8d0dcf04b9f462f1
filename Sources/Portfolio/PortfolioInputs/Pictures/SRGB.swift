import Foundation

/// The transfer function of sRGB (IEC 61966-2-1).
enum SRGB {
    /// Returns the linear light, from 0 to 1, of a level.
    static func linear(_ level: UInt8) -> Double { linear(Double(level) / 255) }

    /// Returns the linear light, from 0 to 1, of a relative level.
    static func linear(_ share: Double) -> Double {
        share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
    }

    /// Returns the level, from 0 to 255, of a linear light.
    static func level(_ light: Double) -> Int {
        let bounded = max(0, min(1, light))
        let share = bounded <= 0.003_130_8 ? bounded * 12.92 : 1.055 * pow(bounded, 1 / 2.4) - 0.055
        return Int(share * 255 + 0.5)
    }
}
