package import FailureModel
import Foundation
package import Trading

/// The figures of a statement, all from ``Trading``.
package struct StatementContent: Sendable {
    /// The books at the end of the period.
    package let ledger: Ledger
    /// The holdings at the end of the period.
    package let holdings: Holdings
    /// The change from the opening to the closing value.
    package let period: PeriodSummary
    /// The returns and daily values of the period.
    package let performance: Performance
    /// Differences between the ledger and the broker.
    package let reconciliation: Reconciliation
    /// The newest set of opinions of the period, if any.
    package let analysis: AnalysisSession?
    /// The SHA-256 digests of the journal's files in hexadecimal, in the order of the files.
    package let digests: [String]
    /// The entries of the period, as indices of the journal's.
    package let entries: Range<Int>
    /// The gains of the period, as indices of the ledger's.
    package let gains: Range<Int>

    /// Computes the figures of an account.
    ///
    /// - Parameters:
    ///   - journal: the account; its settings determine the period.
    ///   - digests: the digests of the journal's files, in the same order.
    /// - Throws: the errors of ``Ledger``, ``Holdings`` and ``Reconciliation``.
    package init(_ journal: Journal, digests: [String]) throws(Failure) {
        self.digests = digests
        ledger = try Ledger(journal, through: journal.settings.to)
        reconciliation = try Reconciliation(journal)
        holdings = try Holdings(ledger)
        let period = try PeriodSummary(ledger, from: journal.settings.from)
        self.period = period
        performance = Performance(journal, from: period.from, to: period.to)
        analysis = try SmartAnalysis.sessions(of: journal).last { $0.day <= period.to }
        // With several time zones, the order of the instants can differ from that of the days.
        let first = journal.entries.prefix(ledger.entryCount).firstIndex { $0.time.day >= period.from }
        entries = (first ?? ledger.entryCount)..<ledger.entryCount
        let start = entries.lowerBound
        gains = (ledger.gains.firstIndex { $0.closed >= start } ?? ledger.gains.count)..<ledger.gains.count
    }

    package var journal: Journal { ledger.journal }
    /// The names of files that could not be read and are ignored.
    package var unreadFiles: [String] { journal.unreadFiles ?? [] }
    var currency: CurrencyCode { journal.currency }

    /// Notes on days of the period without data; empty without such days.
    package var coverageNotes: [String] {
        var notes: [String] = []
        let covered = journal.files.compactMap(\.coverage)
        let first = (journal.entries.map(\.time.day) + covered.map(\.lowerBound)).min()
        if let first, period.from < first {
            notes.append("The account’s files begin on \(first); the statement begins on \(period.from).")
        }
        let last = (covered.map(\.upperBound) + [journal.asOf].compactMap { $0 }).max()
        if let last, last < period.to {
            notes.append("The account’s files reach up to \(last); the statement ends on \(period.to).")
        }
        return notes
    }

    /// The title of the account.
    var title: String { journal.settings.title ?? "Account" }

    /// The last four characters of the account's number, masked.
    var maskedNumber: String? {
        journal.files.lazy.compactMap(\.accountNumberEnding).first.map { "•••• " + $0.suffix(4) }
    }

    /// The period as its first and last day.
    var periodText: String { "\(period.from) to \(period.to)" }

    package func security(_ index: Int32) -> Security { journal.securities[Int(index)] }
}
