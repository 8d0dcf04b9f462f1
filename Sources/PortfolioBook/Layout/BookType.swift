import Typesetting

/// The typefaces of a book, and one scale of sizes for all that stands in it.
enum BookType {
    /// For what is read: Palladio, a face of books, drawn for long texts.
    static let serif =
        "P052, Noto Serif, Noto Naskh Arabic, Noto Serif Hebrew, Noto Serif Devanagari, Noto Serif Thai, serif"
    /// For what names and labels.
    static let sans =
        "Nimbus Sans, Noto Sans, Noto Sans Arabic, Noto Sans Hebrew, Noto Sans Devanagari, Noto Sans Thai, sans-serif"

    /// The sizes in points: preferred numbers (ISO 3, R10), each about a quarter larger than the one before.
    enum Size {
        static let note = 8.0
        static let body = 10.0
        static let lead = 12.5
        static let subtitle = 16.0
        static let heading = 20.0
        static let figure = 25.0
        static let title = 31.5
        static let display = 40.0
        static let cover = 50.0
        static let all = [note, body, lead, subtitle, heading, figure, title, display, cover]
    }

    /// The number of characters of a line beyond which the eye loses the next one.
    static let longestLine = 75

    /// A style of the serif face.
    static func serif(_ size: Double, isItalic: Bool = false, color: Color) -> TextStyle {
        TextStyle(families: serif, size: size, isItalic: isItalic, color: color, hasLigatures: false)
    }

    /// A style of the sans-serif face.
    static func sans(_ size: Double, weight: Int = 400, color: Color, link: LinkTarget? = nil) -> TextStyle {
        TextStyle(families: sans, size: size, weight: weight, color: color, hasLigatures: false, link: link)
    }

    /// How paragraphs are set whose lines are a multiple of their size apart.
    static func paragraph(_ size: Double, spacing: Double = 1.4, alignment: Alignment = .start) -> ParagraphStyle {
        ParagraphStyle(alignment: alignment, leastLineHeight: size * spacing, spaceAfter: 0)
    }
}
