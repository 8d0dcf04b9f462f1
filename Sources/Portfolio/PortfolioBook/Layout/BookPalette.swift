import Foundation
package import Portfolio
package import Typesetting

/// The muted colours of a book; all text has a contrast of at least 4.5:1.
package struct BookPalette {
    /// The page background.
    package let page: Color
    /// Body text.
    package let ink: Color
    /// Secondary text.
    package let faint: Color
    /// Thin lines.
    package let rule: Color
    /// The frame of a picture with invisible edges, slightly stronger than other lines.
    package let frame: Color
    /// The background of cards.
    package let card: Color
    /// Headings, links and figures.
    package let accent: Color

    /// Returns whether a colour is hardly distinguishable from that of the page.
    package func isLikePage(_ cluster: ColorCluster) -> Bool {
        let own = OKLab(page)
        let distance =
            (cluster.lightness - own.lightness) * (cluster.lightness - own.lightness)
            + (cluster.a - own.a) * (cluster.a - own.a) + (cluster.b - own.b) * (cluster.b - own.b)
        return distance < Self.alike * Self.alike
    }

    /// The maximum OKLab distance of hardly distinguishable colours.
    private static let alike = 0.07

    /// The minimum contrast of text required by WCAG.
    package static let legible = 4.5
    /// The accent of a book without a picture, or with gray ones: a dark blue.
    private static let fallback = OKLab(lightness: 0.45, a: -0.02, b: -0.08)
    /// The chroma below which a colour counts as gray.
    private static let gray = 0.02

    /// Derives the palette of an edition from the colour clusters of the cover picture.
    package init(_ edition: PortfolioEdition, clusters: [ColorCluster]) {
        let isDark = edition.theme == .dark
        page = isDark ? Color(hex: 0x17181B) : .white
        ink = isDark ? Color(hex: 0xECEBE7) : Color(hex: 0x232325)
        faint = isDark ? Color(hex: 0xA5A5A2) : Color(hex: 0x646468)
        rule = isDark ? Color(hex: 0x3B3D42) : Color(hex: 0xD9D9D6)
        frame = isDark ? Color(hex: 0x4E5157) : Color(hex: 0xC6C6C2)
        card = isDark ? Color(hex: 0x222428) : Color(hex: 0xF5F4F1)
        let most = clusters.max { $0.chroma < $1.chroma }
        var wanted =
            edition.accent.flatMap(Color.init(accent:)).map(OKLab.init)
            ?? most.flatMap { $0.chroma < Self.gray ? nil : OKLab($0) } ?? Self.fallback
        let step = isDark ? 0.01 : -0.01
        // A hundred steps reach white or black from any lightness.
        for _ in 0..<100 where min(wanted.color.contrast(to: page), wanted.color.contrast(to: card)) < Self.legible {
            wanted.lightness = min(1, max(0, wanted.lightness + step))
        }
        accent = wanted.color
    }
}

extension ColorCluster {
    /// The distance from gray.
    fileprivate var chroma: Double { (a * a + b * b).squareRoot() }
}

/// A colour in OKLab (Ottosson 2020).
private struct OKLab {
    var lightness: Double
    var a: Double
    var b: Double

    init(lightness: Double, a: Double, b: Double) {
        self.lightness = lightness
        self.a = a
        self.b = b
    }

    init(_ cluster: ColorCluster) {
        self.init(lightness: cluster.lightness, a: cluster.a, b: cluster.b)
    }

    init(_ color: Color) {
        let (red, green, blue) = (color.red.linear, color.green.linear, color.blue.linear)
        let l = cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
        let m = cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
        let s = cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
        self.init(
            lightness: 0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
            a: 1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
            b: 0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s)
    }

    /// The colour in sRGB, with each component clamped.
    var color: Color {
        let l = pow(lightness + 0.3963377774 * a + 0.2158037573 * b, 3)
        let m = pow(lightness - 0.1055613458 * a - 0.0638541728 * b, 3)
        let s = pow(lightness - 0.0894841775 * a - 1.2914855480 * b, 3)
        return Color(
            red: (4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s).encoded,
            green: (-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s).encoded,
            blue: (-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s).encoded)
    }
}

extension Color {
    package init(hex: Int) {
        self.init(
            red: Double(hex >> 16 & 255) / 255, green: Double(hex >> 8 & 255) / 255, blue: Double(hex & 255) / 255)
    }

    /// Parses `#RRGGBB`; `nil` if malformed.
    package init?(accent: String) {
        let digits = accent.dropFirst()
        guard accent.first == "#", digits.count == 6, digits.allSatisfy(\.isHexDigit),
            let number = Int(digits, radix: 16)
        else { return nil }
        self.init(hex: number)
    }

    /// Returns the WCAG contrast with another colour, from 1 to 21.
    package func contrast(to other: Color) -> Double {
        let (light, dark) = (max(luminance, other.luminance), min(luminance, other.luminance))
        return (light + 0.05) / (dark + 0.05)
    }

    private var luminance: Double { 0.2126 * red.linear + 0.7152 * green.linear + 0.0722 * blue.linear }
}

extension Double {
    /// The linear value of an sRGB component.
    fileprivate var linear: Double { self <= 0.04045 ? self / 12.92 : pow((self + 0.055) / 1.055, 2.4) }

    /// The sRGB value of a linear component, from 0 to 1.
    fileprivate var encoded: Double {
        let value = self <= 0.0031308 ? self * 12.92 : 1.055 * pow(self, 1 / 2.4) - 0.055
        return min(1, max(0, value))
    }
}
