import AccountStatement
import FailureModel
import Foundation
import Pipeline
package import Trading
import TradingAPI
import Typesetting

/// Typesets the statement of an account, and writes its tables.
struct StatementStage: Stage {
    let name: StageName = "typeset"
    let needs: Set<StageName> = ["reconcile", "analyse"]

    func run(_ context: StageContext) async throws -> StageOutcome {
        typealias Name = AccountKind.ArtefactName
        let options = try options(in: context)
        var journal = try AccountBooks.journal(from: context.published, in: context.artefacts)
        journal.settings.from = options.from ?? journal.settings.from
        journal.settings.to = options.to ?? journal.settings.to
        try checkPeriod(of: journal, options)
        let digests = context.parts.filter { $0.readEntries != nil }.compactMap(\.document?.content.hex)
        journal.unreadFiles = context.parts.compactMap(\.unread?.name)
        let content = try context.advising { try StatementContent(journal, digests: digests) }
        let typesetter = StatementTypesetter(content, size: (options.page ?? .a4).size)
        var pages = 0
        let pdf = try context.put(named: Name.statement, mediaType: "application/pdf") { append in
            pages = try typesetter.write { (bytes: Data) throws(Failure) in
                do { try append(bytes) } catch { throw Failure(error) }
            }.pageCount
        }
        try context.checkCancellation()
        let view = try context.advising {
            try AccountView(content.ledger, named: AccountKind.account(of: context.document))
        }
        let report = StatementReport(content, pages: pages, isTagged: typesetter.isTagged)
        return .done(
            [
                pdf,
                try context.put(view.portfolioHoldings, named: Name.holdings),
                try table(view.holdingsTable, Name.holdingsTable, context),
                try table(view.gainsTable, Name.gainsTable, context),
                try context.put(report, named: Name.report),
            ], facts: [AccountKind.FactName.pages: "\(pages)"])
    }

    /// Checks that the period does not end before it begins.
    ///
    /// This needs the defaults of omitted options.
    private func checkPeriod(of journal: Journal, _ options: StatementOptions) throws(Failure) {
        guard let last = journal.settings.to ?? journal.asOf,
            let first = journal.settings.from ?? journal.entries.lazy.map(\.time.day).min(), first > last
        else { return }
        let end = journal.settings.to == nil ? ", the newest day in the account's files" : ""
        throw Failure(.inputEmpty, "The statement would begin on \(first), after its end on \(last)\(end).")
    }

    private func options(in context: StageContext) throws -> StatementOptions {
        let name = AccountKind.ArtefactName.options
        guard context.artefact(name, from: .inputs) != nil else { return StatementOptions() }
        return try JSONDecoder().decode(StatementOptions.self, from: try context.bytes(of: name, from: .inputs))
    }

    private func table(_ table: SpreadsheetTable, _ name: String, _ context: StageContext) throws -> Artefact {
        try context.put(named: name, mediaType: "text/csv; charset=utf-8") { append in
            try table.write { try append(Data($0.utf8)) }
        }
    }
}

/// The content of `report.json`: the scope of a statement, with notes.
package struct StatementReport: Hashable, Sendable, Codable {
    /// The first day.
    package var from: Day
    /// The last day.
    package var to: Day
    /// The currency of all money.
    package var currency: String
    /// The value at the end of the day before the first.
    package var openingValue: Amount
    /// The value at the end of the last day.
    package var closingValue: Amount
    /// The number of pages.
    package var pages: Int
    /// Whether the PDF is tagged for screen readers.
    package var isTagged: Bool
    /// Whether lines were omitted, so that any figure may be wrong.
    package var isIncomplete: Bool
    /// The number of omitted lines.
    package var omissionCount: Int
    /// The omitted lines.
    package var omissions: [OmittedLine]
    /// The skipped lines and columns of the files.
    package var passedOver: [PassedOverPart]
    /// The number of lines that repeat an entry of another file.
    package var duplicateCount: Int
    /// The number of differences from the broker's figures.
    package var differenceCount: Int
    /// The unreadable files.
    package var unreadFiles: [String]
    /// Notes on days of the period without data; `nil` without such days.
    package var notes: [String]?

    init(_ content: StatementContent, pages: Int, isTagged: Bool) {
        from = content.period.from
        to = content.period.to
        currency = content.journal.currency.description
        openingValue = content.period.openingValue
        closingValue = content.period.closingValue
        self.pages = pages
        self.isTagged = isTagged
        isIncomplete = content.ledger.isIncomplete
        omissionCount = content.journal.omissions.count
        omissions = content.journal.omittedLines
        passedOver = content.journal.passedOverParts
        duplicateCount = content.journal.duplicates.count
        differenceCount = content.reconciliation.differences.count
        unreadFiles = content.unreadFiles
        notes = content.coverageNotes.isEmpty ? nil : content.coverageNotes
    }

    private enum CodingKeys: String, CodingKey {
        case from, to, currency, pages, omissions, notes
        case passedOver = "passed_over"
        case openingValue = "opening_value"
        case closingValue = "closing_value"
        case isTagged = "is_tagged"
        case isIncomplete = "is_incomplete"
        case omissionCount = "omission_count"
        case duplicateCount = "duplicate_count"
        case differenceCount = "difference_count"
        case unreadFiles = "unread_files"
    }
}
