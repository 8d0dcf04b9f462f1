import BrokerFiles
import FailureModel
import Foundation
import Testing
import Trading

/// What every reader makes can be written for the next stage, and read again.
@Suite("Digits of what is read") struct DigitTests {
    private static let long = "10.123456789012345678"

    private func columns(_ settings: String = "") throws -> ColumnFile {
        try ColumnFile(
            Data(
                """
                currency: EUR
                \(settings)
                columns: {date: d, action: a, symbol: s, quantity: q, price: p, amount: t, fees: f, rate: r}
                actions: {BUY: Buy, SELL: Sell, DIVIDEND: Div, INTEREST: Int, FEE: Fee, DEPOSIT: In, WITHDRAWAL: Out}
                """.utf8), name: "depot.columns.yaml")
    }

    @Test("products and inverse rates have the digits of a number", arguments: ["direct", "inverse"])
    func described(_ rates: String) throws {
        let rows = ["Buy", "Sell", "Div", "Int", "Fee", "In", "Out"].map { action in
            "2024-01-02,\(action),AAA,\(Self.long),\(Self.long),,0.\(Self.long.dropFirst(3)),1.17\n"
        }
        let file = try read(
            "d,a,s,q,p,t,f,r\n\(rows.joined())", as: "depot.csv", columns: columns("rates: \(rates)"))
        #expect(file.entries.count == 7)
        #expect(try file.writtenAndRead() == file)
        if rates == "inverse" { #expect(try file.entries[0].rate == number("0.85470085470085470085")) }
    }

    @Test("products of our own tables have the digits of a number")
    func own() throws {
        let rows = ["DIVIDEND,AAA", "INTEREST,", "FEE,", "TAX,"].flatMap { action in
            ["", "-"].map { "2024-01-02,\(action),\(Self.long),\($0)\(Self.long),0.1,USD\n" }
        }
        let file = try read(
            "date,action,symbol,quantity,price,fees,currency\n\(rows.joined())", as: "depot.trades.csv")
        #expect(file.entries.count == 8)
        #expect(try file.writtenAndRead() == file)
    }

    @Test("what every reader makes of the public samples is read again")
    func samples() throws {
        for name in [
            "schwab-2023.csv", "schwab-export.csv", "schwab-options.csv", "ibkr-trades.csv", "ibkr-cash.csv",
            "trading212-2024.csv", "trading212-2026.csv", "trading212-export.csv", "trading212-splits.csv",
            "fidelity.ofx",
            "specification.ofx", "investment_medium.ofx", "td_ameritrade.ofx",
        ] {
            let file = try sample(name, as: name.hasSuffix(".ofx") ? "depot.ofx" : "depot.csv")
            #expect(try file.writtenAndRead() == file, "\(name)")
        }
    }

    @Test("a figure that is too large for the next stage is a mistake of its row")
    func large() throws {
        let large = "99999999999999999999"
        let failure = try refusal(
            "d,a,s,q,p,t,f,r\n2024-01-02,Fee,,\(large),\(large),,,\n2024-01-02,Div,AAA,,,\(large),1,\n",
            as: "depot.csv",
            columns: columns())
        #expect(failure.places == ["malformed_table 2:-", "malformed_table 3:-"])
    }
}
