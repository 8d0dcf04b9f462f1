import PortableText

import Typesetting

/// The style of a block in terms of the typesetter.
struct BlockLook {
    /// The text style.
    var text: TextStyle
    /// The paragraph style.
    var paragraph: ParagraphStyle

    /// The space around a box with a background, in points.
    private static let boxDistance = 6.0

    init(_ style: PortableTextStyle, direction: PortableTextDirection? = nil) {
        text = TextStyle(
            families: style.font.family ?? TextStyle.defaultFamilies, size: style.font.size ?? 10.5,
            weight: style.font.weight ?? 400, isItalic: style.font.isItalic ?? false,
            color: style.foregroundColor?.color ?? .black)
        let padding = Insets(
            top: style.padding.top ?? 0, start: style.padding.start ?? 0, bottom: style.padding.bottom ?? 0,
            end: style.padding.end ?? 0)
        paragraph = ParagraphStyle(
            alignment: style.alignment?.alignment ?? .start, direction: direction?.direction,
            lineSpacing: style.lineSpacing ?? 1)
        if let background = style.backgroundColor {
            // The padding is inside the background.
            paragraph.spaceBefore = Self.boxDistance
            paragraph.spaceAfter = Self.boxDistance
            paragraph.box = BoxStyle(padding: padding, background: background.color)
        } else {
            paragraph.spaceBefore = padding.top
            paragraph.spaceAfter = padding.bottom
            paragraph.box = BoxStyle(padding: Insets(start: padding.start, end: padding.end))
        }
    }
}

extension PortableTextColor {
    var color: Color { Color(red: Double(red) / 255, green: Double(green) / 255, blue: Double(blue) / 255) }

    init(_ color: Color) {
        func component(_ value: Double) -> UInt8 { UInt8((min(max(value, 0), 1) * 255).rounded()) }
        self.init(red: component(color.red), green: component(color.green), blue: component(color.blue))
    }
}

extension PortableTextStyle.Alignment {
    fileprivate var alignment: Alignment {
        switch self {
        case .start: .start
        case .center: .center
        case .end: .end
        case .justified: .justified
        }
    }
}

extension PortableTextDirection {
    fileprivate var direction: Direction { self == .rightToLeft ? .rightToLeft : .leftToRight }
}

extension TextStyle {
    /// The style for custom renderers.
    var portable: PortableTextTextStyle {
        PortableTextTextStyle(
            family: families, size: size, weight: weight, isItalic: isItalic, isUnderlined: isUnderlined,
            isStruckThrough: isStruckThrough, foregroundColor: PortableTextColor(color),
            backgroundColor: background.map(PortableTextColor.init))
    }

    /// Applies the properties that a style sets.
    mutating func apply(_ style: PortableTextTextStyle) {
        families = style.family ?? families
        size = style.size ?? size
        weight = style.weight ?? weight
        isItalic = style.isItalic ?? isItalic
        isUnderlined = style.isUnderlined ?? isUnderlined
        isStruckThrough = style.isStruckThrough ?? isStruckThrough
        color = style.foregroundColor?.color ?? color
        background = style.backgroundColor?.color ?? background
    }
}
