extension StringProtocol {
    /// The text as messages quote keys and labels; see `abridged(to:)`.
    package var quoted: String { "\"\(abridged(to: 60))\"" }

    /// The text shortened, since it may be of any length and hold what is private, and with its control characters
    /// escaped, since it may end on a terminal.
    ///
    /// - Parameter length: in Unicode scalars, since one letter may bear any number of marks.
    package func abridged(to length: Int) -> String {
        let start = unicodeScalars.prefix(length)
        let printable = start.map { $0.isUnprintable ? $0.escaped(asASCII: true) : String($0) }.joined()
        return start.endIndex < unicodeScalars.endIndex ? printable + "…" : printable
    }
}

extension Field {
    /// How messages name the field: by its label and its name, which may have to be typed as a key.
    package var title: String { Self.title(label: label, name: name) }

    /// How messages name a field of this label and name.
    package static func title(label: String, name: String) -> String { "\(label.quoted) (\(name.abridged(to: 200)))" }
}

extension Unicode.Scalar {
    /// Such as `U+00E9`.
    package var codePoint: String {
        let number = String(value, radix: 16, uppercase: true)
        return "U+" + String(repeating: "0", count: max(0, 4 - number.count)) + number
    }

    /// Whether the scalar would move a terminal's cursor, begin a line or turn the direction of what follows.
    package var isUnprintable: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: properties.isBidiControl
        }
    }
}
