extension StringProtocol {
    /// The text in quotation marks, for keys and labels in messages; see `abridged(to:)`.
    package var quoted: String { "\"\(abridged(to: 60))\"" }

    /// Returns the text shortened and with its control characters escaped.
    ///
    /// It can have any length, contain private data and end up on a terminal. `length` counts Unicode scalars, since a
    /// single letter can carry any number of marks.
    package func abridged(to length: Int) -> String {
        let start = unicodeScalars.prefix(length)
        let printable = start.map { $0.isUnprintable ? $0.escaped(asASCII: true) : String($0) }.joined()
        return start.endIndex < unicodeScalars.endIndex ? printable + "…" : printable
    }
}

extension Unicode.Scalar {
    /// The code point in the usual notation, such as `U+00E9`.
    package var codePoint: String {
        let number = String(value, radix: 16, uppercase: true)
        return "U+" + String(repeating: "0", count: max(0, 4 - number.count)) + number
    }

    /// Whether the scalar is a control, a line break or a change of direction.
    ///
    /// It would move a terminal's cursor or affect the text that follows.
    package var isUnprintable: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: properties.isBidiControl
        }
    }
}
