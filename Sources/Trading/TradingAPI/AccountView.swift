package import FailureModel
import Foundation
package import Trading

/// The API's view of an account.
///
/// Common data is computed once; each response takes time for its own rows only.
package struct AccountView: Sendable {
    /// The account's name, from which the identifiers are derived.
    package let name: String
    /// The books.
    package let ledger: Ledger
    let holdings: Holdings
    /// The booked journal.
    private let journal: Journal
    /// The identifiers of the entries.
    private let entryIDs: [UUID]
    /// The securities with their prices; `nil` for those without a price.
    let stocks: [Stock?]
    /// The identifiers of the holdings, by security.
    private let holdingIDs: [Int]
    /// The indices of the booked trades, oldest first.
    private let tradeEntries: [Int32]

    /// Creates the view of an account.
    ///
    /// - Parameters:
    ///   - ledger: the books.
    ///   - name: the account's name.
    /// - Throws: ``ErrorCode/rateMissing`` if a price cannot be converted.
    package init(_ ledger: Ledger, named name: String) throws(Failure) {
        self.name = name
        self.ledger = ledger
        holdings = try Holdings(ledger)
        let journal = ledger.journal
        self.journal = journal
        entryIDs = StableIdentifiers.entries(of: journal, account: name)
        holdingIDs = StableIdentifiers.numbers(for: journal.securities.map { "holding\n\($0.label)" }, account: name)
        stocks = journal.securities.enumerated().map { index, security in
            ledger.unconvertedQuote(of: Int32(index)).map { Stock(security, $0) }
        }
        tradeEntries = (0..<ledger.entryCount).filter { Trade.Side(journal.entries[$0].action) != nil }.map(Int32.init)
    }

    var currency: String { journal.currency.description }
    private var method: String { (journal.settings.method ?? .fifo).rawValue }

    func security(_ index: Int32) -> Security { journal.securities[Int(index)] }

    private func day(ofEntry index: Int32) -> Day { journal.entries[Int(index)].time.day }

    // MARK: Holdings

    /// The totals of the account.
    package var summary: PortfolioSummary {
        PortfolioSummary(holdings.summary, ledger)
    }

    /// The holdings and their totals.
    package var portfolioHoldings: PortfolioHoldingsResponse {
        PortfolioHoldingsResponse(
            summary: summary,
            holdings: holdings.holdings.map { holding in
                Holding(
                    holding, id: holdingIDs[Int(holding.security)],
                    stock: Stock(security(holding.security), holding.quote))
            })
    }

    /// The open lots.
    package var lots: LotsResponse {
        let lots = holdings.lots(of: ledger).map { lot in
            let entry = journal.entries[Int(lot.entry)]
            let security = security(lot.security)
            return HeldLot(
                symbol: security.label, name: security.name ?? security.label, tradeID: entryIDs[Int(lot.entry)],
                lot: entry.lot, opened: Date(entry.time.day), days: ledger.day.days(since: entry.time.day),
                quantity: lot.quantity.integerPart, exactQuantity: lot.quantity, cost: lot.cost, value: lot.value,
                gain: lot.gain, gainPercent: lot.gainPercent)
        }
        return LotsResponse(
            currency: currency, asOf: Date(ledger.day), method: method, isIncomplete: ledger.isIncomplete,
            cost: lots.reduce(0) { $0 + $1.cost }, value: lots.reduce(0) { $0 + $1.value },
            gain: lots.reduce(0) { $0 + $1.gain }, lots: lots)
    }

    // MARK: Gains and returns

    /// Returns the realised gains.
    ///
    /// - Parameter year: the year of the sales by the broker's dates; all years by default.
    /// - Returns: the gains by symbol and year.
    package func gains(in year: Int? = nil) -> GainsResponse {
        let ledgerGains = ledger.gains
        let years = ledgerGains.map { day(ofEntry: $0.closed).year }
        var counts: [GroupKey: Int] = [:]
        for (gain, soldIn) in zip(ledgerGains, years) where year == nil || soldIn == year {
            counts[GroupKey(security: gain.security, year: soldIn), default: 0] += 1
        }
        var places: [GroupKey: Int] = [:]
        var exact: [ExactSums] = []
        var groups: [GainGroup] = []
        for (key, count) in counts {
            places[key] = groups.count
            exact.append(ExactSums())
            let security = security(key.security)
            groups.append(
                GainGroup(
                    symbol: security.label, name: security.name ?? security.label, year: key.year, cost: 0,
                    proceeds: 0, gain: 0, gainPercent: nil, gains: []))
            // Growing arrays would take twice the memory.
            groups[groups.count - 1].gains.reserveCapacity(count)
        }
        for (gain, soldIn) in zip(ledgerGains, years) {
            guard let place = places[GroupKey(security: gain.security, year: soldIn)] else { continue }
            groups[place].add(realizedGain(gain))
            exact[place].add(gain)
        }
        for place in groups.indices { groups[place].gainPercent = exact[place].gainPercent }
        // Securities are ordered by symbol.
        let order = places.sorted { ($0.key.security, $0.key.year) < ($1.key.security, $1.key.year) }
        groups = order.map { groups[$0.value] }
        return GainsResponse(
            currency: currency, method: method, isIncomplete: ledger.isIncomplete, years: Set(years).sorted(),
            cost: groups.reduce(0) { $0 + $1.cost }, proceeds: groups.reduce(0) { $0 + $1.proceeds },
            gain: groups.reduce(0) { $0 + $1.gain }, gainPercent: ExactSums(exact).gainPercent,
            currencyGain: groups.lazy.compactMap(\.currencyGain).reduce(nil) { ($0 ?? 0) + $1 }, groups: groups)
    }

    /// Sums of gains before rounding.
    private struct ExactSums {
        private var cost: Amount = 0
        private var proceeds: Amount = 0

        var gainPercent: Amount? { (proceeds - cost).percentage(of: cost) }

        init() {}

        init(_ parts: [ExactSums]) {
            cost = parts.reduce(0) { $0 + $1.cost }
            proceeds = parts.reduce(0) { $0 + $1.proceeds }
        }

        mutating func add(_ gain: RealisedGain) {
            cost += gain.exactCost
            proceeds += gain.exactProceeds
        }
    }

    private struct GroupKey: Hashable {
        let security: Int32
        let year: Int
    }

    private func realizedGain(_ gain: RealisedGain) -> RealizedGain {
        let (opened, sold) = (day(ofEntry: gain.opened), day(ofEntry: gain.closed))
        return RealizedGain(
            purchaseID: entryIDs[Int(gain.opened)], saleID: entryIDs[Int(gain.closed)], opened: Date(opened),
            sold: Date(sold), days: sold.days(since: opened), quantity: gain.quantity.integerPart,
            exactQuantity: gain.quantity, cost: gain.cost, proceeds: gain.proceeds, gain: gain.gain,
            gainPercent: gain.gainPercent, currencyGain: gain.currencyGain)
    }

    /// Computes the returns of a period.
    ///
    /// - Parameters:
    ///   - from: the first day; that of the first entry by default.
    ///   - to: the last day; that of the ledger by default.
    /// - Returns: the summary of the period, its returns and its days.
    /// - Throws: ``ErrorCode/rateMissing`` if a price cannot be converted on the first or the last day.
    package func performance(from: Day? = nil, to: Day? = nil) throws(Failure) -> PerformanceResponse {
        let last = to ?? ledger.day
        let books = last == ledger.day ? ledger : try Ledger(journal, through: last)
        return PerformanceResponse(
            try PeriodSummary(books, from: from), Performance(journal, from: from, to: last),
            currency: journal.currency, isIncomplete: ledger.isIncomplete)
    }

    // MARK: Trades

    /// Returns the newest trades.
    ///
    /// - Parameter limit: the maximum number of trades.
    /// - Returns: the trades, newest first.
    package func recentTrades(limit: Int) -> TradesResponse {
        let results = tradeEntries.suffix(max(0, limit)).reversed().compactMap(trade)
        return TradesResponse(count: results.count, results: results)
    }

    /// Returns a page of the trades, newest first.
    ///
    /// - Parameters:
    ///   - filter: selects the trades.
    ///   - page: the 1-based number of the page.
    ///   - path: the address of the route, to which the links of pages add their parameters.
    /// - Returns: the page, or `nil` if it does not exist; the first one always does.
    package func trades(_ filter: TradeFilter = TradeFilter(), page: Int = 1, path: String) -> TradePageResponse? {
        let securities = filter.symbol.map(securities(named:))
        let selected = tradeEntries.filter { index in
            let entry = journal.entries[Int(index)]
            if let securities, !(entry.security.map(securities.contains) ?? false) { return false }
            if let from = filter.from, entry.time.day < from { return false }
            if let to = filter.to, entry.time.day > to { return false }
            return true
        }
        let length = TradePageResponse.pageLength
        let pageCount = max(1, (selected.count + length - 1) / length)
        guard (1...pageCount).contains(page) else { return nil }
        let results = selected.dropLast((page - 1) * length).suffix(length)
        return TradePageResponse(
            count: selected.count, next: page < pageCount ? "\(path)\(filter.query(page: page + 1))" : nil,
            previous: page > 1 ? "\(path)\(filter.query(page: page - 1))" : nil,
            results: results.reversed().compactMap(trade))
    }

    private func trade(_ index: Int32) -> Trade? {
        let index = Int(index)
        // A trade gives its security a price.
        guard let security = journal.entries[index].security, let stock = stocks[Int(security)] else { return nil }
        return Trade(index, of: ledger, id: entryIDs[index], stock: stock)
    }

    private func securities(named symbol: String) -> Set<Int32> {
        let symbol = symbol.uppercased()
        let matches = journal.securities.indices.filter { index in
            let security = journal.securities[index]
            return security.label.uppercased() == symbol
                || (security.aliases ?? []).contains { $0.uppercased() == symbol }
        }
        return Set(matches.map(Int32.init))
    }
}

extension GainGroup {
    /// Adds a gain and its amounts.
    fileprivate mutating func add(_ gain: RealizedGain) {
        cost += gain.cost
        proceeds += gain.proceeds
        self.gain += gain.gain
        if let part = gain.currencyGain { currencyGain = (currencyGain ?? 0) + part }
        gains.append(gain)
    }
}

extension TradeFilter {
    /// Returns the query of a page, including the question mark.
    fileprivate func query(page: Int) -> String {
        var parameters = ["page=\(page)"]
        if let symbol {
            // The allowed characters of URLComponents include a plus sign, which servers decode as a space.
            let unreserved = CharacterSet(
                charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
            parameters.append("symbol=\(symbol.addingPercentEncoding(withAllowedCharacters: unreserved) ?? "")")
        }
        if let from { parameters.append("from=\(from)") }
        if let to { parameters.append("to=\(to)") }
        return "?" + parameters.joined(separator: "&")
    }
}
