import BrokerFiles
import FailureModel
import Foundation
import Pipeline
import Trading

/// Merges the files of an account, and compares the result with the broker's figures.
struct ReconcileStage: Stage {
    let name: StageName = "reconcile"

    func run(_ context: StageContext) async throws -> StageOutcome {
        typealias Name = AccountKind.ArtefactName
        try context.checkSettingsFiles()
        var files: [EntryFile] = []
        for (place, part) in context.parts.enumerated() {
            guard let artefact = part.readEntries else { continue }
            var reader = EntryText.Reader<EntryFile>()
            try reader.read(artefact.content, of: artefact.byteCount, in: context.artefacts)
            files.append(try EntryFile(reader))
            try context.checkCancellation()
            context.reportProgress(completed: place + 1, total: context.parts.count, unit: "file")
        }
        var journal = try Journal(merging: files)
        if context.parts.isEmpty { throw Failure(.inputEmpty, "The account has no files.") }
        if files.isEmpty { throw context.unreadFilesFailure }
        if journal.asOf == nil {
            if let failure = journal.onlyOmissions { throw failure }
            throw Failure(
                .inputEmpty, "The account's files have no entry, position, price, rate or opinion yet.")
        }
        journal.unreadFiles = context.parts.compactMap(\.unread?.name)
        journal.settings.title = journal.settings.title ?? AccountKind.account(of: context.document)
        // Unbookable entries are reported before differences.
        let ledger = try context.advising { try Ledger(journal) }
        let reconciliation = try context.advising { try Reconciliation(journal) }
        let report = ReconciliationReport(ledger, reconciliation, unread: context.parts.compactMap(\.unread))
        let entries = try context.put(named: Name.ledger, mediaType: "application/json") { append in
            try journal.write { try append(Data($0)) }
        }
        return .done(
            [entries, try context.put(report, named: Name.reconciliation)],
            facts: [
                AccountKind.FactName.entries: "\(journal.entries.count)",
                AccountKind.FactName.omissions: "\(journal.omissions.count)",
                AccountKind.FactName.unreadFiles: "\(journal.unreadFiles?.count ?? 0)",
                AccountKind.FactName.passedOver: "\(journal.files.reduce(0) { $0 + $1.passedOver.count })",
                AccountKind.FactName.asOf: journal.asOf.map { "\($0)" } ?? "",
            ])
    }
}

extension StageContext {
    /// Rejects an account with unreadable settings, without which others would apply.
    ///
    /// - Throws: the failures of `NAME.account.yaml` and `NAME.columns.yaml`.
    fileprivate func checkSettingsFiles() throws {
        let failures = parts.compactMap { part -> Failure? in
            guard part.readEntries == nil, let document = part.document,
                let role = AccountFileName(document.fileName)?.role, role == .account || role == .columns
            else { return nil }
            return document.failure?.failure
        }
        if let failure = Failure(all: failures.flatMap(\.all)) { throw failure }
    }

    /// The failure of an account without a single readable file.
    ///
    /// It repeats the failures of the files, which say what to correct.
    fileprivate var unreadFilesFailure: Failure {
        let failures = parts.compactMap { $0.document?.failure?.failure }.flatMap(\.all)
        return Failure(all: Array(failures.prefix(Failure.maximumDetailCount)))
            ?? Failure(.inputEmpty, "None of the account's files could be read.")
    }
}

extension Journal {
    /// The failure of an account with omitted lines only; `nil` if none were omitted.
    fileprivate var onlyOmissions: Failure? {
        guard !omissions.isEmpty else { return nil }
        let lines = omittedLines.prefix(100).map { line in
            Failure(.inputEmpty, line.reason, at: .file(line.file, line: line.line, column: nil))
        }
        let count = omissions.count
        let message =
            "Nothing is left of the account's files, since \(count.counted("line was", "lines were")) left out."
        return Failure(all: [Failure(.inputEmpty, message)] + lines)
    }
}

extension Part {
    /// The entries of a readable file.
    var readEntries: Artefact? {
        document?.state == .ready ? artefact(AccountFileKind.ArtefactName.entries) : nil
    }

    /// The file, if it is unreadable.
    var unread: UnreadFile? {
        guard readEntries == nil else { return nil }
        return UnreadFile(name: document?.fileName ?? "a deleted file", code: document?.failure?.code.rawValue)
    }
}
