import FailureModel

extension Ledger {
    /// Notes on conversions at rates that are older than ``RateTable/usualAge``.
    package var rateNotes: [String] { notesOnEntries + notesOnHoldings }

    private static let remedy = "Newer rates in NAME.rates.csv count instead."

    /// Rows that are converted at old rates, by currency.
    private struct OldRates {
        var count = 0
        var age = 0
        let first: String

        mutating func add(_ age: Int) {
            count += 1
            self.age = max(self.age, age)
        }
    }

    private var notesOnEntries: [String] {
        var old: [CurrencyCode: OldRates] = [:]
        for entry in journal.entries.prefix(entryCount) {
            guard entry.currency != journal.currency, entry.rate == nil, !entry.action.isSplit,
                entry.gross != 0 || entry.fees != 0, let age = age(of: entry.currency, on: entry.time.day),
                age > RateTable.usualAge
            else { continue }
            let place = "\(journal.files[Int(entry.file)].name):\(entry.line)"
            old[entry.currency, default: OldRates(first: place)].add(age)
        }
        return old.sorted { $0.key < $1.key }.map { currency, rates in
            let isOne = rates.count == 1
            return
                "\(rates.count.counted("row")) in \(currency) \(isOne ? "is" : "are") converted to \(journal.currency) "
                + "at \(isOne ? "a rate that is" : "rates that are up to") \(rates.age) days older"
                + "\(isOne ? " (" : "; the first is ")\(rates.first)\(isOne ? ")" : ""). \(Self.remedy)"
        }
    }

    private var notesOnHoldings: [String] {
        var currencies = Set(balances.lazy.filter { $0.value != 0 }.map(\.key))
        for place in books.books.indices where books.quantity(place) != 0 {
            if let quote = unconvertedQuote(of: Int32(place)) { currencies.insert(quote.currency) }
        }
        return currencies.sorted().compactMap { currency in
            guard let age = age(of: currency, on: day), age > RateTable.usualAge else { return nil }
            return
                "What the account holds in \(currency) on \(day) is valued in \(journal.currency) at the rate of "
                + "\(day.advanced(by: -age)). \(Self.remedy)"
        }
    }

    /// Returns the age in days of the rate of a currency; `nil` without a rate.
    private func age(of currency: CurrencyCode, on day: Day) -> Int? {
        journal.rates.dated(from: currency, to: journal.currency, on: day).map { day.days(since: $0.day) }
    }
}
