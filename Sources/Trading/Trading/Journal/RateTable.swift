/// Exchange rates by day.
package struct RateTable: Hashable, Sendable {
    private struct Pair: Hashable {
        let from: CurrencyCode
        let to: CurrencyCode
    }

    /// The rates in chronological order, at most one a day.
    private let series: [Pair: [RateRow]]
    /// The rates applied by brokers to single entries.
    private let applied: [Pair: [RateRow]]
    /// The currencies with rates.
    private let currencies: [CurrencyCode]

    /// Creates a table; the last rate of a pair and day counts.
    ///
    /// - Parameters:
    ///   - rows: the rates of the user's files.
    ///   - applied: the rates applied by brokers, which count if they are newer.
    package init(_ rows: [RateRow], applied: [RateRow] = []) {
        series = RateTable.series(of: rows)
        self.applied = RateTable.series(of: applied)
        currencies = Set(series.keys.flatMap { [$0.from, $0.to] }).sorted()
    }

    private static func series(of rows: [RateRow]) -> [Pair: [RateRow]] {
        Dictionary(grouping: rows.filter { $0.rate > 0 }) { Pair(from: $0.from, to: $0.to) }.mapValues { rows in
            var byDay: [Day: RateRow] = [:]
            for row in rows { byDay[row.day] = row }
            return byDay.values.sorted { $0.day < $1.day }
        }
    }

    /// The rates of the user's files, ordered by pair and day.
    package var rows: [RateRow] { RateTable.rows(of: series) }

    private static func rows(of series: [Pair: [RateRow]]) -> [RateRow] {
        series.values.flatMap { $0 }.sorted { ($0.from, $0.to, $0.day) < ($1.from, $1.to, $1.day) }
    }

    /// An exchange rate with its day.
    package struct Dated: Hashable, Sendable {
        /// The number of units of the other currency for one unit.
        package let rate: Amount
        /// The day of the rate; the older one if it is the product of two.
        package let day: Day
    }

    /// The maximum age in days of a rate that needs no note.
    ///
    /// It spans weekends and holidays.
    package static let usualAge = 7

    /// Returns the last exchange rate on or before a day.
    ///
    /// It is the number of units of `to` for one unit of `from`.
    ///
    /// - Returns: the rate, or `nil` if there is none on or before the day.
    package func rate(from: CurrencyCode, to: CurrencyCode, on day: Day) -> Amount? {
        dated(from: from, to: to, on: day)?.rate
    }

    /// Returns the last exchange rate on or before a day, with its day.
    ///
    /// The files' rates are those of the pair or the opposite pair, or else of a third currency with rates to both. A
    /// rate that a broker applied counts if it is newer.
    package func dated(from: CurrencyCode, to: CurrencyCode, on day: Day) -> Dated? {
        if from == to { return Dated(rate: 1, day: day) }
        let applied = RateTable.last(Pair(from: from, to: to), in: applied, on: day)
        return RateTable.newest(stated(from: from, to: to, on: day) ?? pivoted(from: from, to: to, on: day), applied)
    }

    /// Returns the days on which ``rate(from:to:on:)`` of a pair may change.
    func days(from: CurrencyCode, to: CurrencyCode) -> [Day] {
        if from == to { return [] }
        let rows = series.filter { [from, to].contains($0.key.from) || [from, to].contains($0.key.to) }.values
            .joined()
        return rows.map(\.day) + (applied[Pair(from: from, to: to)] ?? []).map(\.day)
    }

    /// The newest day with a rate.
    var lastDay: Day? { series.values.compactMap { $0.last?.day }.max() }

    private func stated(from: CurrencyCode, to: CurrencyCode, on day: Day) -> Dated? {
        let opposite = RateTable.last(Pair(from: to, to: from), in: series, on: day)
        return RateTable.newest(
            RateTable.last(Pair(from: from, to: to), in: series, on: day),
            opposite.map { Dated(rate: 1 / $0.rate, day: $0.day) })
    }

    private func pivoted(from: CurrencyCode, to: CurrencyCode, on day: Day) -> Dated? {
        for pivot in currencies where pivot != from && pivot != to {
            if let first = stated(from: from, to: pivot, on: day), let second = stated(from: pivot, to: to, on: day) {
                return Dated(rate: first.rate * second.rate, day: min(first.day, second.day))
            }
        }
        return nil
    }

    /// Returns the newer of two rates; the first one if both are of one day.
    private static func newest(_ first: Dated?, _ second: Dated?) -> Dated? {
        guard let first, let second else { return first ?? second }
        return second.day > first.day ? second : first
    }

    private static func last(_ pair: Pair, in series: [Pair: [RateRow]], on day: Day) -> Dated? {
        guard let rows = series[pair] else { return nil }
        var (low, high) = (0, rows.count)
        while low < high {
            let middle = (low + high) / 2
            if rows[middle].day <= day { low = middle + 1 } else { high = middle }
        }
        return low == 0 ? nil : Dated(rate: rows[low - 1].rate, day: rows[low - 1].day)
    }
}

extension RateTable: Codable {
    private enum CodingKeys: String, CodingKey {
        case rows, applied
    }

    /// Decodes the rates.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            try container.decode([RateRow].self, forKey: .rows),
            applied: try container.decode([RateRow].self, forKey: .applied))
    }

    /// Encodes the rates.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(rows, forKey: .rows)
        try container.encode(RateTable.rows(of: applied), forKey: .applied)
    }
}
