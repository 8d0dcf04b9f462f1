import Testing
import Values

@Suite("Instants") struct InstantTests {
    @Test(
        "an instant is written in UTC with the digits that are asked for",
        arguments: [
            (0, 3, "1970-01-01T00:00:00.000"), (-1, 6, "1969-12-31T23:59:59.999999"),
            (1_769_851_800_123_456, 6, "2026-01-31T09:30:00.123456"),
            (1_769_851_800_123_999, 3, "2026-01-31T09:30:00.123"),
            (951_868_799_900_000, 1, "2000-02-29T23:59:59.9"),
        ])
    func text(_ microseconds: Int64, _ places: Int, _ text: String) {
        #expect(Instant(microseconds: microseconds).text(places: places) == text)
    }

    @Test("instants outside the years 1 to 9999 have no text")
    func ends() {
        #expect(Instant(microseconds: 253_402_300_799_999_999).text(places: 6) == "9999-12-31T23:59:59.999999")
        #expect(Instant(microseconds: 253_402_300_800_000_000).text(places: 6) == nil)
        #expect(Instant(microseconds: -62_135_596_800_000_000).text(places: 6) == "0001-01-01T00:00:00.000000")
        #expect(Instant(microseconds: -62_135_596_800_000_001).text(places: 6) == nil)
        #expect(Instant(microseconds: .min).text(places: 6) == nil)
    }

    @Test("milliseconds that do not fit are refused")
    func milliseconds() {
        #expect(Instant(milliseconds: -5)?.microseconds == -5_000)
        #expect(Instant(milliseconds: .max) == nil)
        #expect(Instant(milliseconds: .min) == nil)
    }
}
