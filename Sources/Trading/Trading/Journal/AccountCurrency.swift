import FailureModel

/// The choice of an account's currency, with notes on what else it could be.
struct AccountCurrency {
    /// The currency.
    let currency: CurrencyCode
    /// Notes for the user on a currency that is not certain.
    ///
    /// It is derived from rows of several currencies, or changed with a file.
    let notes: [String]

    /// Chooses the currency.
    ///
    /// It is that of the settings, else the first that a file states, else that of most rows.
    init(of files: [EntryFile], settings: AccountSettings) {
        if let currency = settings.currency {
            self.currency = currency
            notes = []
            return
        }
        var counts: [CurrencyCode: Int] = [:]
        var stated: (currency: CurrencyCode, file: String)?
        var current: CurrencyCode?
        var change: (from: CurrencyCode, to: CurrencyCode, file: String)?
        var contradiction: (currency: CurrencyCode, file: String)?
        for file in files {
            if let currency = file.currency {
                if let stated, stated.currency != currency { contradiction = contradiction ?? (currency, file.name) }
                stated = stated ?? (currency, file.name)
            }
            if stated == nil {
                // A split moves no money, and need not state a currency.
                for entry in file.entries where !entry.action.isSplit { counts[entry.currency, default: 0] += 1 }
            }
            let next = stated?.currency ?? Self.usual(in: counts)
            if let next, let current, next != current { change = (current, next, file.name) }
            current = next ?? current
        }
        currency = current ?? .usd
        var notes: [String] = []
        if stated == nil, counts.count > 1 {
            let others = counts.keys.filter { $0 != current }.sorted().map(\.description).listed(10)
            let all = counts.values.reduce(0, +)
            notes.append(
                "No file states the currency of the account. It is taken to be \(currency), that of most rows "
                    + "(\(counts[currency] ?? 0) of \(all)); others are in \(others). \(Self.remedy)")
        }
        if let stated, let contradiction {
            notes.append(
                "Files state different currencies of the account: \(stated.currency) in \(stated.file), which counts, "
                    + "and \(contradiction.currency) in \(contradiction.file). \(Self.remedy)")
        }
        if let change {
            notes.append(
                "Since \(change.file) was added, the currency of the account is \(change.to) instead of "
                    + "\(change.from), and all figures are in it. \(Self.remedy)")
        }
        self.notes = notes
    }

    private static let remedy = "“currency” in NAME.account.yaml decides."

    /// Returns the currency of most rows; the first by its letters among equals.
    private static func usual(in counts: [CurrencyCode: Int]) -> CurrencyCode? {
        counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
    }
}
