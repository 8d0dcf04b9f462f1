/// Texts that spreadsheet programs must not take for formulas.
///
/// An apostrophe before such a text is what these programs themselves use. It is added and removed without loss, so
/// that a text that begins with apostrophes of its own comes back as well.
package enum SpreadsheetText {
    /// Returns a text that no program evaluates.
    package static func guarded(_ text: String) -> String { isFormula(text) ? "'" + text : text }

    /// Returns the text that was guarded.
    package static func unguarded(_ text: String) -> String {
        text.first == "'" && isFormula(text) ? String(text.dropFirst()) : text
    }

    /// Returns whether a text begins a formula, behind apostrophes and blanks or not.
    ///
    /// Some programs remove blanks before they look for a formula.
    private static func isFormula(_ text: String) -> Bool {
        text.unicodeScalars.first { !"' \u{A0}".unicodeScalars.contains($0) }.map(
            "=+-@\t\r\n＝＋－＠".unicodeScalars.contains) ?? false
    }
}
