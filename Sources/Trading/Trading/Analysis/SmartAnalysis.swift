package import FailureModel

/// Combines the user's opinions into recommendations.
///
/// It neither forecasts nor executes anything.
package enum SmartAnalysis {
    /// Analyses each set of opinions of an account.
    ///
    /// The opinions of a file start a session on the day of the newest one, which also uses the opinions of earlier
    /// files.
    ///
    /// - Parameter journal: the account; its entries must be bookable (see ``Ledger``).
    /// - Returns: the sessions, oldest first; empty without opinions.
    /// - Throws: the errors of ``Holdings``.
    package static func sessions(of journal: Journal) throws(Failure) -> [AnalysisSession] {
        guard !journal.opinions.isEmpty else { return [] }
        let settings = journal.settings.analysis ?? AnalysisSettings()
        var books = Bookkeeper(journal, .lots)
        let trades = TradeDays(journal)
        let files = journal.opinions.compactMap { opinions in
            opinions.lazy.map(\.day).max().map { (day: $0, opinions: opinions) }
        }
        var sessions: [AnalysisSession] = []
        for day in Set(files.map(\.day)).sorted() {
            books.advance(through: day)
            let opinions = files.lazy.filter { $0.day <= day }.flatMap(\.opinions)
            var session = try session(
                on: day, OpinionSummary.all(of: opinions, since: day.advanced(by: -settings.maximumAgeInDays)),
                books: books, settings: settings)
            for index in session.recommendations.indices {
                trades.mark(&session.recommendations[index], after: day)
            }
            sessions.append(session)
        }
        return sessions
    }

    private static func session(
        on day: Day, _ summaries: [OpinionSummary], books: Bookkeeper, settings: AnalysisSettings
    ) throws(Failure) -> AnalysisSession {
        let holdings = try Holdings(books, on: day)
        let byName = Dictionary(uniqueKeysWithValues: holdings.holdings.map { ($0.security, $0) })
        var rated: [(summary: OpinionSummary, quote: Quote)] = []
        for summary in summaries where summary.confidence >= settings.minimumConfidence {
            guard let quote = books.quote(summary.security, on: day), quote.ownPrice > 0,
                quote.ownPrice >= settings.minimumPrice
            else { continue }
            rated.append((summary, quote))
        }
        let limit = settings.positionLimit * holdings.summary.totalValue
        let purchases = rated.filter { item in
            let held = books.books[Int(item.summary.security)].quantity
            return item.summary.kind == .buy && held * item.quote.ownPrice < limit
        }
        let allocation = ShareAllocation(
            of: settings.cashShare * holdings.summary.availableCash,
            to: purchases.map { item in
                ShareAllocation.Candidate(
                    priority: item.summary.priority, price: item.quote.ownPrice,
                    held: books.books[Int(item.summary.security)].quantity)
            }, limit: limit)
        var shares: [Int32: Int] = [:]
        for (item, count) in zip(purchases, allocation.shares) { shares[item.summary.security] = count }

        var recommendations: [Recommendation] = []
        for (summary, quote) in rated {
            var recommendation = Recommendation(summary, quote, expires: day.advanced(by: settings.validityInDays))
            switch summary.kind {
            case .buy:
                guard let count = shares[summary.security] else { continue }
                recommendation.sharesToBuy = count
                recommendation.cashAllocated = (Amount(count) * quote.ownPrice).money
            case .sell, .hold:
                if let holding = byName[summary.security], holding.quantity > 0 {
                    let cost = books.books[Int(summary.security)].cost
                    let gain = cost == 0 ? 0 : holding.quantity * quote.ownPrice / cost - 1
                    recommendation.sell(
                        holding.quantity, gain: gain,
                        volatility: { books.volatility(summary.security, through: day) }, settings)
                }
            }
            recommendations.append(recommendation)
        }
        recommendations.sort { ($1.priority, $0.security) < ($0.priority, $1.security) }
        return AnalysisSession(
            day: day, portfolioValue: holdings.summary.totalValue, availableCash: holdings.summary.availableCash,
            recommendations: recommendations)
    }
}

extension Recommendation {
    fileprivate init(_ summary: OpinionSummary, _ quote: Quote, expires: Day) {
        security = summary.security
        kind = summary.kind
        priority = summary.priority
        confidence = summary.confidence
        self.quote = quote
        targetPrice = summary.targetPrice?.money
        stopLoss = summary.stopLoss?.money
        reasoning = summary.reasoning
        factors = summary.factors
        riskFactors = summary.riskFactors
        self.expires = expires
        status = .pending
    }

    /// Determines how many held shares to sell, by confidence or to take profits.
    fileprivate mutating func sell(
        _ held: Amount, gain: Amount, volatility: () -> Double?, _ settings: AnalysisSettings
    ) {
        func part(_ confidence: Amount) -> Amount { min(1, confidence * settings.saleFactor / 10) }
        var sold = part(kind == .hold ? confidence * settings.holdFactor : confidence)
        if sold < settings.minimumSale {
            guard gain >= settings.profitGain, let volatility = volatility(),
                volatility >= settings.profitVolatility.double
            else { return }
            let profitConfidence = settings.fullProfitGain > 0 ? min(1, gain / settings.fullProfitGain) : 1
            sold = part(profitConfidence)
            guard sold >= settings.minimumSale else { return }
            confidence = profitConfidence.roundedHalfEven(toPlaces: 2)
            priority = settings.profitPriority
        }
        let count = (held * sold).integerPart
        kind = .sell
        sharesToSell = count
        cashFromSale = (Amount(count) * quote.ownPrice).money
    }
}

extension Bookkeeper {
    /// Returns the annual volatility of a security's closes; `nil` below two daily returns.
    func volatility(_ security: Int32, through day: Day) -> Double? {
        var returns = DailyReturns()
        let closes = journal.prices.closes(of: security, through: day)
        for (previous, close) in zip(closes, closes.dropFirst()) where previous.close > 0 && close.close > 0 {
            var ratio = (close.close / previous.close).double
            for split in splits[Int(security)] where split.day > previous.day && split.day <= close.day {
                ratio *= (split.new / split.old).double
            }
            returns.add(ratio, from: previous.day, to: close.day)
        }
        return returns.volatility
    }
}

/// The days of purchases and sales.
private struct TradeDays {
    private struct Trade {
        let day: Day
        let action: Action
        let entry: Int32
    }

    private var trades: [Int32: [Trade]] = [:]
    private let asOf: Day

    init(_ journal: Journal) {
        asOf = journal.asOf ?? .first
        var day = Day.first
        for (index, entry) in journal.entries.enumerated() {
            day = max(day, entry.time.day)
            guard let side = entry.action.side, let security = entry.security else { continue }
            trades[security, default: []].append(Trade(day: day, action: side, entry: Int32(index)))
        }
    }

    /// Marks a recommendation as executed by the next matching trade, or as expired.
    func mark(_ recommendation: inout Recommendation, after day: Day) {
        let action: Action? =
            switch recommendation.kind {
            case .buy: .buy
            case .sell: .sell
            case .hold: nil
            }
        let trades = trades[recommendation.security] ?? []
        var (low, high) = (0, trades.count)
        while low < high {
            let middle = (low + high) / 2
            if trades[middle].day <= day { low = middle + 1 } else { high = middle }
        }
        let follower = trades[low...].prefix { $0.day <= recommendation.expires }.first { $0.action == action }
        if let follower {
            recommendation.status = .executed
            recommendation.executedBy = follower.entry
        } else if asOf > recommendation.expires {
            recommendation.status = .expired
        }
    }
}
