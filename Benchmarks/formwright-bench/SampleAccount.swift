import Foundation
import Trading

/// An account with random trades that keeps shares of every security.
///
/// Equal seeds give equal accounts.
struct SampleAccount {
    /// The number of purchases and sales.
    var tradeCount: Int
    /// The number of securities.
    ///
    /// All are held at the end if there are enough trades.
    var securityCount: Int
    /// The seed of the random trades.
    var seed: UInt64

    /// The files: one for each year, and one with opinions.
    var files: [EntryFile] {
        var random = SplitMix64(state: seed)
        var held = Array(repeating: 0, count: securityCount)
        var prices = (0..<securityCount).map { _ in Int.random(in: 1_000...50_000, using: &random) }
        var files: [EntryFile] = []
        for year in Self.years {
            var file = EntryFile(name: "depot-\(year).ofx", format: "ofx")
            file.securities = (0..<securityCount).map { Security(symbol: Self.symbol($0), name: "Company \($0)") }
            files.append(file)
        }
        let first = Self.firstDay
        files[0].entries.append(
            Entry(.deposit, time: EntryTime(first), currency: .usd, amount: 1_000_000_000, id: "cash", line: 1))
        for number in 0..<tradeCount {
            // Each security is bought once before any is traded at random.
            let security = number < securityCount ? number : Int.random(in: 0..<securityCount, using: &random)
            let day = first.advanced(by: 1 + number * (Self.years.count * 365 - 5) / tradeCount)
            let quantity = Int.random(in: 1...200_000, using: &random)
            let isSale = held[security] >= 2 && Int.random(in: 0..<100, using: &random) < 48
            let moved = isSale ? min(quantity, held[security] / 2) : quantity
            held[security] += isSale ? -moved : moved
            prices[security] = max(100, prices[security] + Int.random(in: -50...52, using: &random))
            let file = min(day.year - Self.years.lowerBound, files.count - 1)
            files[file].entries.append(
                Entry(
                    isSale ? .sell : .buy, security: Int32(security), time: EntryTime(day), currency: .usd,
                    quantity: Amount(scaled: Int64(moved), places: 3),
                    price: Amount(scaled: Int64(prices[security]), places: 2),
                    fees: Amount(scaled: Int64.random(in: 0...999, using: &random), places: 2), id: "T\(number)",
                    line: Int32(files[file].entries.count + 1)))
        }
        return files + [opinions(on: first.advanced(by: Self.years.count * 365), &random)]
    }

    private func opinions(on day: Day, _ random: inout SplitMix64) -> EntryFile {
        var file = EntryFile(name: "depot.opinions.json", format: "opinions")
        for security in 0..<min(securityCount, 50) {
            file.securities.append(Security(symbol: Self.symbol(security)))
            file.opinions.append(
                Opinion(
                    security: Int32(security), advisor: "Adviser",
                    verdict: Opinion.Verdict.allCases.randomElement(using: &random) ?? .hold,
                    confidence: Amount(scaled: Int64.random(in: 60...95, using: &random), places: 2),
                    reasoning: "Growth", day: day))
        }
        return file
    }

    private static let years = 2023...2025
    private static let firstDay = Day(year: years.lowerBound, month: 1, day: 2) ?? .first

    private static func symbol(_ number: Int) -> String { "S\(1_000 + number)" }
}

/// A generator of random numbers (SplitMix64).
private struct SplitMix64: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
