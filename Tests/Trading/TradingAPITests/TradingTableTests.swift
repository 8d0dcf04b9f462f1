import FailureModel
import Files
import Foundation
import Testing
import Trading
import TradingAPI

@Suite("Tables of holdings and gains") struct TradingTableTests {
    private func rows(_ table: SpreadsheetTable) throws -> [[String]] {
        let codes = CSVReader.Codes(malformed: .malformedTable, tooLong: .malformedTable)
        var reader = try CSVReader(
            ByteFeed(data: Data(table.text.utf8), name: "t.csv"), name: "t.csv", codes: codes, separator: .comma)
        var rows: [[String]] = []
        while let row = try reader.next() { rows.append(try row.cells.get()) }
        return rows
    }

    @Test("they have the figures of the answers, money with two places")
    func figures() throws {
        let view = try sampleAccount()
        let holdings = try rows(view.holdingsTable)
        #expect(
            holdings.dropFirst() == [
                [
                    "AAPL", "Apple Inc.", "", "Technology", "7", "120.125", "USD", "2026-01-09", "100.35", "702.42",
                    "840.88", "138.46", "19.71", "73.90", "2025-01-02", "USD",
                ],
                [
                    "SAP", "", "", "", "4.5", "60", "EUR", "2026-01-09", "56.71", "255.20", "297.00", "41.80", "16.38",
                    "26.10", "2025-01-03", "USD",
                ],
            ])
        let gains = try rows(view.gainsTable)
        #expect(gains[0].count == 13)
        #expect(
            gains.dropFirst() == [
                [
                    "AAPL", "Apple Inc.", "", "2025-01-02", "2025-02-03", "32", "2.5", "250.86", "324.00", "73.14",
                    "29.15", "USD", "",
                ],
                [
                    "AAPL", "Apple Inc.", "", "2025-01-02", "2026-01-05", "368", "1", "100.35", "90.00", "-10.35",
                    "-10.31", "USD", "",
                ],
            ])
    }

    @Test(
        "no cell begins like a formula",
        arguments: [
            "=1+1", "+1", "-1", "@SUM(A1)", "\t=1+1", "\r=1+1", " =1+1", "＝1+1", "\"=1+1", "=HYPERLINK(\"x\";\"y\")",
        ])
    func formulas(_ name: String) throws {
        var file = EntryFile(name: "depot.trades.csv", format: "trades")
        file.securities = [Security(symbol: "A", name: name)]
        file.entries = [
            Entry(
                .buy, security: 0, time: EntryTime(try #require(Day("2025-01-01"))), currency: .usd, quantity: 1,
                price: 1, line: 2)
        ]
        let table = try AccountView(Ledger(Journal(merging: [file])), named: "depot").holdingsTable
        let row = try rows(table)[1]
        #expect(row.count == 16)
        let first = try #require(row[1].unicodeScalars.first { !$0.properties.isWhitespace })
        #expect(!"=+-@＝".unicodeScalars.contains(first))
        #expect(row[1].hasSuffix(name.trimmingCharacters(in: .whitespacesAndNewlines)))
        #expect(!row[1].contains { $0.isNewline || $0 == "\t" })
        // Quoted, so that semicolons separate nothing either.
        #expect(table.text.components(separatedBy: "\r\n").count == 3)
    }
}
