import CPango

/// The line direction of a paragraph.
package enum TextDirection: Sendable {
    case leftToRight, rightToLeft

    /// Creates the direction of the first letter of a text; `nil` without letters.
    ///
    /// These are rules P2 and P3 of the Unicode Bidirectional Algorithm, without isolates.
    package init?(of text: String) {
        for scalar in text.unicodeScalars {
            guard scalar.properties.isAlphabetic else { continue }
            self = Self.isRightToLeft(scalar.value) ? .rightToLeft : .leftToRight
            return
        }
        return nil
    }

    /// Returns whether a letter belongs to a right-to-left script.
    ///
    /// The ranges are those of `DerivedBidiClass.txt`.
    private static func isRightToLeft(_ value: UInt32) -> Bool {
        switch value {
        case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
        default: false
        }
    }

    var pango: PangoDirection { self == .leftToRight ? PANGO_DIRECTION_LTR : PANGO_DIRECTION_RTL }
}
