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
    ///
    /// A page for screens takes each a step larger: it is often smaller there than it would be in print, and farther away.
    package struct Sizes: Hashable, Sendable {
        package let note: Double
        package let body: Double
        package let lead: Double
        package let subtitle: Double
        package let heading: Double
        package let figure: Double
        package let title: Double
        package let display: Double
        package let cover: Double

        /// Those of printed pages.
        package static let print = Sizes(
            note: 8, body: 10, lead: 12.5, subtitle: 16, heading: 20, figure: 25, title: 31.5, display: 40, cover: 50)
        /// Those of pages for screens.
        package static let screen = Sizes(
            note: 10, body: 12.5, lead: 16, subtitle: 20, heading: 25, figure: 31.5, title: 40, display: 50, cover: 63)

        package var all: [Double] { [note, body, lead, subtitle, heading, figure, title, display, cover] }
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
