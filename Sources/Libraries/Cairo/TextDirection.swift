import CPango

/// The direction in which a paragraph's lines run.
package enum TextDirection: Sendable {
    case leftToRight, rightToLeft

    /// The direction of the first letter of a text (rules P2 and P3 of the Unicode Bidirectional Algorithm, without
    /// isolates); `nil` if it has none.
    package init?(of text: String) {
        for scalar in text.unicodeScalars {
            guard scalar.properties.isAlphabetic else { continue }
            self = Self.isRightToLeft(scalar.value) ? .rightToLeft : .leftToRight
            return
        }
        return nil
    }

    /// Whether a letter belongs to a script written from right to left (the ranges of `DerivedBidiClass.txt`).
    private static func isRightToLeft(_ value: UInt32) -> Bool {
        switch value {
        case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
        default: false
        }
    }

    var pango: PangoDirection { self == .leftToRight ? PANGO_DIRECTION_LTR : PANGO_DIRECTION_RTL }
}
