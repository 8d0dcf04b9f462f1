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
        func split(with other: Half) -> Entry? {
            guard isNew != other.isNew, entry.time.day == other.entry.time.day else { return nil }
            var split = isNew ? entry : other.entry
            split.price = isNew ? other.entry.quantity : entry.quantity
            return split
        }
    }

    /// The rows without their counterpart so far, by security.
    private var open: [Int32: Half] = [:]

    /// Adds a row, and books the split that it completes.
    ///
    /// A row without a counterpart of its day is left out and listed.
    mutating func add(_ entry: Entry, of security: Int32, isNew: Bool, to draft: inout Draft) {
        let half = Half(isNew: isNew, entry: entry)
        let other = open.removeValue(forKey: security)
        if let split = other.flatMap(half.split) {
            draft.file.entries.append(split)
            return
        }
        if let other { omit(other, &draft) }
        open[security] = half
    }

    /// Leaves out the rows without a counterpart.
    func finish(_ draft: inout Draft) {
        for half in open.values.sorted(by: { $0.entry.line < $1.entry.line }) { omit(half, &draft) }
    }

    private func omit(_ half: Half, _ draft: inout Draft) {
        draft.file.omissions.append(Omission(.reorganisation, security: half.entry.security, line: half.entry.line))
    }
}
