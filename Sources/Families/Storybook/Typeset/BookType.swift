import Typesetting

/// The typefaces of a book, and one scale of sizes for all that stands in it.
enum BookType {
    /// For what is read: Century Schoolbook, from which generations learnt to read.
    static let serif =
        "C059, Noto Serif, Noto Naskh Arabic, Noto Serif Hebrew, Noto Serif Devanagari, Noto Serif Thai, serif"
    /// For what labels: names, dates, numbers.
    static let sans =
        "URW Gothic, Noto Sans, Noto Sans Arabic, Noto Sans Hebrew, Noto Sans Devanagari, Noto Sans Thai, sans-serif"

    /// The sizes in points, each about a fifth larger than the one before.
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

    /// The ink of text.
    static let ink = Color(gray: 0.16)
    /// The ink of what is said by the way; dark enough to be read.
    static let faint = Color(gray: 0.40)

    /// A style of the serif face.
    static func serif(
        _ size: Double, weight: Int = 400, isItalic: Bool = false, color: Color = ink
    ) -> TextStyle {
        TextStyle(families: serif, size: size, weight: weight, isItalic: isItalic, color: color, hasLigatures: false)
    }

    /// A style of the sans-serif face.
    static func sans(_ size: Double, weight: Int = 400, color: Color = ink) -> TextStyle {
        TextStyle(families: sans, size: size, weight: weight, color: color, hasLigatures: false)
    }

    /// How paragraphs are set whose lines are a multiple of their size apart.
    static func paragraph(_ size: Double, spacing: Double = 1.45, alignment: Alignment = .start) -> ParagraphStyle {
        ParagraphStyle(alignment: alignment, leastLineHeight: size * spacing, spaceAfter: 0)
    }
}
