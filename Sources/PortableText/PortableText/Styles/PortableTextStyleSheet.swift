/// The styles of a document.
///
/// The keys are styles of text blocks (`normal`, `h1`, `blockquote`, …) and types of objects (`code`, `table`, `image`,
/// `embed`).
public struct PortableTextStyleSheet: Hashable, Sendable {
    /// Overrides of the default styles, and additional styles of text blocks.
    public private(set) var styles: [String: PortableTextStyle]
    /// The page of the PDF.
    public var page: Page

    /// The page of the PDF; lengths are in points.
    public struct Page: Hashable, Sendable {
        /// The size.
        public var size: Size
        /// The margins.
        public var margins: PortableTextStyle.Padding

        /// Creates a page.
        public init(size: Size = .a4, margins: PortableTextStyle.Padding = PortableTextStyle.Padding()) {
            self.size = size
            self.margins = margins
        }
    }

    /// The size of a page.
    public enum Size: String, Hashable, Sendable, CaseIterable {
        /// ISO A4, 210 by 297 mm.
        case a4 = "A4"
        /// ISO A5, 148 by 210 mm.
        case a5 = "A5"
        /// US Letter, 8.5 by 11 inches.
        case letter = "Letter"
    }

    /// Creates a style sheet.
    public init(_ styles: [String: PortableTextStyle] = [:], page: Page = Page()) {
        self.styles = styles
        self.page = page
    }

    /// The style of a type: the default one, overridden by this sheet.
    ///
    /// Setting it changes the sheet only.
    ///
    /// All types except `code` inherit the font family of `normal`, unless they have their own.
    public subscript(type: String) -> PortableTextStyle {
        get {
            var base = Self.defaults[type] ?? Self.normal
            if type != ObjectType.code, let family = styles[PortableTextBlock.normalStyle]?.font.family {
                base.font.family = family
            }
            return styles[type].map(base.overridden) ?? base
        }
        set { styles[type] = newValue }
    }

    /// The style of a heading by its level, from 1 to 6.
    public subscript(heading level: Int) -> PortableTextStyle {
        get { self["h\(level)"] }
        set { self["h\(level)"] = newValue }
    }

    /// Returns whether a text is a valid style name.
    ///
    /// It consists of letters, digits, hyphens and underscores, and starts with a letter.
    package static func isName(_ name: String) -> Bool {
        name.first?.isLetter == true
            && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }
    }

    /// The vocabulary of documents that use this sheet.
    public var vocabulary: PortableTextVocabulary { .standard.adding(styles: styles.keys) }

    /// The keys of objects in a style sheet.
    package static let objectTypes = [ObjectType.code, ObjectType.table, ObjectType.image, ObjectType.embed]

    private static let families = "Noto Sans, DejaVu Sans, sans-serif"

    private static let normal = PortableTextStyle(
        font: .init(family: families, size: 10.5, weight: 400, isItalic: false), lineSpacing: 1.15,
        padding: .init(top: 0, start: 0, bottom: 7, end: 0))

    private static func heading(_ size: Double, top: Double, bottom: Double) -> PortableTextStyle {
        normal.overridden(
            by: PortableTextStyle(
                font: .init(size: size, weight: 700), lineSpacing: 1.05, padding: .init(top: top, bottom: bottom)))
    }

    private static let defaults: [String: PortableTextStyle] = [
        "normal": normal,
        "h1": heading(22, top: 20, bottom: 8), "h2": heading(17, top: 16, bottom: 6),
        "h3": heading(14, top: 13, bottom: 5), "h4": heading(12, top: 11, bottom: 4),
        "h5": heading(10.5, top: 10, bottom: 4), "h6": heading(9.5, top: 10, bottom: 4),
        "blockquote": normal.overridden(
            by: PortableTextStyle(
                foregroundColor: PortableTextColor(red: 70, green: 70, blue: 70),
                padding: .init(top: 4, start: 14, bottom: 10, end: 14))),
        ObjectType.code: normal.overridden(
            by: PortableTextStyle(
                font: .init(family: "DejaVu Sans Mono, Noto Sans Mono, monospace", size: 9),
                backgroundColor: PortableTextColor(red: 244, green: 244, blue: 244),
                padding: .init(top: 8, start: 12, bottom: 8, end: 12))),
        ObjectType.table: normal.overridden(
            by: PortableTextStyle(font: .init(size: 9.5), padding: .init(top: 4, bottom: 10))),
        ObjectType.image: normal.overridden(
            by: PortableTextStyle(
                font: .init(size: 9), foregroundColor: PortableTextColor(red: 90, green: 90, blue: 90),
                padding: .init(top: 6, bottom: 10), alignment: .center)),
    ]
}
