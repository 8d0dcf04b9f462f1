package import FailureModel

/// A comparison of the ledger with the broker's positions and cash.
package struct Reconciliation: Hashable, Sendable, Codable {
    /// A difference from the broker's figures.
    package struct Difference: Hashable, Sendable, Codable {
        /// The index of the security in the journal, or `nil` for cash.
        package var security: Int32?
        /// The currency of the cash, or `nil` for a position.
        package var currency: CurrencyCode?
        /// The day of the broker's figure.
        package var day: Day
        /// The index of the broker's file in the journal.
        package var file: Int32
        /// The line of the broker's figure; `nil` for a position that the broker omits.
        package var line: Int32?
        /// The broker's shares or cash.
        package var broker: Amount
        /// The ledger's shares or cash.
        package var ledger: Amount

        /// The broker's figure less the ledger's.
        package var difference: Amount { broker - ledger }
    }

    /// The differences, by day.
    package private(set) var differences: [Difference] = []
    /// The number of compared positions.
    package private(set) var positionCount = 0
    /// The number of compared cash balances.
    package private(set) var balanceCount = 0
    /// Whether figures were not compared, since the entries of several accounts are not distinguished.
    package private(set) var isPartial = false

    /// The note for the user on figures that were not compared.
    package static let partialNote =
        "Positions and cash of the broker were not compared, since the files state different account numbers, and others "
        + "state none, so that their rows may belong to any of the accounts. Add the files of each number to a separate account."

    /// Compares a journal with the broker's figures in it.
    ///
    /// The figures of a file are those of the account whose number it states. The entries must be bookable (see ``Ledger``).
    ///
    /// - Throws: ``ErrorCode/lotsMissing`` for positions that no entry explains; ``ErrorCode/unbalanced`` for
    ///   differences if the settings contain `reconcile: strict`.
    package init(_ journal: Journal) throws(Failure) {
        try Reconciliation.checkLots(of: journal)
        if journal.positions.isEmpty, journal.balances.isEmpty { return }
        let accounts = FileAccounts(endings: journal.files.map(\.accountNumberEnding))
        if accounts.count < 2 {
            compare(journal)
        } else if let parts = journal.parts(of: accounts) {
            for part in parts { compare(part) }
            differences.sort { ($0.day, $0.file) < ($1.day, $1.file) }
            isPartial = (journal.positions.map(\.file) + journal.balances.map(\.file)).contains {
                accounts.account(of: $0) < 0
            }
        } else {
            isPartial = true
        }
        if journal.settings.reconcile == .strict, let failure = refusal(of: journal) { throw failure }
    }

    /// Compares a journal with all figures in it.
    private mutating func compare(_ journal: Journal) {
        var books = Bookkeeper(journal, .quantities)
        let positions = Dictionary(grouping: journal.positions, by: { Statement(day: $0.day, file: $0.file) })
        let balances = Dictionary(grouping: journal.balances, by: { Statement(day: $0.day, file: $0.file) })
        for statement in Set(positions.keys).union(balances.keys).sorted() {
            books.advance(through: statement.day)
            if let positions = positions[statement] { compare(positions, of: statement, with: books) }
            if let balances = balances[statement] { compare(balances, of: statement, with: books) }
        }
    }

    /// The figures of one file and day.
    private struct Statement: Hashable, Comparable {
        let day: Day
        let file: Int32

        static func < (left: Statement, right: Statement) -> Bool {
            (left.day, left.file) < (right.day, right.file)
        }
    }

    private static func checkLots(of journal: Journal) throws(Failure) {
        var known = Set(journal.omissions.compactMap(\.security))
        for entry in journal.entries where entry.action.needsSecurity {
            if let security = entry.security { known.insert(security) }
        }
        var failures: [Failure] = []
        for position in journal.positions where position.quantity > 0 && known.insert(position.security).inserted {
            failures.append(
                Failure(
                    .lotsMissing,
                    "The broker lists \(journal.securities[Int(position.security)].label), but no file says that it was bought.",
                    at: journal.location(file: position.file, line: position.line)))
        }
        if let failure = Failure(all: Array(failures.prefix(Failure.maximumDetailCount))) { throw failure }
    }

    private mutating func compare(_ positions: [BrokerPosition], of statement: Statement, with books: Bookkeeper) {
        // Brokers list a security once for each sub-account.
        var sums: [Int32: (quantity: Amount, line: Int32)] = [:]
        for position in positions {
            let sum = sums[position.security] ?? (0, position.line)
            sums[position.security] = (sum.quantity + position.quantity, sum.line)
        }
        positionCount += sums.count
        for place in books.books.indices {
            let (held, sum) = (books.quantity(place), sums[Int32(place)])
            guard !held.isSameQuantity(as: sum?.quantity ?? 0) else { continue }
            differences.append(
                Difference(
                    security: Int32(place), day: statement.day, file: statement.file, line: sum?.line,
                    broker: sum?.quantity ?? 0, ledger: held))
        }
    }

    private mutating func compare(_ balances: [CashBalance], of statement: Statement, with books: Bookkeeper) {
        var sums: [CurrencyCode: (amount: Amount, line: Int32)] = [:]
        for balance in balances {
            let sum = sums[balance.currency] ?? (0, balance.line)
            sums[balance.currency] = (sum.amount + balance.amount, sum.line)
        }
        balanceCount += sums.count
        for (currency, sum) in sums.sorted(by: { $0.key < $1.key }) {
            if books.cashBook.agrees(with: sum.amount, in: currency) { continue }
            // A broker that states only the account's currency may have converted all others to it.
            let isOnly = sums.count == 1 && currency == books.journal.currency
            let ledger = isOnly ? books.cash(on: statement.day) : books.cashBook.balance(of: currency)
            if isOnly, ledger == sum.amount.money || books.totals.balance == sum.amount.money { continue }
            differences.append(
                Difference(
                    currency: currency, day: statement.day, file: statement.file, line: sum.line, broker: sum.amount,
                    ledger: ledger))
        }
    }

    private func refusal(of journal: Journal) -> Failure? {
        Failure(
            all: differences.prefix(Failure.maximumDetailCount).map { difference in
                let name = difference.security.map { journal.securities[Int($0)].label }
                return Failure(
                    .unbalanced,
                    name.map { "The broker's position of \($0) on \(difference.day) differs from the ledger's." }
                        ?? "The broker's cash on \(difference.day) differs from the ledger's.",
                    at: .file(
                        journal.files[Int(difference.file)].name, line: difference.line.map(Int.init), column: nil))
            })
    }
}
