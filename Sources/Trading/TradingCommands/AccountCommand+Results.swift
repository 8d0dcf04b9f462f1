import FormwrightCLI
import LocalStore
import TradingDomain
import Users
import ArgumentParser
import Audit
import FailureModel
import FileCollections
import Files
import Foundation
import HTTPService
import Pipeline
import QPDF
import Trading
import TradingAPI
import WatchFolder

extension AccountCommand {
    struct Statement: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "statement",
            abstract: "Write the statement of an account as PDF.",
            discussion: """
                Without --from and --to the statement covers the period of depot.account.yaml, or else everything. \
                A note says so if the period begins before or ends after the days of the account's files.

                EXAMPLES
                  formwright account statement depot -o depot.pdf
                  formwright account statement depot --from 2025-01-01 --to 2025-12-31 -o 2025.pdf
                  formwright account statement depot --password-file secret.txt -o locked.pdf
                """)
        @OptionGroup var account: AccountArguments
        @Option(help: "First day, such as 2025-01-01.") var from: Day?
        @Option(help: "Last day, such as 2025-12-31.") var to: Day?
        @Option(help: "Size of the pages.") var page: StatementOptions.Page?
        @Option(name: [.short, .long], help: "Output file, or - for standard output.") var output: String
        @Option(help: "File with a password that opens the PDF, or - for standard input.") var passwordFile: String?
        @Flag(help: "Run stages in this process instead of in child processes with limits.") var inProcess = false
        @OptionGroup var system: SystemArguments

        private var options: StatementOptions { StatementOptions(from: from, to: to, page: page) }

        func validate() throws {
            if let mistake = options.mistake { throw ValidationError(mistake) }
        }

        func run() async throws {
            try NamedFile.check(outputs: [output], inputs: [passwordFile])
            let password = try passwordFile.map { try PasswordFile.read($0) }
            if password?.isEmpty == true { throw Failure(.passwordUnsuitable, "The password is empty.") }
            let local = try system.open()
            let key = try await account.key(in: local)
            let work = AccountWork(local: local, system: system, inProcess: inProcess)
            let document = try await work.analysed(key)
            try await AccountNotes(on: document, in: local).warn(about: key)
            let fill = AccountFill(client: local.client, document: document.id, owner: key.owner)
            let statement = try await work.run { [options] in
                while true {
                    if let statement = try await fill.statement(options) { return statement }
                }
            }
            for note in statement.notes { StandardError.print("formwright: note: \(note)") }
            var pdf = statement.pdf
            if let password { pdf = try PDFFile(data: pdf).written(encryptedWith: password) }
            FilePermissions.restrictToUser()
            try NamedFile.write(pdf, to: output)
        }
    }

    struct Check: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "check",
            abstract: "Compare an account with the broker's own positions and cash.",
            discussion: """
                Prints the differences, the lines left out, and the lines and columns ignored. \
                The exit status is that of a file that could not be read, or else that of unbalanced if something \
                differs, with --json as well; the other files are compared in any case. It is 0 if nothing differs, \
                or if no file states the broker's figures, which the first line then says.

                EXAMPLES
                  formwright account check depot
                  formwright account check depot --json
                """)
        @OptionGroup var account: AccountArguments
        @Flag(help: "Print JSON.") var json = false
        @Flag(help: "Run stages in this process instead of in child processes with limits.") var inProcess = false
        @OptionGroup var system: SystemArguments

        func run() async throws {
            let local = try system.open()
            let key = try await account.key(in: local)
            let document = try await AccountWork(local: local, system: system, inProcess: inProcess).analysed(key)
            guard let bytes = try await ReconciliationReport.bytes(of: document, in: local) else {
                throw Failure(.artefactMissing, "The account has not been reconciled.")
            }
            let report = try JSONDecoder().decode(ReconciliationReport.self, from: bytes)
            if json { try NamedFile.write(bytes, to: "-") } else { print(report) }
            var failures = try await unreadFiles(of: document, report, in: local)
            if !report.differences.isEmpty {
                failures.append(
                    Failure(
                        .unbalanced, "Figures of the broker that differ from the ledger's: \(report.differences.count)."
                    ))
            }
            if let failure = Failure(all: failures) { throw failure }
        }

        /// Returns the errors of the files that could not be read.
        private func unreadFiles(
            of document: Document, _ report: ReconciliationReport, in local: LocalSystem
        ) async throws -> [Failure] {
            guard !report.unreadFiles.isEmpty else { return [] }
            let parts = try await local.client.store.parts(of: document.id, in: .owner(document.owner))
            let failures = parts.compactMap { $0.document?.failure?.failure }.flatMap(\.all)
            guard failures.isEmpty else { return failures }
            return report.unreadFiles.map { Failure(.artefactMissing, "\($0.name) could not be read.") }
        }

        private func print(_ report: ReconciliationReport) {
            StandardOutput.print(
                report.comparesNothing
                    ? "No file states the broker's own positions or cash, so there is nothing to compare with."
                    : "Compared with the broker: positions \(report.comparedPositions), cash \(report.comparedBalances)."
            )
            StandardOutput.print("Lines that are in several files and count once: \(report.duplicateCount).")
            for line in report.duplicates where line.isDifferent {
                StandardOutput.print(
                    "Does not count: \(TerminalText.printable(line.file)):\(line.line), which has other figures than "
                        + "\(TerminalText.printable(line.originalFile)):\(line.originalLine) under the same id. "
                        + "Remove the file that is wrong.")
            }
            for line in AccountNotes(report).lines { StandardOutput.print(line) }
            guard !report.differences.isEmpty else { return }
            var table = TextTable(["WHAT", "DAY", "BROKER", "LEDGER", "DIFFERENCE", "FILE"])
            for difference in report.differences {
                table.add([
                    difference.symbol ?? "cash \(difference.currency ?? "")", "\(difference.day)",
                    "\(difference.broker)", "\(difference.ledger)", "\(difference.difference)",
                    difference.file + (difference.line.map { ":\($0)" } ?? ""),
                ])
            }
            StandardOutput.print(table)
        }
    }

    struct Export: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "export",
            abstract: "Export the entries, holdings or gains of an account.",
            discussion: """
                EXAMPLES
                  formwright account export depot --beancount -o depot.beancount
                  formwright account export depot --holdings -o holdings.csv
                  formwright account export depot --gains | xsv table
                """)

        /// The output formats.
        enum Format: EnumerableFlag {
            case beancount, holdings, gains

            static func help(for value: Format) -> ArgumentHelp? {
                switch value {
                case .beancount:
                    "Write a ledger for beancount 3; it has no average cost, and takes such accounts as FIFO."
                case .holdings: "Write the holdings as CSV."
                case .gains: "Write the realised gains by lot, as CSV."
                }
            }
        }

        @OptionGroup var account: AccountArguments
        @Flag var format: Format
        @Option(name: [.short, .long], help: "Output file, or - for standard output.") var output = "-"
        @Flag(help: "Run stages in this process instead of in child processes with limits.") var inProcess = false
        @OptionGroup var system: SystemArguments

        func run() async throws {
            let local = try system.open()
            let key = try await account.key(in: local)
            let document = try await AccountWork(local: local, system: system, inProcess: inProcess).analysed(key)
            try await AccountNotes(on: document, in: local).warn(about: key)
            let published = try await local.store.artefacts(of: document.id, in: .owner(key.owner), fill: 0)
            let journal = try AccountBooks.journal(from: published, in: local.artefacts)
            FilePermissions.restrictToUser()
            if output == "-" { return try write(journal, of: key) { try NamedFile.write($0, to: "-") } }
            let file = try GrowingFile(at: URL(fileURLWithPath: output))
            try write(journal, of: key) { try file.append($0) }
            try file.finish()
        }

        private func write(_ journal: Journal, of key: CollectionKey, _ body: (Data) throws -> Void) throws {
            let append: (String) throws -> Void = { try body(Data($0.utf8)) }
            switch format {
            case .beancount: try BeancountText(journal).write(append)
            case .holdings: try AccountView(Ledger(journal), named: key.name).holdingsTable.write(append)
            case .gains: try AccountView(Ledger(journal), named: key.name).gainsTable.write(append)
            }
        }
    }

    struct Transfer: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "transfer",
            abstract: "Transfer an account to a user of the HTTP service.",
            discussion: """
                The user gets the account with all of its files; the previous owner loses it.

                EXAMPLES
                  formwright account transfer depot --to ada
                """)
        @OptionGroup var account: AccountArguments
        @Option(help: "Name of the user.") var to: String
        @OptionGroup var system: SystemArguments

        func run() async throws {
            let accounts = try system.accounts()
            guard try await accounts.users().contains(where: { $0.name == to }) else {
                throw Failure(.userUnknown, "There is no user \(to).")
            }
            let local = try system.open()
            let key = try await account.key(in: local)
            if key.owner.text == to { throw ValidationError("The account \(key.name) belongs to \(to) already.") }
            let document = try await local.collections.give(key, of: AccountWork.kind, to: OwnerID(to))
            _ = try await local.collections.begun(document)
            StandardOutput.print("\(TerminalText.printable(key.name))  transferred to \(to)")
        }
    }

    struct Delete: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "delete",
            abstract: "Delete an account: its files, figures and statements.",
            discussion: """
                The stored bytes are removed from the disk at once, unless another document has the same ones. Copies in the \
                folders of a watcher remain: the files in its archive, and the statements in its outbox.

                EXAMPLES
                  formwright account delete depot
                """)
        @OptionGroup var account: AccountArguments
        @OptionGroup var system: SystemArguments

        func run() async throws {
            let local = try system.open()
            let key = try await account.key(in: local)
            let document: Document?
            do {
                document = try await local.collections.current(key)
            } catch let failure as Failure where failure.code == .collectionUnknown {
                // Files may have been stored before the account received its first document.
                document = nil
            }
            if let document {
                try await local.audit.record(
                    .deleted, of: document.id, by: AuditActor(owner: key.owner, credential: "command line"))
            }
            try await local.collections.delete(key)
            _ = try await local.client.collectGarbage()
            StandardOutput.print("\(TerminalText.printable(key.name))  deleted")
            for folder in try watchedFolders() {
                StandardError.print("Files of the account may still be in \(folder.path).")
            }
        }

        /// Returns the watched folders of accounts in the settings file.
        ///
        /// They contain dropped and delivered files.
        private func watchedFolders() throws -> [URL] {
            let source = try system.source()
            let base = source.path.map { URL(fileURLWithPath: $0).deletingLastPathComponent() }
            let rules = WatchRule.rules(
                reading: source.file.section(WatchRule.settingsSection), folder: base ?? URL(fileURLWithPath: "."),
                kinds: Program.current.kinds.map(\.name), store: try system.storeSettings().folder,
                declaredAt: nil)
            let folders = rules.filter { $0.kind == AccountKind.name }
                .flatMap { [$0.inbox, $0.archive, $0.failed, $0.outbox] }
            return folders.filter { FileManager.default.fileExists(atPath: $0.path) }
        }
    }
}

extension Day: ExpressibleByArgument {
    package init?(argument: String) { self.init(argument) }
}

extension StatementOptions.Page: ExpressibleByArgument {}

/// A request for a statement while other processes may request one of the same account.
private struct AccountFill: Sendable {
    let client: PipelineClient
    let document: DocumentID
    let owner: OwnerID

    /// A statement with the notes on its period.
    struct Statement {
        let pdf: Data
        let notes: [String]
    }

    /// Returns a statement; nil if another one preceded or replaced it.
    func statement(_ options: StatementOptions) async throws -> Statement? {
        let number: Int
        do {
            number = try await client.fill(document, in: .owner(owner), inputs: try AccountKind.inputs(options)).fill
        } catch let error as StoreError {
            guard case .moveNotAllowed = error else { throw error }
            let settled = try await client.settled(document, in: .owner(owner), poll: .milliseconds(100))
            if let failure = settled.failure, failure.during == .processing { throw failure.failure }
            return nil
        }
        let settled = try await client.settled(document, in: .owner(owner), poll: .milliseconds(100))
        guard settled.fill == number else { return nil }
        if let failure = settled.failure { throw failure.failure }
        let results = try await client.store.artefacts(of: document, in: .owner(owner), fill: number)
        func bytes(_ name: String) throws -> Data? {
            try results.last { $0.artefact.name == name }.map { try client.artefacts.read($0.artefact.content) }
        }
        guard let pdf = try bytes(AccountKind.ArtefactName.statement) else { return nil }
        let report = try bytes(AccountKind.ArtefactName.report).map {
            try JSONDecoder().decode(StatementReport.self, from: $0)
        }
        return Statement(pdf: pdf, notes: report?.notes ?? [])
    }
}
