import FormwrightCLI
import LocalStore
import TradingDomain
import ArgumentParser
import FailureModel
import FileCollections
import Foundation
import LocalWorkers
import Logging
import Pipeline

struct AccountCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "account",
        abstract: "Add the files of trading accounts, and get statements, checks and exports.",
        discussion: """
            An account is made of the files of a broker, whose names begin with its name: depot.csv, depot.ofx, \
            depot.prices.csv. Each trade counts once, in however many files it is. Nothing is sent anywhere; no order is \
            placed. See docs/use/accounts.md and docs/use/account-files.md.

            EXAMPLES
              formwright account add depot.ofx depot.prices.csv
              formwright account statement depot --from 2025-01-01 --to 2025-12-31 -o 2025.pdf
              formwright account check depot
              formwright account transfer depot --to ada
            """,
        subcommands: [
            Add.self, Remove.self, List.self, Show.self, Statement.self, Check.self, Export.self, Transfer.self,
            Delete.self,
        ])
}

/// The account that a command applies to.
struct AccountArguments: ParsableArguments {
    @Argument(help: "Name of the account.") var account: String
    @Option(help: "Owner of the account, if several owners have one of that name.") var owner: String?

    /// Finds the account in a store.
    ///
    /// - Throws: `collection_unknown`; `ValidationError` if several owners have an account of that name.
    func key(in local: LocalSystem) async throws -> CollectionKey {
        try await Self.key(account, owner, in: local)
    }

    /// Finds an account, or returns the key that a new one would have.
    ///
    /// - Throws: as ``key(in:)``.
    static func key(_ account: String, _ owner: String?, in local: LocalSystem) async throws -> CollectionKey {
        if let owner { return try CollectionKey(account, kind: AccountKind.name, owner: OwnerID(owner)) }
        let keys = try await local.collections.keys(of: AccountKind.name).filter { $0.name == account }
        guard keys.count <= 1 else {
            let owners = keys.map { $0.owner == .local ? "\"\"" : $0.owner.text }.joined(separator: ", ")
            throw ValidationError("Several owners have an account \(account); add --owner with one of \(owners).")
        }
        return try keys.first ?? CollectionKey(account, kind: AccountKind.name, owner: .local)
    }
}

/// Runs the stages of accounts while a command waits for the results.
struct AccountWork {
    let local: LocalSystem
    let system: SystemArguments
    let inProcess: Bool

    /// The account kind of the running program.
    static let kind = AccountKind()

    /// Runs the stages while `body` waits for them.
    ///
    /// Workers and watchers of the store may run them as well.
    func run<T: Sendable>(_ body: @escaping @Sendable () async throws -> T) async throws -> T {
        let kinds = [AccountKind.name, AccountFileKind.name]
        let stages = Set(local.kinds.addresses.filter { kinds.contains($0.kind) })
        // The command itself reports the failures.
        let logger = Logger(label: "formwright.account") { _ in SwiftLogNoOpLogHandler() }
        return try await LocalWorkers(
            on: local, host: system.host(local.settings, inProcess: inProcess), stages: stages, logger: logger
        ).run(while: body)
    }

    /// Returns the account's newest document once it is analysed.
    ///
    /// - Throws: the failure of the document.
    func analysed(_ key: CollectionKey) async throws -> Document {
        var document = try await local.collections.current(key)
        if document.state == .imported { document = try await local.collections.begun(document) }
        if document.state.isWorking {
            let id = document.id
            document = try await run { [client = local.client] in
                try await client.settled(id, in: .owner(key.owner), poll: .milliseconds(100))
            }
        }
        if let failure = document.failure, failure.during == .processing { throw failure.failure }
        return document
    }
}

extension AccountCommand {
    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add",
            abstract: "Add files to accounts, creating the accounts if needed.",
            discussion: """
                A file belongs to the account that its name begins with, unless --to names another one. A file with \
                errors is rejected as a whole and its errors are printed; the other files are still added. If an account \
                cannot be computed from its files, its errors are printed and the files stay added. A corrected file \
                of the same name replaces a rejected one. A file that was accepted stays when another one of its name is \
                added, and each trade counts once; to correct it, remove the file first.

                EXAMPLES
                  formwright account add depot.ofx depot.prices.csv
                  formwright account add U1234567.csv --to depot --owner ada
                """)
        @Argument(help: "Files of accounts; see docs/use/account-files.md.", completion: .file()) var files: [String]
        @Option(help: "Account to add all files to.") var to: String?
        @Option(help: "Owner of the accounts. Defaults to whoever has an account of that name.") var owner: String?
        @Flag(help: "Run stages in this process instead of in child processes with limits.") var inProcess = false
        @OptionGroup var system: SystemArguments

        func run() async throws {
            let local = try system.open()
            let work = AccountWork(local: local, system: system, inProcess: inProcess)
            var failures: [Failure] = []
            var groups: [(key: CollectionKey, files: [FileCollections.NewFile])] = []
            for path in files {
                let name = NamedFile.name(path)
                let data = try NamedFile.read(path, limit: AccountFileKind.sizeLimit)
                let type: String
                do {
                    type = try AccountFileKind().mediaType(of: data, fileName: name)
                } catch {
                    // Only this file fails, as an unreadable one does.
                    failures.append(Failure(error))
                    continue
                }
                let account = to ?? AccountWork.kind.collection(of: name) ?? name
                let key = try await AccountArguments.key(account, owner, in: local)
                let file = FileCollections.NewFile(
                    content: try local.artefacts.put(data), byteCount: Int64(data.count), name: name, mediaType: type)
                if let place = groups.firstIndex(where: { $0.key == key }) {
                    groups[place].files.append(file)
                } else {
                    groups.append((key, [file]))
                }
            }
            for (key, files) in groups {
                let document = try await work.run {
                    let document = try await local.collections.grow(key, of: AccountWork.kind, by: files)
                    return try await local.client.settled(
                        document.id, in: .owner(key.owner), poll: .milliseconds(100))
                }
                let parts = try await local.collections.files(of: key)
                let added = Set(files.map(\.name))
                failures += parts.compactMap(\.document).filter { added.contains($0.fileName) }
                    .compactMap { $0.failure?.failure }
                if let failure = document.failure?.failure {
                    Self.note(files, addedTo: key, among: parts.compactMap(\.document))
                    // An account repeats the failures of its settings.
                    failures += failure.all.filter { !failures.flatMap(\.all).contains($0) }
                }
                StandardOutput.print(AccountLine(key, document).text)
                try await AccountNotes(on: document, in: local).printBeginning(of: key)
            }
            if let failure = Failure(all: failures.flatMap(\.all)) { throw failure }
        }

        /// Notes on standard error which files were added to an account that cannot be computed.
        private static func note(
            _ files: [FileCollections.NewFile], addedTo key: CollectionKey, among parts: [Document]
        ) {
            let added = files.filter { file in
                parts.contains { $0.fileName == file.name && $0.content == file.content && $0.failure == nil }
            }
            guard !added.isEmpty else { return }
            StandardError.print(
                TerminalText.printable(
                    "formwright: note: Added to \(key.name): \(added.map(\.name).joined(separator: ", ")). "
                        + "The account cannot be computed until its errors are corrected."))
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove",
            abstract: "Remove a file from an account.",
            discussion: """
                All files of that name are removed; account show lists them. Statements that were made with them can still be \
                made again. An account without files stays, until account delete deletes it. If an account cannot be \
                computed without the file, the file is removed and the errors are printed.

                EXAMPLES
                  formwright account remove depot depot.csv
                  formwright account remove depot depot.csv && formwright account add corrected/depot.csv
                """)
        @OptionGroup var account: AccountArguments
        @Argument(help: "Name of the file.") var file: String
        @Flag(help: "Run stages in this process instead of in child processes with limits.") var inProcess = false
        @OptionGroup var system: SystemArguments

        func run() async throws {
            let local = try system.open()
            let key = try await account.key(in: local)
            let removed = try await local.collections.removeFiles(named: file, from: key, of: AccountWork.kind)
            let name = TerminalText.printable(key.name)
            do {
                let document = try await AccountWork(local: local, system: system, inProcess: inProcess).analysed(key)
                StandardOutput.print(AccountLine(key, document).text)
                try await AccountNotes(on: document, in: local).printBeginning(of: key)
            } catch let failure as Failure where failure.code == .inputEmpty && removed.partCount == 0 {
                // Nothing can be computed from no files, as the user intended.
                StandardOutput.print("\(name)  files: 0")
                StandardError.print(
                    "formwright: note: \(name) has no files any more; formwright account delete \(name) deletes it.")
            } catch let failure as Failure {
                StandardError.print(
                    "formwright: note: Removed from \(name): \(TerminalText.printable(file)). "
                        + "The account cannot be computed until its errors are corrected.")
                throw failure
            }
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "List accounts by owner, the oldest first.",
            discussion: """
                EXAMPLES
                  formwright account list
                  formwright account list --owner ada --json
                """)
        @Flag(help: "Print JSON.") var json = false
        @OptionGroup var owner: OwnerArguments
        @OptionGroup var system: SystemArguments

        /// An account in JSON output.
        private struct Entry: Encodable {
            let name: String
            let owner: String
            let state: String
            let files: Int
            let asOf: String?
            let holdings: Int?
            let isIncomplete: Bool
            let updatedAt: Date
        }

        func run() async throws {
            let local = try system.open()
            var documents: [(CollectionKey, Document)] = []
            for key in try await local.collections.keys(of: AccountKind.name) {
                guard owner.scope == .all || owner.scope == .owner(key.owner) else { continue }
                documents.append((key, try await local.collections.current(key)))
            }
            if json {
                let entries = documents.map { key, document in
                    Entry(
                        name: key.name, owner: key.owner.text, state: document.state.rawValue,
                        files: document.partCount, asOf: document.facts[AccountKind.FactName.asOf],
                        holdings: document.facts[AccountKind.FactName.holdings].flatMap { Int($0) },
                        isIncomplete: AccountKind.isIncomplete(document),
                        updatedAt: document.updatedAt.date)
                }
                return try ListPage(entries, of: entries.count, limit: .max, next: nil).printJSON(as: "accounts")
            }
            var table = TextTable(["ACCOUNT", "OWNER", "STATE", "FILES", "HOLDINGS", "AS OF"])
            for (key, document) in documents {
                table.add([
                    key.name, key.owner.text,
                    AccountLine.word(for: document.state) + (AccountKind.isIncomplete(document) ? ", incomplete" : ""),
                    "\(document.partCount)",
                    document.facts[AccountKind.FactName.holdings] ?? "",
                    document.facts[AccountKind.FactName.asOf] ?? "",
                ])
            }
            StandardOutput.print(table)
        }
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show",
            abstract: "Show the files of an account and their errors.",
            discussion: """
                EXAMPLES
                  formwright account show depot
                """)
        @OptionGroup var account: AccountArguments
        @OptionGroup var system: SystemArguments

        func run() async throws {
            let local = try system.open()
            let key = try await account.key(in: local)
            let document = try await local.collections.current(key)
            StandardOutput.print(AccountLine(key, document).text)
            var table = TextTable(["FILE", "STATE", "ENTRIES", "BYTES", "ADDED"])
            let parts = try await local.collections.files(of: key)
            for file in parts.compactMap(\.document) {
                table.add([
                    file.fileName, file.state == .ready ? "read" : file.state.rawValue,
                    file.facts[AccountFileKind.FactName.entries] ?? "", "\(file.byteCount)",
                    file.createdAt.date.formatted(.iso8601),
                ])
            }
            StandardOutput.print(table)
            let failures = parts.compactMap { $0.document?.failure?.failure }
            let ownFailures = document.failure?.failure.all ?? []
            // An account repeats the failures of its settings.
            let all = failures + ownFailures.filter { !failures.flatMap(\.all).contains($0) }
            for line in all.flatMap(ProgramErrors.lines) { StandardOutput.print(line) }
            try await AccountNotes(on: document, in: local).printBeginning(of: key)
        }
    }
}

/// A one-line description of an account.
struct AccountLine {
    let text: String

    /// Returns the word for an account's state.
    ///
    /// An account stays ready while and after a statement of it is made.
    static func word(for state: DocumentState) -> String {
        state == .filling || state == .filled ? DocumentState.ready.rawValue : state.rawValue
    }

    init(_ key: CollectionKey, _ document: Document) {
        var facts = [Self.word(for: document.state), "files: \(document.partCount)"]
        if let entries = document.facts[AccountKind.FactName.entries] { facts.append("entries: \(entries)") }
        if let holdings = document.facts[AccountKind.FactName.holdings] { facts.append("holdings: \(holdings)") }
        if let asOf = document.facts[AccountKind.FactName.asOf], !asOf.isEmpty { facts.append("as of \(asOf)") }
        let (lines, files) = (AccountKind.omissionCount(of: document), AccountKind.unreadFileCount(of: document))
        if lines > 0 { facts.append("incomplete, since lines were left out: \(lines)") }
        if files > 0 { facts.append("files that could not be read: \(files)") }
        let passedOver = AccountKind.passedOverCount(of: document)
        if passedOver > 0 { facts.append("passed over: \(passedOver)") }
        text = "\(TerminalText.printable(key.name))  \(facts.joined(separator: ", "))"
    }
}
