import ChildPrograms
import BrokerFiles
import FailureModel
import Foundation
import Trading

/// The command that supplies prices.
///
/// It receives `{"symbols":["AAPL"],"from":"2025-01-02","to":"2025-12-31"}`, and responds with a table as in
/// `NAME.prices.csv`.
enum PriceCommand {
    /// The default time limit.
    static let usualTimeLimit = Duration.seconds(60)
    /// The maximum size of a response in bytes.
    static let sizeLimit = 64 << 20
    /// The purpose of the command in messages.
    static let purpose = "prices"
    /// The name of the table in messages.
    private static let tableName = "command.prices.csv"

    /// The request to the program.
    struct Request: Encodable, Hashable {
        var symbols: [String]
        var from: Day
        var to: Day
    }

    /// Parses the table of a response.
    ///
    /// - Throws: ``ErrorCode/commandFailed`` with the errors in the table.
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
    /// The request for a command.
    ///
    /// It covers the closes of all traded securities from the first entry to the newest day of any file.
    var wantedPrices: PriceCommand.Request? {
        guard let first = entries.first?.time.day, let last = asOf else { return nil }
        let traded = Set(entries.compactMap(\.security))
        let symbols = traded.sorted().map { securities[Int($0)].label }
        return symbols.isEmpty ? nil : PriceCommand.Request(symbols: symbols, from: first, to: last)
    }

    /// Adds closes that override those of files; rows of other securities are ignored.
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
