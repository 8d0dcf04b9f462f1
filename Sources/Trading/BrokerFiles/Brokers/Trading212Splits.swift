import Trading

/// The splits of a table of Trading 212.
///
/// Each takes two rows, in either order.
struct Trading212Splits {
    /// One of the two rows.
    private struct Half {
        /// Whether it states the new shares.
        let isNew: Bool
        /// The split with the shares of the row.
        let entry: Entry

        /// Returns the split that the row forms with another one of its day.
        ///
        /// Under a new ISIN, the shares are exchanged; the journal makes that a split if both are one security.
        func split(with other: Half) -> Entry? {
            guard isNew != other.isNew, entry.time.day == other.entry.time.day else { return nil }
            var split = isNew ? entry : other.entry
            let old = isNew ? other.entry : entry
            split.price = old.quantity
            if split.security != old.security { (split.action, split.origin) = (.merger, old.security) }
            return split
        }
    }

    /// The rows without their counterpart so far, by ticker.
    ///
    /// The ticker stays when a split changes the ISIN.
    private var open: [String: Half] = [:]

    /// Adds a row, and books the split that it completes.
    ///
    /// A row without a counterpart of its day is left out and listed.
    mutating func add(_ entry: Entry, of security: Int32, isNew: Bool, to draft: inout Draft) {
        let half = Half(isNew: isNew, entry: entry)
        let key = draft.securities.securities[Int(security)].symbol ?? "\(security)"
        let other = open.removeValue(forKey: key)
        if let split = other.flatMap(half.split) {
            draft.file.entries.append(split)
            return
        }
        if let other { omit(other, &draft) }
        open[key] = half
    }

    /// Leaves out the rows without a counterpart.
    func finish(_ draft: inout Draft) {
        for half in open.values.sorted(by: { $0.entry.line < $1.entry.line }) { omit(half, &draft) }
    }

    private func omit(_ half: Half, _ draft: inout Draft) {
        draft.file.omissions.append(Omission(.reorganisation, security: half.entry.security, line: half.entry.line))
    }
}
