/// A text style: font and colours.
///
/// Nil inherits a property from the surrounding text.
public struct PortableTextTextStyle: Hashable, Sendable {
    /// The font families in order of preference, separated by commas.
    public var family: String?
    /// The size in points.
    public var size: Double?
    /// The weight as in CSS: 400 is normal, 700 is bold.
    public var weight: Int?
    /// Whether the text is italic.
    public var isItalic: Bool?
    /// Whether the text is underlined.
    public var isUnderlined: Bool?
    /// Whether the text is struck through.
    public var isStruckThrough: Bool?
    /// The colour of the text.
    public var foregroundColor: PortableTextColor?
    /// The colour behind the text.
    public var backgroundColor: PortableTextColor?

    /// Creates a style.
    public init(
        family: String? = nil, size: Double? = nil, weight: Int? = nil, isItalic: Bool? = nil,
        isUnderlined: Bool? = nil, isStruckThrough: Bool? = nil, foregroundColor: PortableTextColor? = nil,
        backgroundColor: PortableTextColor? = nil
    ) {
        self.family = family
        self.size = size
        self.weight = weight
        self.isItalic = isItalic
        self.isUnderlined = isUnderlined
        self.isStruckThrough = isStruckThrough
        self.foregroundColor = foregroundColor
        self.backgroundColor = backgroundColor
    }
}

/// The style of the blocks of a type or style.
///
/// Nil inherits a property from the default style.
public struct PortableTextStyle: Hashable, Sendable {
    /// The font.
    public var font: Font
    /// The colour of the text.
    public var foregroundColor: PortableTextColor?
    /// The colour behind the block.
    public var backgroundColor: PortableTextColor?
    /// The line height as a multiple of the font's own, from 0.5 to 5.
    public var lineSpacing: Double?
    /// The distance between the block and its surroundings, in points.
    public var padding: Padding
    /// The alignment of lines between the margins.
    public var alignment: Alignment?

    /// A font.
    public struct Font: Hashable, Sendable {
        /// The families in order of preference, separated by commas.
        public var family: String?
        /// The size in points.
        public var size: Double?
        /// The weight as in CSS, from 100 to 1000: 400 is normal, 700 is bold.
        public var weight: Int?
        /// Whether the font is italic.
        public var isItalic: Bool?

        /// Creates a font.
        public init(family: String? = nil, size: Double? = nil, weight: Int? = nil, isItalic: Bool? = nil) {
            self.family = family
            self.size = size
            self.weight = weight
            self.isItalic = isItalic
        }
    }

    /// Distances in points.
    ///
    /// `start` is the left side, or the right one in right-to-left text.
    public struct Padding: Hashable, Sendable {
        /// The space above.
        public var top: Double?
        /// The space at the start of lines.
        public var start: Double?
        /// The space below.
        public var bottom: Double?
        /// The space at the end of lines.
        public var end: Double?

        /// Creates distances.
        public init(top: Double? = nil, start: Double? = nil, bottom: Double? = nil, end: Double? = nil) {
            self.top = top
            self.start = start
            self.bottom = bottom
            self.end = end
        }
    }

    /// The alignment of lines between the margins.
    public enum Alignment: String, Hashable, Sendable, CaseIterable {
        /// At the start.
        case start
        /// Centred.
        case center
        /// At the end.
        case end
        /// At both sides, except for the last line.
        case justified
    }

    /// Creates a style.
    public init(
        font: Font = Font(), foregroundColor: PortableTextColor? = nil, backgroundColor: PortableTextColor? = nil,
        lineSpacing: Double? = nil, padding: Padding = Padding(), alignment: Alignment? = nil
    ) {
        self.font = font
        self.foregroundColor = foregroundColor
        self.backgroundColor = backgroundColor
        self.lineSpacing = lineSpacing
        self.padding = padding
        self.alignment = alignment
    }

    /// Returns the style, overridden by the properties that another one sets.
    public func overridden(by other: PortableTextStyle) -> PortableTextStyle {
        PortableTextStyle(
            font: Font(
                family: other.font.family ?? font.family, size: other.font.size ?? font.size,
                weight: other.font.weight ?? font.weight, isItalic: other.font.isItalic ?? font.isItalic),
            foregroundColor: other.foregroundColor ?? foregroundColor,
            backgroundColor: other.backgroundColor ?? backgroundColor, lineSpacing: other.lineSpacing ?? lineSpacing,
            padding: Padding(
                top: other.padding.top ?? padding.top, start: other.padding.start ?? padding.start,
                bottom: other.padding.bottom ?? padding.bottom, end: other.padding.end ?? padding.end),
            alignment: other.alignment ?? alignment)
    }
}

/// A colour in sRGB, without transparency.
public struct PortableTextColor: Hashable, Sendable {
    /// The red component, from 0 to 255.
    public var red: UInt8
    /// The green component, from 0 to 255.
    public var green: UInt8
    /// The blue component, from 0 to 255.
    public var blue: UInt8

    /// Creates a colour.
    public init(red: UInt8, green: UInt8, blue: UInt8) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    /// Parses a colour of the form `#rrggbb` or `#rgb`; nil if malformed.
    public init?(_ text: String) {
        let digits = text.dropFirst().compactMap { $0.isASCII ? $0.hexDigitValue : nil }
        guard text.first == "#", digits.count == text.count - 1 else { return nil }
        switch digits.count {
        case 3: self.init(red: UInt8(digits[0] * 17), green: UInt8(digits[1] * 17), blue: UInt8(digits[2] * 17))
        case 6:
            self.init(
                red: UInt8(digits[0] * 16 + digits[1]), green: UInt8(digits[2] * 16 + digits[3]),
                blue: UInt8(digits[4] * 16 + digits[5]))
        default: return nil
        }
    }

    /// The colour in CSS notation.
    package var css: String { "rgb(\(red),\(green),\(blue))" }
}
