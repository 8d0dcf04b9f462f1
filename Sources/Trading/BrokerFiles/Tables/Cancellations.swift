import Trading

/// Finds the trades cancelled by other rows of a file.
///
/// A cancelling row is represented as the trade that it cancels. The first entry of a row is its trade; the others are
/// charges, such as a commission in another currency.
enum Cancellations {
    /// The data shared by a trade and the row that cancels it.
    private struct Figures: Hashable {
        let action: Action
        let security: Int32?
        let currency: CurrencyCode
        let quantity: Amount
        let price: Amount?
        let amount: Amount?
        var id: String?
        var time: EntryTime?

        init?(_ row: [Entry]) {
            guard let trade = row.first else { return nil }
            action = trade.action.side ?? trade.action
            security = trade.security
            currency = trade.currency
            quantity = trade.quantity
            price = trade.price
            amount = trade.amount
        }

        /// The figures and the identifier; `nil` without one.
        static func withID(_ row: [Entry]) -> Figures? {
            guard let id = row.first?.id else { return nil }
            var figures = Figures(row)
            figures?.id = id
            return figures
        }

        /// The figures and the time.
        static func withTime(_ row: [Entry]) -> Figures? {
            var figures = Figures(row)
            figures?.time = row.first?.time
            return figures
        }
    }

    /// Returns the indices of the cancelled rows; `nil` without a match.
    ///
    /// Of several rows with the same figures, the match has the same identifier, or else the same time, or else is the
    /// last.
    static func matches(of cancellations: [[Entry]], in rows: [[Entry]]) -> [Int?] {
        var matches: [Int?] = cancellations.map { _ in nil }
        let wanted = Set(cancellations.compactMap(Figures.init))
        var places = rows.indices.filter { Figures(rows[$0]).map(wanted.contains) == true }
        for key in [Figures.withID, Figures.withTime, { Figures($0) }] {
            var found: [Figures: [Int]] = [:]
            for place in places {
                if let figures = key(rows[place]) { found[figures, default: []].append(place) }
            }
            for index in matches.indices where matches[index] == nil {
                if let figures = key(cancellations[index]) { matches[index] = found[figures]?.popLast() }
            }
            let taken = Set(matches.compactMap { $0 })
            places.removeAll { taken.contains($0) }
        }
        return matches
    }

    /// Returns the charges of a cancelled trade that were not paid back, as fees.
    static func rest(of row: [Entry], takenBackBy cancellation: [Entry]) -> [Entry] {
        guard let trade = row.first else { return [] }
        var charges: [CurrencyCode: Amount] = [:]
        func add(_ entry: Entry, times factor: Amount) {
            charges[entry.currency, default: 0] += factor * (entry.fees + (entry.action == .fee ? entry.gross : 0))
        }
        for entry in row { add(entry, times: 1) }
        for entry in cancellation { add(entry, times: -1) }
        return charges.filter { $0.value != 0 }.sorted { $0.key < $1.key }.map { currency, amount in
            Entry(
                .fee, security: trade.security, time: trade.time, currency: currency, amount: amount,
                rate: currency == trade.currency ? trade.rate : nil, id: trade.id, line: trade.line)
        }
    }
}

extension Draft {
    /// Removes cancelled trades and the rows on some lines that cancel them.
    ///
    /// A cancelling row without its trade makes the account incomplete.
    mutating func cancel(_ lines: Set<Int32>) {
        guard !lines.isEmpty else { return }
        var rows = Dictionary(grouping: file.entries, by: \.line)
        let cancellations = lines.sorted().compactMap { rows.removeValue(forKey: $0) }
        let trades = rows.sorted { $0.key < $1.key }.map(\.value)
        var passedOver = lines
        var rest: [Entry] = []
        for (cancellation, match) in zip(cancellations, Cancellations.matches(of: cancellations, in: trades)) {
            let line = cancellation[0].line
            guard let match else {
                file.omissions.append(Omission(.other, security: cancellation[0].security, line: line))
                continue
            }
            let trade = trades[match]
            passedOver.insert(trade[0].line)
            rest += Cancellations.rest(of: trade, takenBackBy: cancellation)
            for line in [trade[0].line, line] { file.passedOver.add(.cancelled, line: Int(line)) }
        }
        file.entries.removeAll { passedOver.contains($0.line) }
        file.entries += rest
    }
}
