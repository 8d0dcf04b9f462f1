/// The cash of an account by currency.
///
/// That of the account's own currency is the sum of rows in cents. Brokers of several currencies also book fractions of
/// a cent, so foreign cash is exact, and their statements are compared with exact sums.
struct CashBook {
    /// The currency of the account.
    private let own: CurrencyCode
    /// The foreign currencies in which the account holds cash.
    private let held: Set<CurrencyCode>
    /// The cash in the account's currency, in cents.
    private var ownBalance: Amount = 0
    /// The value of payments in other currencies, at the rates of their days.
    private var converted: Amount = 0
    /// The exact cash of each currency, as the broker would state it.
    private var exact: [CurrencyCode: Amount]

    /// Creates an empty book.
    init(_ journal: Journal) {
        own = journal.currency
        held = journal.heldCurrencies
        exact = [own: 0]
    }

    /// Returns the cash of a currency as the broker would state it, in cents.
    func balance(of currency: CurrencyCode) -> Amount { currency == own ? ownBalance : exact[currency]?.money ?? 0 }

    /// The cash of each currency that the account holds, in cents.
    var balances: [CurrencyCode: Amount] {
        var balances = exact.filter { held.contains($0.key) }.mapValues(\.money)
        balances[own] = ownBalance + converted
        return balances
    }

    /// Returns whether a broker's balance is the sum of rows, either rounded or exact.
    func agrees(with amount: Amount, in currency: CurrencyCode) -> Bool {
        amount.money == balance(of: currency) || amount.money == (exact[currency] ?? 0).money
    }

    /// Adds cash; a payment is negative.
    ///
    /// - Parameters:
    ///   - amount: the exact amount.
    ///   - currency: its currency.
    ///   - value: its value in the account's currency, in cents.
    mutating func add(_ amount: Amount, in currency: CurrencyCode, value: Amount) {
        exact[currency, default: 0] += amount
        if currency == own {
            ownBalance += value
        } else if !held.contains(currency) {
            converted += value
        }
    }

    /// Returns all cash in the account's currency, at the rates of a day.
    ///
    /// Currencies without a rate are passed to `unknown`.
    func value(on day: Day, _ rates: RateTable, unknown: (CurrencyCode) -> Void = { _ in }) -> Amount {
        var sum = ownBalance + converted
        if held.isEmpty { return sum }
        for (currency, amount) in exact.sorted(by: { $0.key < $1.key })
        where held.contains(currency) && amount.money != 0 {
            if let rate = rates.rate(from: currency, to: own, on: day) {
                sum += (amount.money * rate).money
            } else {
                unknown(currency)
            }
        }
        return sum
    }
}

extension Journal {
    /// The foreign currencies in which the account holds cash.
    ///
    /// They are exchanged, or the broker keeps payments in them. Payments in others count at the rates of their days.
    var heldCurrencies: Set<CurrencyCode> {
        var held: Set<CurrencyCode> = []
        for entry in entries {
            if entry.action == .exchange {
                held.insert(entry.currency)
                if let received = entry.received { held.insert(received) }
            } else if entry.keepsCurrency, entry.currency != currency {
                held.insert(entry.currency)
            }
        }
        held.remove(currency)
        return held
    }
}
