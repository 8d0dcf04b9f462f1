/// The decimal sign of a table that does not always use the same one.
///
/// `1.234,50` and `-97.93` show it, `1,060` does not; the row or the rows before decide.
struct DecimalGuess {
    private var sign = NumberFormat.DecimalSign.point

    /// Takes the evidence of a row's cells into account.
    mutating func note(_ cells: some Sequence<Substring>) {
        for cell in cells {
            if let shown = Self.evidence(of: cell) { sign = shown }
        }
    }

    /// The format of the numbers in the last row.
    var format: NumberFormat { NumberFormat(decimalSign: sign, isDecorated: true) }

    /// Returns the decimal sign that a number shows.
    private static func evidence(of text: Substring) -> NumberFormat.DecimalSign? {
        let separators = text.filter { $0 == "." || $0 == "," }
        guard let last = separators.last, let place = text.lastIndex(of: last) else { return nil }
        let shown: NumberFormat.DecimalSign = last == "." ? .point : .comma
        let other: NumberFormat.DecimalSign = last == "." ? .comma : .point
        if separators.contains(where: { $0 != last }) { return shown }
        if separators.count > 1 { return other }
        let digits = text[text.index(after: place)...].prefix { $0.isNumber }
        let whole = text[..<place].filter(\.isNumber)
        return digits.count == 3 && whole != "0" && !whole.isEmpty ? nil : shown
    }
}
