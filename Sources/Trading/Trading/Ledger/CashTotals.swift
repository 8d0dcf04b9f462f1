/// The changes of an account's cash by kind, in its currency.
///
/// They are sums of entries in cents, and usually positive.
package struct CashTotals: Hashable, Sendable, Codable {
    /// Cash paid in.
    package var deposits: Amount = 0
    /// Cash paid out.
    package var withdrawals: Amount = 0
    /// Dividends before tax, including reinvested ones.
    package var dividends: Amount = 0
    /// Interest received less interest paid.
    package var interest: Amount = 0
    /// Proceeds of sales, less their fees.
    package var sales: Amount = 0
    /// Purchases with their fees, including reinvestments.
    package var purchases: Amount = 0
    /// Fees that do not belong to a trade.
    package var fees: Amount = 0
    /// Taxes, with those withheld from dividends.
    package var taxes: Amount = 0
    /// The cost of shares brought in, less that of shares moved out.
    ///
    /// It does not change the cash.
    package var openings: Amount = 0
    /// Cash that reduced the cost of holdings.
    package var capitalReturns: Amount = 0

    /// Creates totals of zero.
    package init() {}

    /// The remaining cash, at the exchange rates of the entries.
    package var balance: Amount {
        deposits - withdrawals + sales + dividends + interest + capitalReturns - purchases - fees - taxes
    }

    /// Deposits and the cost of opening shares, less withdrawals.
    package var netPaidIn: Amount { deposits + openings - withdrawals }

    /// Returns the change since earlier totals.
    package func since(_ earlier: CashTotals) -> CashTotals {
        var result = self
        for path in [
            \CashTotals.deposits, \.withdrawals, \.dividends, \.interest, \.sales, \.purchases, \.fees, \.taxes,
            \.openings, \.capitalReturns,
        ] {
            result[keyPath: path] -= earlier[keyPath: path]
        }
        return result
    }
}
