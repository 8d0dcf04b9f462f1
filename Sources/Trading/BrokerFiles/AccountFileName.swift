/// The name of a file of an account: the account's name, and a suffix that says what the file holds.
package struct AccountFileName: Hashable, Sendable {
    /// What a file holds, by its suffix.
    package enum Role: String, Hashable, Sendable, Codable, CaseIterable {
        /// Trades, payments and splits in our own columns: `NAME.trades.csv`.
        case trades
        /// Closes: `NAME.prices.csv`.
        case prices
        /// Exchange rates: `NAME.rates.csv`.
        case rates
        /// Shares held before the first trade: `NAME.lots.csv`.
        case lots
        /// Opinions about securities: `NAME.opinions.json`.
        case opinions
        /// The settings of the account, and its securities: `NAME.account.yaml`.
        case account
        /// What the columns of a broker's table mean: `NAME.columns.yaml`.
        case columns
        /// A broker's export as a table: `NAME.csv`.
        case table
        /// A broker's export as OFX or QFX: `NAME.ofx`, `NAME.qfx`.
        case ofx

        /// The suffixes in lower case.
        package var suffixes: [String] {
            switch self {
            case .trades, .prices, .rates, .lots: [".\(rawValue).csv"]
            case .opinions: [".opinions.json"]
            case .account, .columns: [".\(rawValue).yaml", ".\(rawValue).yml"]
            case .table: [".csv"]
            case .ofx: [".ofx", ".qfx"]
            }
        }
    }

    /// The account's name: the file's name without the suffix.
    package let account: String
    /// What the file holds.
    package let role: Role

    /// Recognises the name of a file; `nil` for names without one of the suffixes, or with nothing else.
    ///
    /// Suffixes are recognised in any case.
    package init?(_ fileName: String) {
        // `.csv` also ends other suffixes, so that it comes after them.
        for role in Role.allCases {
            for suffix in role.suffixes where fileName.count > suffix.count {
                let name = fileName.dropLast(suffix.count)
                guard fileName.suffix(suffix.count).lowercased() == suffix, !name.hasPrefix(".") else { continue }
                account = String(name)
                self.role = role
                return
            }
        }
        return nil
    }
}
