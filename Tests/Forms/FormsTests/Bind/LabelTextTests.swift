import FormImport
import Testing

@Suite("Labels are compared without case, accents, punctuation and spacing") struct LabelTextTests {
    /// Every ASCII character between two letters.
    private static let texts =
        (0..<0x80).map { "A\(Character(Unicode.Scalar(UInt8($0))))b" } + ["", " 15.c. Total INCOME\r\n(line 4)", "?!"]
    /// A sign of which nothing is left, so that a text with it is not in ASCII.
    private static let sign = "…"

    @Test("a text in ASCII is folded as in any other text", arguments: texts)
    func folding(_ text: String) {
        #expect(LabelText.folded(text) + Self.sign == LabelText.folded(text + Self.sign))
    }

    @Test("letters and digits of a text in ASCII are those of any other text", arguments: texts)
    func normalising(_ text: String) {
        #expect(LabelText.normalised(text) == LabelText.normalised(text + Self.sign))
    }

    @Test("the words of a text in ASCII are those of any other text", arguments: texts)
    func words(_ text: String) {
        #expect(LabelText.words(text) == LabelText.words(text + Self.sign))
    }

    @Test("other scripts and widths have words too")
    func scripts() {
        let words = LabelText.words("Straße Nº ４２, Čeština; Ἑλλάς")
        #expect(words == ["strasse", "nº", "42", "cestina", "ελλασ"])
    }
}
