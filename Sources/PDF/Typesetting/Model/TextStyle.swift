/// The appearance and semantics of a text run.
package struct TextStyle: Hashable, Sendable {
    /// The font families in order of preference, separated by commas.
    ///
    /// Missing characters are taken from other installed fonts.
    package var families: String
    /// The size in points.
    package var size: Double
    /// The weight as in CSS: 400 is regular, 700 is bold.
    package var weight: Int
    package var isItalic: Bool
    package var color: Color
    /// The background colour; `nil` for none.
    package var background: Color?
    package var isUnderlined: Bool
    package var isStruckThrough: Bool
    /// The vertical position of the text relative to the line.
    package var position: Position
    /// Whether optional ligatures are used.
    ///
    /// For ligatures of OpenType fonts with PostScript outlines, cairo writes the represented text such that poppler
    /// loses the rest of a tagged paragraph.
    package var hasLigatures: Bool
    /// The target of a click on the text.
    package var link: LinkTarget?
    /// The language as a BCP 47 tag; `nil` for the document's.
    package var language: String?

    package enum Position: Hashable, Sendable {
        case normal, superscript, `subscript`
    }

    package init(
        families: String = Self.defaultFamilies, size: Double = 10.5, weight: Int = 400, isItalic: Bool = false,
        color: Color = .black, background: Color? = nil, isUnderlined: Bool = false, isStruckThrough: Bool = false,
        position: Position = .normal, hasLigatures: Bool = true, link: LinkTarget? = nil, language: String? = nil
    ) {
        self.families = families
        self.size = size
        self.weight = weight
        self.isItalic = isItalic
        self.color = color
        self.background = background
        self.isUnderlined = isUnderlined
        self.isStruckThrough = isStruckThrough
        self.position = position
        self.hasLigatures = hasLigatures
        self.link = link
        self.language = language
    }

    package static let defaultFamilies = "Noto Sans, DejaVu Sans, sans-serif"
    package static let monospacedFamilies = "DejaVu Sans Mono, Noto Sans Mono, monospace"
}

/// An opaque sRGB colour with components from 0 to 1.
package struct Color: Hashable, Sendable {
    package var red: Double
    package var green: Double
    package var blue: Double

    package init(red: Double, green: Double, blue: Double) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    /// Creates a shade of gray, from 0 (black) to 1 (white).
    package init(gray: Double) {
        self.init(red: gray, green: gray, blue: gray)
    }

    package static let black = Color(gray: 0)
    package static let white = Color(gray: 1)
}

/// The target of a link.
package enum LinkTarget: Hashable, Sendable {
    /// A URI, written to the PDF unchanged; callers decide on permitted schemes.
    case address(String)
    /// A named destination in the same document, possibly after the link.
    case destination(String)
}
