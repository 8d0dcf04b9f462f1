/// What a cell displays.
package struct CellValue: Sendable, Hashable {
    /// The text as the cell's format displays it; empty for a cell without a value.
    package var text: String
    /// The same in an unambiguous notation.
    ///
    /// It is nil if the text is in none of them.
    ///
    /// A day is written as `2026-04-03`, a number as displayed but as `1234.5`, yes or no as `yes` or `no`.
    package var plain: String?

    /// Creates a value.
    package init(text: String, plain: String? = nil) {
        self.text = text
        self.plain = plain == text ? nil : plain
    }
}
