/// The rates to an account's currency that brokers applied, one for each day and currency.
struct AppliedRates {
    /// The rates, ordered by currency and day.
    let rows: [RateRow]

    private struct Key: Hashable {
        let currency: CurrencyCode
        let day: Day
    }

    private struct Candidate {
        let rate: Amount
        /// The amount in the account's currency; `nil` if the broker states the rate.
        ///
        /// The rounding of a small amount changes the rate.
        let worth: Amount?

        /// Whether rounding changes the rate by at most 0.05 %.
        var isExact: Bool { worth.map { $0 >= 10 } ?? true }
    }

    /// Collects the rates of entries.
    ///
    /// Of several rates of a day, the one of the greatest amount counts, since it is rounded least. That of an exchange
    /// counts if no other entry of the day has one. Rates of small amounts count for currencies without others.
    init(of entries: [Entry], to currency: CurrencyCode) {
        var applied: [Key: Candidate] = [:]
        var exchanged: [Key: Candidate] = [:]
        for entry in entries {
            if let (key, candidate) = Self.exchange(entry, to: currency) { Self.add(candidate, to: &exchanged, key) }
            guard let rate = entry.rate, rate > 0, entry.currency != currency else { continue }
            let worth = entry.keepsCurrency ? nil : (entry.gross * rate).magnitude
            Self.add(
                Candidate(rate: rate, worth: worth), to: &applied,
                Key(currency: entry.currency, day: entry.time.day))
        }
        let all = exchanged.merging(applied) { $0.isExact && !$1.isExact ? $0 : $1 }
        let exact = Set(all.lazy.filter(\.value.isExact).map(\.key.currency))
        rows = all.filter { $0.value.isExact || !exact.contains($0.key.currency) }
            .map { RateRow(from: $0.key.currency, to: currency, day: $0.key.day, rate: $0.value.rate) }
            .sorted { ($0.from, $0.day) < ($1.from, $1.day) }
    }

    private static func add(_ candidate: Candidate, to rates: inout [Key: Candidate], _ key: Key) {
        guard let known = rates[key] else {
            rates[key] = candidate
            return
        }
        guard let worth = candidate.worth else {
            if known.worth != nil { rates[key] = candidate }
            return
        }
        if let other = known.worth, worth > other { rates[key] = candidate }
    }

    /// Returns the rate to the account's currency that the two sides of an exchange show.
    private static func exchange(_ entry: Entry, to currency: CurrencyCode) -> (Key, Candidate)? {
        guard entry.action == .exchange, let received = entry.received, entry.gross > 0, entry.quantity > 0 else {
            return nil
        }
        let day = entry.time.day
        if received == currency, entry.currency != currency {
            return (
                Key(currency: entry.currency, day: day),
                Candidate(rate: entry.quantity.divided(by: entry.gross), worth: entry.quantity)
            )
        }
        guard entry.currency == currency, received != currency else { return nil }
        return (
            Key(currency: received, day: day),
            Candidate(rate: entry.gross.divided(by: entry.quantity), worth: entry.gross)
        )
    }
}
