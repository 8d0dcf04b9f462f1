import Foundation
import Testing
import Trading

@Suite("Values of accounts") struct ModelTests {
    @Test("every day of three centuries is read as it is written, in order")
    func days() throws {
        var day = Day.first
        #expect(day.description == "1900-01-01")
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        var count = 1
        while day < Day.last {
            let next = day.advanced(by: 1)
            try #require(next.days(since: day) == 1)
            try #require(Day(next.description) == next)
            if count % 997 == 0 {
                let date = Date(timeIntervalSince1970: Double(next.number) * 86_400)
                let parts = calendar.dateComponents([.year, .month, .day], from: date)
                #expect(parts.year == next.components.year)
                #expect(parts.month == next.components.month)
                #expect(parts.day == next.components.day)
            }
            day = next
            count += 1
        }
        #expect(day.description == "2199-12-31")
        #expect(Day.last.advanced(by: .max) == Day.last)
        #expect(Day.first.advanced(by: -1) == Day.first)
    }

    @Test(
        "what is no day in range is refused",
        arguments: [
            "", "2025-02-29", "1900-02-29", "2100-02-29", "2025-13-01", "2025-00-01", "2025-01-00", "2025-04-31",
            "9999-12-31", "1899-12-31", "2200-01-01", "2025-1-1", "2025/01/01", "+025-01-01", "2025-01-0１", "20250101",
        ])
    func noDay(_ text: String) {
        #expect(Day(text) == nil)
    }

    @Test("timestamps keep their zone, and are in the order of their instants")
    func timestamps() throws {
        let texts = [
            "2025-01-02T08:00:00+09:00", "2025-01-02", "2025-01-02T14:30:00Z", "2025-01-02T09:30:01-05:00",
            "2025-01-02T20:00:00-05:00",
        ]
        let timestamps = try texts.map { try #require(EntryTime($0)) }
        #expect(timestamps.map(\.description) == texts)
        #expect(timestamps.sorted() == timestamps)
        #expect(timestamps.map(\.day.description) == Array(repeating: "2025-01-02", count: 5))
        for wrong in ["2025-01-02T", "2025-01-02T24:00:00Z", "2025-01-02T10:00:00", "2025-01-02T10:00:00+1:00"] {
            #expect(EntryTime(wrong) == nil)
        }
    }

    @Test("currencies are three letters")
    func currencies() {
        #expect(CurrencyCode("eur")?.description == "EUR")
        for wrong in ["", "EU", "EURO", "E1R", "EÜ", "€UR", "E\u{1}R"] { #expect(CurrencyCode(wrong) == nil) }
    }

    @Test(
        "numbers are read exactly",
        arguments: [
            ("0", "0"), ("-0.00", "0"), ("12.50", "12.5"), ("-.5", "-0.5"), ("1e-3", "0.001"), ("1E3", "1000"),
            ("00012", "12"), ("99999999999999999999", "99999999999999999999"),
            ("1234567890123456789.0123456789012345678", "1234567890123456789.0123456789012345678"),
            ("0.00000000000000000001", "0.00000000000000000001"), ("0.1", "0.1"), ("+7", "7"),
        ])
    func numbers(_ text: String, _ expected: String) throws {
        #expect(try #require(Amount(exactly: text)).description == expected)
    }

    @Test(
        "what is no number in range is refused",
        arguments: [
            "", "-", ".", "e5", "1e", "1e99", "1 ", "1,5", "0x1", "1.2.3", "NaN", "inf", "=1+1", "１", "1e-21",
            "1234567890123456789012345678901234567890", "0.000000000000000000001", "100000000000000000000",
            "99999999999999999999.9999999999999999999", String(repeating: "0", count: 10_000) + "x",
        ])
    func noNumber(_ text: String) {
        #expect(Amount(exactly: text) == nil)
    }

    @Test("an entry is encoded and decoded without loss")
    func coding() throws {
        let entry = Entry(
            .sell, security: 7, time: try #require(EntryTime("2025-01-02T09:30:01-05:00")), currency: .usd,
            quantity: try #require(Amount(exactly: "12345678901234567.12345678901234567891")),
            price: Amount(exactly: "0.1"), fees: 1,
            rate: Amount(exactly: "0.92345678901234567"),
            id: "A-1", orderType: .stopLimit, lot: "a=1;b", notes: "“so”", line: 12)
        let data = try JSONEncoder().encode(entry)
        #expect(try JSONDecoder().decode(Entry.self, from: data) == entry)
    }

    @Test("the value is the stated amount, else quantity times price")
    func gross() throws {
        func entry(_ action: Action, _ quantity: Amount, _ price: Amount?, _ amount: Amount? = nil) throws -> Amount {
            Entry(
                action, time: EntryTime(try #require(Day("2025-01-02"))), currency: .usd, quantity: quantity,
                price: price, amount: amount, line: 1
            ).gross
        }
        #expect(try entry(.deposit, 1000, nil) == 1000)
        #expect(try entry(.deposit, 0, 1000) == 1000)
        #expect(try entry(.dividend, 100, Amount(scaled: 25, places: 2)) == 25)
        #expect(try entry(.dividend, 100, 3, 250) == 250)
        #expect(try entry(.buy, 10, nil, 250) == 250)
        #expect(try entry(.buy, 10, 24, 250) == 250)
    }
}
