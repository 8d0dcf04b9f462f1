import PipelineSQL
import Testing

@Suite("Words for searches")
struct SearchWordsTests {
    @Test(
        "case, accents, width and ligatures make no difference",
        arguments: [
            ("Müller", "MULLER"), ("Mu\u{308}ller", "müller"), ("Straße", "STRASSE"), ("Łódź", "lodz"),
            ("Ｆｏｒｍ　１２", "form 12"), ("ﬁnance", "FINANCE"), ("Ærø", "aero"), ("ΆΛΦΑ", "αλφα"), ("Ёлка", "елка"),
        ])
    func folding(text: String, other: String) {
        #expect(SearchWords.words(in: text) == SearchWords.words(in: other))
        #expect(!SearchWords.words(in: text).isEmpty)
    }

    @Test("punctuation, spaces and control characters separate words")
    func separation() {
        #expect(SearchWords.words(in: "Smith, J./tax-2026\u{0}a\nb\u{7}") == ["smith", "j", "tax", "2026", "a", "b"])
    }

    @Test("operators of search languages are not words", arguments: ["", " ", "%", "_*\"'", "\\;--", "\u{301}", "😀"])
    func noWords(search: String) {
        #expect(SearchWords.words(in: search).isEmpty)
        #expect(SearchWords.prefixes(of: search).isEmpty)
    }

    @Test("each Han character is a word")
    func han() {
        #expect(SearchWords.words(in: "田中Co") == ["田", "中", "co"])
    }

    @Test("a vowel sign does not split a word")
    func vowelSigns() {
        #expect(SearchWords.words(in: "किताब").count == 1)
    }

    @Test("the bounds of a beginning contain the words that begin with it, and no others")
    func bounds() throws {
        let prefix = try #require(SearchWords.prefixes(of: "Mül").first)
        let found = ["mul", "muller", "mulé", "mul\u{10FFFD}", "mum", "mu", "mukz"].filter { word in
            // As the databases compare: byte by byte.
            !word.utf8.lexicographicallyPrecedes(prefix.lower.utf8)
                && word.utf8.lexicographicallyPrecedes(prefix.upper.utf8)
        }
        #expect(found == ["mul", "muller", "mulé", "mul\u{10FFFD}"])
    }

    @Test("a long word is found by all of it")
    func longWord() {
        let long = String(repeating: "x", count: 10_000)
        #expect(SearchWords.words(in: long) == [String(repeating: "x", count: SearchWords.lengthLimit)])
        #expect(SearchWords.prefixes(of: long).map(\.lower) == Array(SearchWords.words(in: long)))
    }

    @Test("a search has a limited number of words, without repetitions")
    func limitedSearch() {
        #expect(SearchWords.prefixes(of: "b a B á").map(\.lower) == ["b", "a"])
        let many = (0..<1_000).map { "w\($0)" }.joined(separator: " ")
        #expect(SearchWords.prefixes(of: many).count == SearchWords.searchLimit)
    }
}
