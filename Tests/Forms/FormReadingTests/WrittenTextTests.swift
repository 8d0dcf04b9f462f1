import FormModel
import FormReading
import KnownForms
import Testing

@Suite("Texts in fields") struct WrittenTextTests {
    private static func piece(_ text: String, x: Double, y: Double) -> WrittenText.Piece {
        WrittenText.Piece(
            text: text, characters: text.map { ($0, Place(x, y)) },
            region: Region(x: x, y: y, width: 8 * Double(text.count), height: 10), confidence: 1)
    }

    @Test(
        "ligatures are read as their letters, and other letters stay as they are",
        arguments: [
            ("Spring\u{FB01}eld", "Springfield"), ("su\u{FB03}x", "suffix"), ("Zo\u{EB}", "Zo\u{EB}"),
            ("\u{BD}", "\u{BD}"),
        ])
    func ligatures(text: String, expected: String) {
        var written = WrittenText()
        written.add(Self.piece(text, x: 0, y: 0))
        #expect(written.lines == [expected])
    }

    @Test("words are ordered by lines, and from left to right within them")
    func order() {
        var written = WrittenText()
        written.add(Self.piece("below", x: 0, y: 14))
        written.add(Self.piece("second", x: 60, y: 1))
        written.add(Self.piece("first", x: 0, y: 0))
        #expect(written.lines == ["first second", "below"])
    }
}
