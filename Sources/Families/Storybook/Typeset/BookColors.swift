import Families
import Typesetting

/// The calm colours of a page, derived from the child's.
struct BookColors {
    /// The child's colour.
    let accent: Color
    /// The background of stories.
    let tint: Color
    /// The background of covers.
    let paper: Color
    /// The colour of titles, dark enough for white and tinted backgrounds.
    let deep: Color
    /// The colour of text on the accent.
    let onAccent: Color

    /// Derives the palette from `#RRGGBB`, or from the default if malformed.
    init(_ hex: String) {
        var accent = Color(hex: hex) ?? Color(hex: Self.fallback) ?? .black
        // On white pages, a child with the colour white gets gray.
        if min(accent.red, accent.green, accent.blue) > Self.palest { accent = accent.mixed(with: .black, 0.3) }
        self.accent = accent
        tint = accent.mixed(with: .white, 0.91)
        paper = accent.mixed(with: .white, 0.84)
        var deep = accent
        while deep.contrast(to: accent.mixed(with: .white, 0.84)) < Self.legible {
            deep = deep.mixed(with: .black, 0.08)
        }
        self.deep = deep
        onAccent = accent.contrast(to: .white) >= Self.distinct ? .white : deep.mixed(with: .black, 0.4)
    }

    /// The text contrast required by WCAG, with a margin.
    private static let legible = 5.5
    /// The minimum component above which a colour looks like paper.
    private static let palest = 0.85
    /// The contrast of a single large letter.
    private static let distinct = 2.2
    /// The colour of children without one.
    private static let fallback = "#E91E63"

    /// The colour of the thin line around pictures.
    ///
    /// Their paper may be as white as the page.
    static let keyline = Color(gray: 0.80)
}

extension Color {
    /// Parses `#RRGGBB`.
    init?(hex: String) {
        guard StoryText.isColor(hex), let number = Int(hex.dropFirst(), radix: 16) else { return nil }
        self.init(
            red: Double(number >> 16 & 255) / 255, green: Double(number >> 8 & 255) / 255,
            blue: Double(number & 255) / 255)
    }

    /// Returns a mixture with a share of another colour.
    func mixed(with other: Color, _ share: Double) -> Color {
        Color(
            red: red + (other.red - red) * share, green: green + (other.green - green) * share,
            blue: blue + (other.blue - blue) * share)
    }

    /// Returns the WCAG contrast with another colour, from 1 to 21.
    func contrast(to other: Color) -> Double {
        let (light, dark) = (max(luminance, other.luminance), min(luminance, other.luminance))
        return (light + 0.05) / (dark + 0.05)
    }

    /// The relative luminance with a square instead of the sRGB curve, close enough for choices.
    private var luminance: Double { 0.2126 * red * red + 0.7152 * green * green + 0.0722 * blue * blue }
}
