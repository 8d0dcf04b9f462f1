import BrokerFiles
import FailureModel
import Foundation
import Pipeline
import Threads
import Trading

/// A program of the user's choice that supplies prices.
///
/// It gets `{"symbols":["AAPL"],"from":"2025-01-02","to":"2025-12-31"}` on standard input, and answers with a table as in
/// `NAME.prices.csv` on standard output. Of the environment it gets `PATH`, `HOME` and `LANG` only.
package struct PriceCommand: Sendable, Hashable {
    /// The absolute path of the program, and its arguments.
    package var words: [String]
    /// The time after which it is killed.
    package var timeLimit: Duration

    /// The time limit unless the settings say otherwise.
    package static let usualTimeLimit = Duration.seconds(60)
    /// The maximum size of an answer in bytes.
    static let sizeLimit = 64 << 20
    /// The name of the table in messages.
    private static let tableName = "command.prices.csv"

    /// What is asked of the program.
    struct Request: Encodable, Hashable {
        var symbols: [String]
        var from: Day
        var to: Day
    }

    /// Runs the program; this blocks.
    ///
    /// - Returns: the table.
    /// - Throws: ``ErrorCode/commandFailed``.
    func run(_ request: Request) throws(Failure) -> Data {
        do {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            return try run(input: try encoder.encode(request) + Data("\n".utf8))
        } catch let failure as Failure {
            throw failure
        } catch {
            throw Failure(
                .commandFailed, "The command that supplies prices cannot be started.", underlying: "\(error)")
        }
    }

    private func run(input: Data) throws -> Data {
        // Files rather than pipes: neither side can keep the other waiting, and what a descendant holds open does not matter.
        let (asked, answer) = (try Self.temporaryFile(), try Self.temporaryFile())
        try asked.write(contentsOf: input)
        try asked.seek(toOffset: 0)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: words[0])
        process.arguments = Array(words.dropFirst())
        process.currentDirectoryURL = URL(fileURLWithPath: "/")
        process.environment = ProcessInfo.processInfo.environment.filter { ["PATH", "HOME", "LANG"].contains($0.key) }
        process.standardInput = asked
        process.standardOutput = answer
        process.standardError = FileHandle.nullDevice
        let ended = DispatchSemaphore(value: 0)
        process.terminationHandler = { _ in ended.signal() }
        try process.run()
        let milliseconds = Int(timeLimit.components.seconds) * 1000
        guard ended.wait(timeout: .now() + .milliseconds(milliseconds)) == .success else {
            // Foundation makes it the leader of a group.
            kill(-process.processIdentifier, SIGKILL)
            kill(process.processIdentifier, SIGKILL)
            ended.wait()
            throw Failure(.commandFailed, "The command that supplies prices took more than \(timeLimit.text).")
        }
        guard process.terminationReason == .exit, process.terminationStatus == 0 else {
            let what = process.terminationReason == .exit ? "with the status" : "by the signal"
            throw Failure(
                .commandFailed, "The command that supplies prices ended \(what) \(process.terminationStatus).")
        }
        try answer.seek(toOffset: 0)
        let table = try answer.read(upToCount: Self.sizeLimit + 1) ?? Data()
        guard table.count <= Self.sizeLimit else {
            throw Failure(
                .commandFailed, "The command that supplies prices answered with more than \(Self.sizeLimit >> 20) MB.")
        }
        return table
    }

    /// A file without a name, which is gone when it is closed.
    private static func temporaryFile() throws -> FileHandle {
        var path = Array((FileManager.default.temporaryDirectory.path + "/formwright-prices-XXXXXX").utf8CString)
        let descriptor = mkstemp(&path)
        guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        unlink(path)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }

    /// Reads the table of an answer.
    ///
    /// - Throws: ``ErrorCode/commandFailed`` with what is wrong with the table.
    static func prices(in table: Data) throws(Failure) -> EntryFile {
        do {
            return try AccountFileReader().read(table, name: tableName)
        } catch {
            throw Failure(
                .commandFailed, "The answer of the command that supplies prices cannot be used: \(error.message)")
        }
    }
}

extension Journal {
    /// What a command is asked for: the closes of all securities from the first entry to the newest day of any file.
    var wantedPrices: PriceCommand.Request? {
        guard let first = entries.first?.time.day, let last = asOf else { return nil }
        let traded = Set(entries.compactMap(\.security))
        let symbols = traded.sorted().map { securities[Int($0)].label }
        return symbols.isEmpty ? nil : PriceCommand.Request(symbols: symbols, from: first, to: last)
    }

    /// Adds closes, which count before those of files; rows of other securities are ignored.
    mutating func add(prices file: EntryFile) {
        var places: [String: Int32] = [:]
        for (place, security) in securities.enumerated() {
            for name in [security.label] + (security.aliases ?? []) { places[name.uppercased()] = Int32(place) }
        }
        let added = file.prices.compactMap { row -> PriceRow? in
            guard let place = places[file.securities[Int(row.security)].label.uppercased()] else { return nil }
            var row = row
            row.security = place
            return row
        }
        prices = PriceTable(prices.rows + added, securityCount: securities.count)
        asOf = ([asOf] + added.map(\.day)).compactMap { $0 }.max()
    }
}
