import FormwrightCLI
import LocalStore
import TradingDomain
import FailureModel
import FileCollections
import Foundation
import Pipeline

/// Notes for the user on omitted and skipped lines, and on reading the files.
struct AccountNotes {
    /// The notes, one line each.
    ///
    /// They cover omitted lines, reasons for skipped lines, notes on reading a file, and unreadable files.
    let lines: [String]

    /// Creates notes on a reconciled account.
    init(_ report: ReconciliationReport) {
        let unread = report.unreadFiles.map { "Not read: \(TerminalText.printable($0.name)) (\($0.code ?? "deleted"))" }
        let omitted = report.omissions.map { line in
            let word = line.word.map { " (\($0))" } ?? ""
            return TerminalText.printable("Left out: \(line.file):\(line.line): \(line.reason)\(word)")
        }
        let passedOver = report.passedOver.map { TerminalText.printable("Passed over: \($0.file): \($0.phrase)") }
        let notes = (report.notes ?? []).map { TerminalText.printable($0) }
        // What concerns all figures must not be behind a long list.
        lines = unread + notes + omitted + passedOver
    }

    /// Reads the notes on an account, which are empty before it is reconciled.
    init(on document: Document, in local: LocalSystem) async throws {
        let report = try await ReconciliationReport(of: document, in: local)
        self = report.map { AccountNotes($0) } ?? AccountNotes()
    }

    private init() {
        lines = []
    }

    /// Prints the first lines, and the number of further ones.
    func printBeginning(of account: CollectionKey) {
        for line in lines.prefix(Self.length) { StandardOutput.print(line) }
        guard lines.count > Self.length else { return }
        StandardOutput.print(
            "\(lines.count - Self.length) more; formwright account check \(TerminalText.printable(account.name)) lists all."
        )
    }

    /// Warns on standard error about omissions from a command's output.
    func warn(about account: CollectionKey) {
        guard !lines.isEmpty else { return }
        let name = TerminalText.printable(account.name)
        StandardError.print(
            "formwright: note: \(lines.count.counted("note")) on how the files were read; "
                + "formwright account check \(name) lists all.")
        for line in lines.prefix(Self.length) { StandardError.print("formwright: note: \(line)") }
    }

    /// Maximum number of lines printed with the result of another command.
    private static let length = 20
}

extension ReconciliationReport {
    /// Reads the report of an account's document; `nil` before the account is reconciled.
    init?(of document: Document, in local: LocalSystem) async throws {
        guard let bytes = try await Self.bytes(of: document, in: local) else { return nil }
        self = try JSONDecoder().decode(ReconciliationReport.self, from: bytes)
    }

    /// Returns the bytes of the report; `nil` before the account is reconciled.
    static func bytes(of document: Document, in local: LocalSystem) async throws -> Data? {
        let results = try await local.store.artefacts(of: document.id, in: .owner(document.owner), fill: 0)
        let name = AccountKind.ArtefactName.reconciliation
        return try results.last { $0.artefact.name == name }.map { try local.artefacts.read($0.artefact.content) }
    }
}
