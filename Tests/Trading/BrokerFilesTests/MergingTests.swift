import BrokerFiles
import Foundation
import Testing
import Trading

@Suite("Merging samples") struct MergingTests {
    @Test(
        "a file that is dropped twice counts once",
        arguments: [
            "schwab-export.csv", "schwab-2023.csv", "trading212-export.csv", "trading212-2026.csv", "ibkr-trades.csv",
            "ibkr-cash.csv", "fidelity.ofx", "investment_medium.ofx", "vanguard401k.ofx", "specification.ofx",
        ])
    func twice(_ name: String) throws {
        let file = try sample(name, as: name.hasSuffix(".ofx") ? "depot.ofx" : "depot.csv")
        #expect(!file.entries.isEmpty)
        #expect(try Journal(merging: [file, file]).entries.count == file.entries.count)
    }

    @Test(
        "what was read comes back from its text",
        arguments: [
            "schwab-export.csv", "schwab-2023.csv", "schwab-options.csv", "trading212-export.csv",
            "trading212-2024.csv", "trading212-2026.csv", "trading212-splits.csv", "ibkr-trades.csv", "ibkr-cash.csv",
            "fidelity.ofx", "investment_medium.ofx", "investment_401k.ofx", "vanguard401k.ofx", "td_ameritrade.ofx",
        ])
    func text(_ name: String) throws {
        let file = try sample(name, as: name.hasSuffix(".ofx") ? "depot.ofx" : "depot.csv")
        var reader = EntryText.Reader<EntryFile>()
        try file.write { try reader.read($0) }
        #expect(try EntryFile(reader) == file)
    }
}
