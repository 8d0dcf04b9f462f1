/// The price of a security on a day.
package struct Quote: Hashable, Sendable, Codable {
    /// The last close through the day, or else the price of the last trade.
    ///
    /// Prices before a split are divided by it.
    package var price: Amount
    /// The currency of the price.
    package var currency: CurrencyCode
    /// The day of the price.
    package var day: Day
    /// Whether the price is that of a trade, for lack of a close.
    package var isTradePrice: Bool
    /// The close before the last one.
    package var previousClose: Amount?
    /// The number of units of the account's currency for one unit of ``currency``.
    package var rate: Amount

    /// The price less the previous close.
    package var dayChange: Amount? { previousClose.map { price - $0 } }

    /// ``dayChange`` in percent of the previous close, to two places.
    package var dayChangePercent: Amount? { previousClose.map { (price - $0).percent(of: $0) } }

    /// The exact price in the account's currency.
    var ownPrice: Amount { price * rate }
}

extension Bookkeeper {
    /// Returns the price of a security at the end of a booked day.
    ///
    /// It is `nil` if the security was never priced or the price cannot be converted.
    func quote(_ security: Int32, on day: Day) -> Quote? {
        guard var quote = unconvertedQuote(security, on: day),
            let rate = journal.rates.rate(from: quote.currency, to: journal.currency, on: day)
        else { return nil }
        quote.rate = rate
        return quote
    }

    /// Returns a price at the end of a booked day, with a rate of 1.
    ///
    /// It is `nil` if the security was never priced.
    fileprivate func unconvertedQuote(_ security: Int32, on day: Day) -> Quote? {
        let place = Int(security)
        let closes = journal.prices.closes(of: security, through: day)
        let trade = tradePrices[place]
        var quote: Quote
        if let last = closes.last {
            quote = Quote(
                price: adjusted(last.close, of: last.day, place),
                currency: last.currency ?? currency(place), day: last.day, isTradePrice: false, rate: 1)
            if let previous = closes.dropLast().last {
                quote.previousClose = adjusted(previous.close, of: previous.day, place)
            }
        } else if let trade {
            quote = Quote(
                price: adjusted(trade.price, of: trade.day, place), currency: trade.currency, day: trade.day,
                isTradePrice: true, rate: 1)
        } else {
            return nil
        }
        return quote
    }

    /// Returns the default currency of a security's closes.
    func currency(_ place: Int) -> CurrencyCode {
        journal.securities[place].currency ?? tradePrices[place]?.currency ?? journal.currency
    }

    private func adjusted(_ price: Amount, of day: Day, _ place: Int) -> Amount {
        var price = price
        for split in splits[place] where split.day > day { price = price * split.old / split.new }
        return price
    }
}

extension Ledger {
    /// Returns the unconverted price of a security, in the currency of the price.
    ///
    /// It exists even if it cannot be converted.
    ///
    /// - Parameter security: the index of the security in the journal.
    /// - Returns: the price at the end of ``day``, with a rate of 1; `nil` if the security was never priced.
    package func unconvertedQuote(of security: Int32) -> Quote? {
        books.unconvertedQuote(security, on: day)
    }
}
