import Trading

/// The entries of the transactions of an OFX file.
struct OFXJournal {
    private let transactions: [OFXTransaction]
    private let booking: OFXBooking
    /// The results of the transactions, by their place in the file.
    private var results: [Result] = []
    private var signs = TradeSigns()

    /// The result of a transaction.
    enum Result {
        /// The transaction is malformed, and reported.
        case mistaken
        case passedOver(PassedOver.Reason)
        case omitted(Omission)
        /// An entry, with one for refunded charges or for cash for fractional shares.
        case entry(Entry, extra: Entry? = nil)
    }

    /// Creates a journal of transactions in the order of the file.
    init(_ transactions: [OFXTransaction], _ currency: CurrencyCode, _ securities: OFXSecurities) {
        self.transactions = transactions
        booking = OFXBooking(currency: currency, securities: securities)
    }

    /// Books the transactions, and adds the entries to a draft.
    mutating func read(into draft: inout Draft) {
        for (place, transaction) in transactions.enumerated() {
            let result = booking.result(of: transaction, &draft)
            if case .entry(let entry, _) = result, entry.action.side != nil || entry.action == .reinvest {
                signs.add(
                    entry.action.side ?? entry.action, at: Int32(clamping: place), quantity: transaction.units ?? 0,
                    amount: transaction.total)
            }
            results.append(result)
        }
        correct(&draft)
        cancel()
        var booked: [[Entry]] = []
        for (place, result) in results.enumerated() {
            switch result {
            case .entry(let entry, let extra): booked.append([entry] + [extra].compactMap { $0 })
            case .omitted(let omission): draft.file.omissions.append(omission)
            case .passedOver(let reason): draft.file.passedOver.add(reason, line: transactions[place].record.line)
            case .mistaken: break
            }
        }
        // The ledger orders the entries of a day by line, and entries of one line as they are listed here.
        let entries = booked.joined()
        if entries.first?.line == booked.last?.last?.line, Self.isNewestFirst(Array(entries)) { booked.reverse() }
        draft.file.entries += booked.joined()
    }

    private static func isNewestFirst(_ entries: [Entry]) -> Bool {
        let steps = zip(entries, entries.dropFirst())
        return steps.count { $1.time < $0.time } > steps.count { $0.time < $1.time }
    }

    /// Returns the first line of a transaction.
    private func line(_ place: Int) -> Int32 { Int32(clamping: transactions[place].record.line) }

    /// Reverses earlier transactions; those in other files are found when files are merged.
    private mutating func correct(_ draft: inout Draft) {
        guard transactions.contains(where: { $0.correction != nil }) else { return }
        let places = Dictionary(transactions.enumerated().map { ($0.element.id ?? "", $0.offset) }) { first, _ in first
        }
        /// Places of corrections by the places of the corrected transactions.
        var corrected: [Int: Int] = [:]
        for (place, transaction) in transactions.enumerated() {
            guard let (id, isDeletion) = transaction.correction else { continue }
            // Some brokers give the corrected transaction the same identifier.
            let earlier = places[id].flatMap { $0 == place ? nil : $0 }
            if let earlier {
                // Of two corrections of one transaction, or two that correct each other, the valid one is unknown.
                if isCancelled(earlier) || corrected[place] == earlier {
                    results[place] = .omitted(Omission(.other, security: nil, line: line(place)))
                    continue
                }
                corrected[earlier] = place
                results[earlier] = .passedOver(.cancelled)
            }
            let known = Correction(id: id, line: line(place), isOmitted: isDeletion && earlier == nil)
            if isDeletion {
                results[place] = known.isOmitted ? .omitted(known.omission) : .passedOver(.cancelled)
            }
            draft.file.corrections = (draft.file.corrections ?? []) + [known]
        }
    }

    private func isCancelled(_ place: Int) -> Bool {
        if case .passedOver(.cancelled) = results[place] { true } else { false }
    }

    /// Skips trades that others reverse.
    ///
    /// A reversal without its trade makes the account incomplete.
    private mutating func cancel() {
        let reversals = signs.reversals
        guard !reversals.isEmpty else { return }
        let rows = results.map { result -> [Entry] in
            guard case .entry(let entry, let extra) = result else { return [] }
            return [entry] + [extra].compactMap { $0 }
        }
        let places = rows.indices.filter { !rows[$0].isEmpty && reversals.contains(Int32(clamping: $0)) }
        let trades = rows.indices.filter { !reversals.contains(Int32(clamping: $0)) }
        let matches = Cancellations.matches(of: places.map { rows[$0] }, in: trades.map { rows[$0] })
        for (place, match) in zip(places, matches) {
            guard let match else {
                results[place] = .omitted(Omission(.other, security: rows[place][0].security, line: line(place)))
                continue
            }
            let rest = Cancellations.rest(of: rows[trades[match]], takenBackBy: rows[place])
            results[place] = .passedOver(.cancelled)
            results[trades[match]] = rest.first.map { .entry($0) } ?? .passedOver(.cancelled)
        }
    }
}
