/// What moved the cash of an account, in its currency.
///
/// They are sums of entries in cents, and positive as a rule.
package struct CashTotals: Hashable, Sendable, Codable {
    /// Paid in.
    package var deposits: Amount = 0
    /// Paid out.
    package var withdrawals: Amount = 0
    /// Dividends less what was deducted, reinvested ones included.
    package var dividends: Amount = 0
    /// Interest received less interest paid.
    package var interest: Amount = 0
    /// Proceeds of sales, less their fees.
    package var sales: Amount = 0
    /// Purchases with their fees, reinvestments included.
    package var purchases: Amount = 0
    /// Fees that do not belong to a trade.
    package var fees: Amount = 0
    /// Taxes.
    package var taxes: Amount = 0
    /// The cost of shares held before the first entry, which moved no cash.
    package var openings: Amount = 0

    /// Creates totals of nothing.
    package init() {}

    /// The cash that is left.
    package var balance: Amount {
        deposits - withdrawals + sales + dividends + interest - purchases - fees - taxes
    }

    /// What was paid in and brought in, less what was paid out.
    package var netPaidIn: Amount { deposits + openings - withdrawals }

    /// The totals of the time after earlier totals.
    package func since(_ earlier: CashTotals) -> CashTotals {
        var result = self
        for path in [
            \CashTotals.deposits, \.withdrawals, \.dividends, \.interest, \.sales, \.purchases, \.fees, \.taxes,
            \.openings,
        ] {
            result[keyPath: path] -= earlier[keyPath: path]
        }
        return result
    }
}
