/// The name of an account file: the account's name and a suffix for its role.
package struct AccountFileName: Hashable, Sendable {
    /// The role of a file, determined by its suffix.
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
        /// The meaning of the columns of a broker's table: `NAME.columns.yaml`.
        case columns
        /// A broker's export as a table: `NAME.csv`.
        case table
        /// A broker's export as OFX or QFX: `NAME.ofx`, `NAME.qfx`.
        case ofx
        /// A Flex statement of Interactive Brokers in XML: `NAME.xml`.
        case flex

        /// The suffixes in lower case.
        package var suffixes: [String] {
            switch self {
            case .trades, .prices, .rates, .lots: [".\(rawValue).csv"]
            case .opinions: [".opinions.json"]
            case .account, .columns: [".\(rawValue).yaml", ".\(rawValue).yml"]
            case .table: [".csv"]
            case .ofx: [".ofx", ".qfx"]
            case .flex: [".xml"]
            }
        }
    }

    /// The account's name: the file name without the suffix.
    package let account: String
    /// The role of the file.
    package let role: Role

    /// Parses a file name; `nil` without a known suffix or a name before it.
    ///
    /// Suffixes are case-insensitive.
    package init?(_ fileName: String) {
        // Other suffixes end in `.csv` too, so it comes after them.
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
