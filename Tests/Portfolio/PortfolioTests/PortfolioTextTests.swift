import Portfolio
import Testing
import Values

@Suite struct PortfolioTextTests {
    @Test("a text is shortened behind a word, with an ellipsis that counts")
    func shortened() {
        #expect("one two three".shortened(to: 13) == "one two three")
        #expect("one two three".shortened(to: 12) == "one two…")
        #expect("one two three".shortened(to: 8) == "one two…")
        #expect("one two three".shortened(to: 7) == "one…")
        #expect("one,\n two".shortened(to: 7) == "one,…")
        #expect("unbreakable".shortened(to: 5) == "unbr…")
    }

    @Test("a line has no control characters and single spaces")
    func line() {
        #expect("a\u{202E}b\u{202C} \u{2066}\u{2069} c\u{200E}\u{200F}\u{61C}d".asLine == "ab cd")
        #expect(" a\r\n\tb\u{1B}[31m\u{2028}c ".asLine == "a b [31m c")
    }

    @Test("a text has line feeds only, and no other control characters")
    func text() {
        #expect("a\u{202A}b\n\u{2067}c\u{2069}".asText == "ab\nc")
        #expect("\na\r\nb\rc\u{2028}d\te\u{0}\u{1B}f\n\n".asText == "a\nb\nc\nd\tef")
    }

    @Test("the bullets of text that was copied from Word are those of Unicode")
    func symbolFonts() {
        #expect("\u{F0B7}\tone\n\u{F0A7} two".asText == "•\tone\n▪ two")
        #expect("\u{F0D8} three \u{F8FF}".asLine == "➢ three \u{F8FF}")
    }

    @Test("days are those of the calendar")
    func days() throws {
        let leap = try #require(CalendarDay("2024-02-29"))
        let march = try #require(CalendarDay("2024-03-01"))
        #expect(march.number - leap.number == 1)
        let start = try #require(CalendarDay("1970-01-01"))
        // 1970-01-01 and 2026-01-31 are 56 years with 14 leap days and 30 days apart.
        #expect(try #require(CalendarDay("2026-01-31")).number - start.number == 56 * 365 + 14 + 30)
        for text in [
            "2023-02-29", "1900-02-29", "2026-13-01", "2026-00-01", "2026-01-00", "2026-1-31", "0000-01-01",
            "2026/01/31",
        ] {
            #expect(CalendarDay(text) == nil)
        }
        #expect(CalendarDay("2000-02-29")?.description == "2000-02-29")
    }
}
