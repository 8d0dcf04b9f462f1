package import Typesetting

/// The typefaces of a book, and one scale of sizes for all that stands in it.
package enum BookType {
    /// For what is read: Palladio, a face of books, drawn for long texts.
    package static let serif =
        "P052, Noto Serif, Noto Naskh Arabic, Noto Serif Hebrew, Noto Serif Devanagari, Noto Serif Thai, serif"
    /// For what names and labels.
    package static let sans =
        "Nimbus Sans, Noto Sans, Noto Sans Arabic, Noto Sans Hebrew, Noto Sans Devanagari, Noto Sans Thai, sans-serif"

    /// The sizes in points: preferred numbers (ISO 3, R10), each about a quarter larger than the one before.
    package enum Size {
        package static let note = 8.0
        package static let body = 10.0
        package static let lead = 12.5
        package static let subtitle = 16.0
        package static let heading = 20.0
        package static let figure = 25.0
        package static let title = 31.5
        package static let display = 40.0
        package static let cover = 50.0
        package static let all = [note, body, lead, subtitle, heading, figure, title, display, cover]
    }

    /// The number of characters of a line beyond which the eye loses the next one.
    package static let longestLine = 75

    /// A style of the serif face.
    package static func serif(_ size: Double, isItalic: Bool = false, color: Color) -> TextStyle {
        TextStyle(families: serif, size: size, isItalic: isItalic, color: color, hasLigatures: false)
    }

    /// A style of the sans-serif face.
    package static func sans(_ size: Double, weight: Int = 400, color: Color, link: LinkTarget? = nil) -> TextStyle {
        TextStyle(families: sans, size: size, weight: weight, color: color, hasLigatures: false, link: link)
    }

    /// How paragraphs are set whose lines are a multiple of their size apart.
    package static func paragraph(_ size: Double, spacing: Double = 1.4, alignment: Alignment = .start)
        -> ParagraphStyle
    {
        ParagraphStyle(alignment: alignment, leastLineHeight: size * spacing, spaceAfter: 0)
    }
}
