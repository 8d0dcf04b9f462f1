import AccountStatement
import ArgumentParser
import FailureModel
import Files
import Foundation
import Trading
import TradingAPI

/// Measures the work on trading accounts.
///
/// Each step is a separate process, since other programs are measured that way.
struct AccountCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "account",
        abstract: "Work on an account with random trades.",
        subcommands: [Generate.self, Analyse.self, Typeset.self])

    /// Writes the files for the other steps.
    struct Generate: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Write the entries of files, and the same trades as a ledger of beancount.")

        @Argument(help: "The folder for the files.")
        var folder: String

        @Option(help: "The number of trades.")
        var trades = 100_000

        @Option(help: "The number of securities.")
        var symbols = 500

        @Option(help: "The seed of the random numbers.")
        var seed: UInt64 = 1

        @Flag(help: "Write the ledger of beancount as well.")
        var beancount = false

        func run() throws {
            let folder = AccountFolder(path: folder)
            try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
            let files = SampleAccount(tradeCount: trades, securityCount: symbols, seed: seed).files
            for (number, file) in files.enumerated() {
                try folder.write("\(number).entries.json") { try file.write($0) }
            }
            guard beancount else { return }
            let journal = try Journal(merging: files)
            try folder.write("ledger.beancount") { write in
                try BeancountText(journal).write { try write(Array($0.utf8)) }
            }
        }
    }

    /// Does the work of the stages `reconcile` and `analyse`.
    struct Analyse: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Put the entries together, and write the ledger, holdings, lots, gains, returns and analysis.")

        @Argument(help: "The folder with the files.")
        var folder: String

        func run() throws {
            let folder = AccountFolder(path: folder)
            try reconcile(folder)
            try analyse(folder)
        }

        private func reconcile(_ folder: AccountFolder) throws {
            var files: [EntryFile] = []
            for name in try folder.entryFiles {
                var reader = EntryText.Reader<EntryFile>()
                try folder.read(name) { try reader.read($0) }
                files.append(try EntryFile(reader))
            }
            let journal = try Journal(merging: files)
            // Entries that cannot be booked are reported before differences.
            _ = try Ledger(journal)
            let reconciliation = try Reconciliation(journal)
            try folder.write("ledger.json") { try journal.write($0) }
            try folder.write("reconcile.json", reconciliation)
        }

        private func analyse(_ folder: AccountFolder) throws {
            let view = try AccountView(Ledger(folder.journal), named: "depot")
            try folder.write("holdings.json", view.portfolioHoldings)
            try folder.write("lots.json", view.lots)
            try folder.write("gains.json", view.gains())
            try folder.write("performance.json", view.performance())
            let time = ProcessingTime(started: .distantPast, completed: .distantPast)
            try folder.write(
                "analysis.json", view.analysis(try SmartAnalysis.sessions(of: view.ledger.journal), computed: time))
        }
    }

    /// Does the work of the stage `typeset`.
    struct Typeset: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Set the statement of a ledger.")

        @Argument(help: "The folder with the ledger.")
        var folder: String

        @Option(help: "Write the same content as HTML to this file, instead of the PDF.")
        var html: String?

        func run() throws {
            let folder = AccountFolder(path: folder)
            let journal = try folder.journal
            let digests = journal.files.map { _ in String(repeating: "0", count: 64) }
            let typesetter = StatementTypesetter(try StatementContent(journal, digests: digests))
            if let html {
                try folder.write(html) { write in
                    try StatementPage(typesetter.blocks).write { try write(Array($0.utf8)) }
                }
                return
            }
            let file = try GrowingFile(at: folder.url.appending(path: "statement.pdf"))
            try typesetter.write { bytes throws(Failure) in try file.append(bytes) }
            try file.finish()
            FileHandle.standardError.write(Data("{\"isTagged\": \(typesetter.isTagged)}\n".utf8))
        }
    }
}

/// A folder with an account's entries and results.
private struct AccountFolder {
    let url: URL

    init(path: String) {
        url = URL(filePath: path)
    }

    /// The names of the files with entries.
    var entryFiles: [String] {
        get throws {
            try FileManager.default.contentsOfDirectory(atPath: url.path).filter { $0.hasSuffix(".entries.json") }
                .sorted()
        }
    }

    /// The latest journal.
    var journal: Journal {
        get throws {
            var reader = EntryText.Reader<Journal>()
            try read("ledger.json") { try reader.read($0) }
            return try Journal(reader)
        }
    }

    func read(_ name: String, _ body: (Data) throws -> Void) throws {
        let file = try FileHandle(forReadingFrom: url.appending(path: name))
        while let bytes = try file.read(upToCount: 1 << 16), !bytes.isEmpty { try body(bytes) }
    }

    func write(_ name: String, _ body: (([UInt8]) throws -> Void) throws -> Void) throws {
        let target = url.appending(path: name)
        try Data().write(to: target)
        let file = try FileHandle(forWritingTo: target)
        try body { try file.write(contentsOf: $0) }
        try file.close()
    }

    func write(_ name: String, _ value: some Encodable) throws {
        try write(name) { try JSONStream.write(value, $0) }
    }
}
