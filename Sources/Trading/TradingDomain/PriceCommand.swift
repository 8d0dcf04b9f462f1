import ChildPrograms
import BrokerFiles
import FailureModel
import Foundation
import Trading

/// The command that supplies prices.
///
/// It is asked `{"symbols":["AAPL"],"from":"2025-01-02","to":"2025-12-31"}`, and answers with a table as in
/// `NAME.prices.csv`.
enum PriceCommand {
    /// The time limit unless the settings say otherwise.
    static let usualTimeLimit = Duration.seconds(60)
    /// The maximum size of an answer in bytes.
    static let sizeLimit = 64 << 20
    /// What it supplies, in messages.
    static let purpose = "prices"
    /// The name of the table in messages.
    private static let tableName = "command.prices.csv"

    /// What is asked of the program.
    struct Request: Encodable, Hashable {
        var symbols: [String]
        var from: Day
        var to: Day
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
