import Typesetting

/// The typefaces and the scale of type sizes of a book.
enum BookType {
    /// The text face: Century Schoolbook, with which generations learnt to read.
    static let serif =
        "C059, Noto Serif, Noto Naskh Arabic, Noto Serif Hebrew, Noto Serif Devanagari, Noto Serif Thai, serif"
    /// The face of labels: names, dates, numbers.
    static let sans =
        "URW Gothic, Noto Sans, Noto Sans Arabic, Noto Sans Hebrew, Noto Sans Devanagari, Noto Sans Thai, sans-serif"

    /// The sizes in points, each about 20 % above the previous.
    enum Size {
        static let note = 8.0
        static let small = 9.5
        static let body = 11.0
        static let reading = 12.5
        static let lead = 15.0
        static let title = 18.0
        static let display = 22.0
        static let poster = 27.0
        static let cover = 38.0
    }

    /// The ink of body text.
    static let ink = Color(gray: 0.16)
    /// The ink of secondary text, dark enough to be readable.
    static let faint = Color(gray: 0.40)

    /// Returns a style of the serif face.
    static func serif(
        _ size: Double, weight: Int = 400, isItalic: Bool = false, color: Color = ink
    ) -> TextStyle {
        TextStyle(families: serif, size: size, weight: weight, isItalic: isItalic, color: color, hasLigatures: false)
    }

    /// Returns a style of the sans-serif face.
    static func sans(_ size: Double, weight: Int = 400, color: Color = ink) -> TextStyle {
        TextStyle(families: sans, size: size, weight: weight, color: color, hasLigatures: false)
    }

    /// Returns a paragraph style with a line height in multiples of the size.
    static func paragraph(_ size: Double, spacing: Double = 1.45, alignment: Alignment = .start) -> ParagraphStyle {
        ParagraphStyle(alignment: alignment, leastLineHeight: size * spacing, spaceAfter: 0)
    }
}
