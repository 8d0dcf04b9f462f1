/// A line that cancels or replaces an earlier transaction of the broker.
///
/// The transaction may occur in other files as well.
package struct Correction: Hashable, Sendable, Codable {
    /// The identifier of the corrected transaction.
    package var id: String
    /// The line in the file, from 1.
    package var line: Int32
    /// Whether the file lists the line as an omission, without any other effect.
    package var isOmitted: Bool

    /// Creates a correction.
    package init(id: String, line: Int32, isOmitted: Bool) {
        self.id = id
        self.line = line
        self.isOmitted = isOmitted
    }

    /// The placeholder for the line until its transaction is found in another file.
    package var omission: Omission { Omission(.other, line: line) }
}

extension [EntryFile] {
    /// Removes the transactions that other files of the same format and account correct.
    ///
    /// Transactions that a file corrects have been removed from the file itself, which may reuse the identifier.
    mutating func leaveOutCorrected() {
        let accounts = FileAccounts(endings: map(\.accountNumberEnding))
        var correcting: [Transaction: Set<Int>] = [:]
        for (index, file) in enumerated() {
            for correction in file.corrections ?? [] {
                correcting[Transaction(format: file.format, id: correction.id), default: []].insert(index)
            }
        }
        guard !correcting.isEmpty else { return }
        // The files with a correction whose transaction is in another file.
        var found: [Transaction: Set<Int>] = [:]
        for index in indices {
            let format = self[index].format
            let account = accounts.account(of: Int32(index))
            var lines: [Int32] = []
            self[index].entries.removeAll { entry in
                guard let transaction = entry.id.map({ Transaction(format: format, id: $0) }),
                    let files = correcting[transaction], !files.contains(index)
                else { return false }
                let own = files.filter { FileAccounts.mayBeOne(accounts.account(of: Int32($0)), account) }
                guard !own.isEmpty else { return false }
                found[transaction, default: []].formUnion(own)
                // A refund of charges is an entry of the same line.
                if lines.last != entry.line { lines.append(entry.line) }
                return true
            }
            for line in lines { self[index].passedOver.add(.cancelled, line: Int(line)) }
        }
        for index in indices {
            for correction in self[index].corrections ?? [] where correction.isOmitted {
                let transaction = Transaction(format: self[index].format, id: correction.id)
                guard found[transaction]?.contains(index) == true,
                    let place = self[index].omissions.firstIndex(of: correction.omission)
                else { continue }
                self[index].omissions.remove(at: place)
                self[index].passedOver.add(.cancelled, line: Int(correction.line))
            }
        }
    }
}

/// The identity of a transaction.
private struct Transaction: Hashable {
    let format: String
    let id: String
}
