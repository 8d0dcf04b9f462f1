/// How a run of text looks, and what it means to a reader or a screen reader.
package struct TextStyle: Hashable, Sendable {
    /// Font families in order of preference, separated by commas.
    ///
    /// Characters that they lack are taken from other installed fonts.
    package var families: String
    /// The size in points.
    package var size: Double
    /// The weight as in CSS: 400 is normal, 700 is bold.
    package var weight: Int
    package var isItalic: Bool
    package var color: Color
    /// The colour behind the text; `nil` for none.
    package var background: Color?
    package var isUnderlined: Bool
    package var isStruckThrough: Bool
    /// The vertical position of the text relative to the line.
    package var position: Position
    /// Whether letters such as f and l merge.
    ///
    /// Cairo writes what merged letters of OpenType fonts with PostScript outlines stand for so that poppler loses the
    /// rest of a tagged paragraph.
    package var hasLigatures: Bool
    /// What a click on the text opens.
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

/// A colour in sRGB, without transparency; components range from 0 to 1.
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

/// What a link opens.
package enum LinkTarget: Hashable, Sendable {
    /// A URI, which is written to the PDF as it is; callers decide which schemes are allowed.
    case address(String)
    /// A named destination in the same document. It may come later than the link.
    case destination(String)
}
