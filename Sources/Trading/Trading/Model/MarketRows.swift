/// The close of a security on one day.
package struct PriceRow: Hashable, Sendable, Codable {
    /// The index of the security among the file's or the journal's.
    package var security: Int32
    /// The day.
    package var day: Day
    /// The price of one share.
    package var close: Amount
    /// The currency of the price; otherwise that of the security, or its last trade.
    package var currency: CurrencyCode?

    /// Creates a row.
    package init(security: Int32, day: Day, close: Amount, currency: CurrencyCode? = nil) {
        self.security = security
        self.day = day
        self.close = close
        self.currency = currency
    }
}

/// An exchange rate on one day: one unit of `from` is `rate` units of `to`.
package struct RateRow: Hashable, Sendable, Codable {
    /// The base currency.
    package var from: CurrencyCode
    /// The quote currency.
    package var to: CurrencyCode
    /// The day.
    package var day: Day
    /// The number of units of `to` for one unit of `from`, above 0.
    package var rate: Amount

    /// Creates a row.
    package init(from: CurrencyCode, to: CurrencyCode, day: Day, rate: Amount) {
        self.from = from
        self.to = to
        self.day = day
        self.rate = rate
    }
}

/// An adviser's opinion on a security on one day, as recorded by the user.
package struct Opinion: Hashable, Sendable, Codable {
    /// The verdicts, most favourable first.
    package enum Verdict: String, Hashable, Sendable, Codable, CaseIterable {
        case strongBuy = "STRONG_BUY"
        case buy = "BUY"
        case hold = "HOLD"
        case sell = "SELL"
        case strongSell = "STRONG_SELL"
    }

    /// The index of the security among the file's or the journal's.
    package var security: Int32
    /// The name of the adviser.
    package var advisor: String
    /// The weight relative to other opinions, above 0; 1 by default.
    package var weight: Amount
    /// The verdict.
    package var verdict: Verdict
    /// The confidence of the adviser, from 0 to 1.
    package var confidence: Amount
    /// The adviser's target price.
    package var targetPrice: Amount?
    /// The price at which to sell to limit a loss.
    package var stopLoss: Amount?
    /// The reasons in words.
    package var reasoning: String
    /// Arguments for the verdict.
    package var factors: [String]
    /// Arguments against the verdict.
    package var riskFactors: [String]
    /// The day of the opinion.
    package var day: Day

    /// Creates an opinion.
    package init(
        security: Int32, advisor: String, weight: Amount = 1, verdict: Verdict, confidence: Amount,
        targetPrice: Amount? = nil, stopLoss: Amount? = nil, reasoning: String = "", factors: [String] = [],
        riskFactors: [String] = [], day: Day
    ) {
        self.security = security
        self.advisor = advisor
        self.weight = weight
        self.verdict = verdict
        self.confidence = confidence
        self.targetPrice = targetPrice
        self.stopLoss = stopLoss
        self.reasoning = reasoning
        self.factors = factors
        self.riskFactors = riskFactors
        self.day = day
    }
}
