extension EntryFile {
    /// Turns mergers of a security with itself into splits.
    ///
    /// Brokers state a split under a new ISIN as shares given up and received. If other lines show that both are one
    /// security, it is a split; cash for fractions of shares is then a dividend, as for other splits.
    ///
    /// - Parameters:
    ///   - securities: the common index of each security of the file.
    ///   - renamed: receives the new identifiers.
    mutating func joinRenamed(_ securities: [Int32], _ renamed: inout RenamedSecurities) {
        func isRenaming(_ entry: Entry) -> Bool {
            guard entry.action == .merger, entry.price != nil, let security = entry.security, let origin = entry.origin,
                security != origin
            else { return false }
            return securities[Int(security)] == securities[Int(origin)]
        }
        for place in entries.indices.reversed() where isRenaming(entries[place]) {
            let merger = entries[place]
            if let security = merger.security {
                renamed.add(self.securities[Int(security)], as: securities[Int(security)], at: merger.time)
            }
            entries[place].action = .split
            (entries[place].amount, entries[place].fees, entries[place].origin) = (nil, 0, nil)
            if let cash = merger.amount, cash != 0 { entries.insert(merger.payment(.dividend, cash), at: place + 1) }
            if merger.fees != 0 { entries.insert(merger.payment(.fee, merger.fees), at: place + 1) }
        }
    }
}

extension Entry {
    /// Returns a payment of the same line.
    fileprivate func payment(_ action: Action, _ amount: Amount) -> Entry {
        var payment = Entry(
            action, security: security, time: time, currency: currency, amount: amount, rate: rate, id: id,
            notes: notes, line: line)
        payment.keepsCurrency = keepsCurrency
        return payment
    }
}
