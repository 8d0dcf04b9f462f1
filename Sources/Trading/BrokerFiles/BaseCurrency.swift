import Trading

/// Evidence for the account's currency: rates to it are 1 in its rows.
struct BaseCurrency {
    private var candidates: Set<CurrencyCode> = []
    private var foreign: Set<CurrencyCode> = []

    /// Records the currency of a row and its rate.
    mutating func add(_ currency: CurrencyCode?, rate: Amount?) {
        guard let currency, let rate else { return }
        if rate == 1 { candidates.insert(currency) } else { foreign.insert(currency) }
    }

    /// The currency; `nil` if the rows do not show it.
    var found: CurrencyCode? {
        let own = candidates.subtracting(foreign)
        return own.count == 1 ? own.first : nil
    }

    /// Returns a note for the user on rates without a known target.
    func note(of name: String) -> String? {
        guard found == nil, !foreign.isEmpty else { return nil }
        return
            "No row of \(name) shows to which currency its exchange rates lead; write it as “currency” in the file of "
            + "the account’s settings."
    }
}
