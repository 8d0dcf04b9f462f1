package import Typesetting

/// The typefaces and the scale of type sizes of a book.
package enum BookType {
    /// The text face: Palladio, a book face for long texts.
    package static let serif =
        "P052, Noto Serif, Noto Naskh Arabic, Noto Serif Hebrew, Noto Serif Devanagari, Noto Serif Thai, serif"
    /// The face of headings and labels.
    package static let sans =
        "Nimbus Sans, Noto Sans, Noto Sans Arabic, Noto Sans Hebrew, Noto Sans Devanagari, Noto Sans Thai, sans-serif"

    /// The sizes in points.
    ///
    /// They are preferred numbers (ISO 3, R10), each about 25 % above the previous.
    ///
    /// Each size is one step larger on a page for screens, which is often smaller and farther away than a printed page.
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

        /// The sizes for print.
        package static let print = Sizes(
            note: 8, body: 10, lead: 12.5, subtitle: 16, heading: 20, figure: 25, title: 31.5, display: 40, cover: 50)
        /// The sizes for screens.
        package static let screen = Sizes(
            note: 10, body: 12.5, lead: 16, subtitle: 20, heading: 25, figure: 31.5, title: 40, display: 50, cover: 63)

        package var all: [Double] { [note, body, lead, subtitle, heading, figure, title, display, cover] }
    }

    /// The maximum number of characters of a readable line.
    package static let longestLine = 75

    /// Returns a style of the serif face.
    package static func serif(_ size: Double, isItalic: Bool = false, color: Color) -> TextStyle {
        TextStyle(families: serif, size: size, isItalic: isItalic, color: color, hasLigatures: false)
    }

    /// Returns a style of the sans-serif face.
    package static func sans(_ size: Double, weight: Int = 400, color: Color, link: LinkTarget? = nil) -> TextStyle {
        TextStyle(families: sans, size: size, weight: weight, color: color, hasLigatures: false, link: link)
    }

    /// Returns a paragraph style with a line height in multiples of the size.
    package static func paragraph(_ size: Double, spacing: Double = 1.4, alignment: Alignment = .start)
        -> ParagraphStyle
    {
        ParagraphStyle(alignment: alignment, leastLineHeight: size * spacing, spaceAfter: 0)
    }
}
