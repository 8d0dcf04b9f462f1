import Foundation
import Testing
import Trading

import AccountStatement

/// A small account with two currencies, a split, a dividend, sales and opinions.
enum SampleAccount {
    static func day(_ text: String) throws -> Day { try #require(Day(text)) }

    static func number(_ text: String) throws -> Amount { try #require(Amount(exactly: text)) }

    /// The trades.
    static func trades(omissions: [Omission] = []) throws -> EntryFile {
        var file = EntryFile(name: "sample.trades.csv", format: "trades")
        file.accountNumberEnding = "6789"
        file.currency = .usd
        file.securities = [
            Security(symbol: "ACME", name: "Acme Tools and Machinery Corporation", currency: .usd, sector: "Industry"),
            Security(symbol: "BOLT", name: "Bolt Energy", currency: .usd, sector: "Energy"),
            Security(symbol: "EURO", name: "株式会社サンプル", currency: CurrencyCode("EUR"), sector: "Health"),
            Security(symbol: "TEVA", name: "דוגמה תעשיות בעמ", currency: .usd),
        ]
        let eur = try #require(CurrencyCode("EUR"))
        func time(_ text: String) throws -> EntryTime { EntryTime(try day(text)) }
        file.entries = try [
            Entry(.deposit, time: time("2024-01-02"), currency: .usd, amount: 50_000, line: 2),
            Entry(
                .buy, security: 0, time: time("2024-01-03"), currency: .usd, quantity: 100, price: 50, fees: 1, line: 3),
            Entry(
                .buy, security: 1, time: time("2024-02-01"), currency: .usd, quantity: number("12.5"),
                price: number("80.333"), line: 4),
            Entry(
                .buy, security: 0, time: time("2024-03-01"), currency: .usd, quantity: 40, price: 60, fees: 1, line: 5),
            Entry(
                .buy, security: 2, time: time("2024-03-05"), currency: eur, quantity: 30, price: 100,
                rate: number("1.1"), line: 6),
            Entry(.split, security: 0, time: time("2024-04-01"), currency: .usd, quantity: 2, price: 1, line: 7),
            Entry(
                .dividend, security: 0, time: time("2024-05-01"), currency: .usd, fees: number("4.20"), amount: 28,
                line: 8),
            Entry(
                .sell, security: 0, time: time("2024-06-03"), currency: .usd, quantity: 220, price: 35, fees: 1, line: 9
            ),
            Entry(.sell, security: 1, time: time("2025-01-10"), currency: .usd, quantity: 5, price: 70, line: 10),
            Entry(.interest, time: time("2025-01-31"), currency: .usd, amount: number("12.34"), line: 11),
            Entry(.fee, time: time("2025-02-01"), currency: .usd, amount: 15, line: 12),
            Entry(.withdrawal, time: time("2025-02-03"), currency: .usd, amount: 1_000, line: 13),
            Entry(
                .buy, security: 3, time: time("2025-02-10"), currency: .usd, quantity: 300, price: number("17.5"),
                line: 14),
        ]
        file.omissions = omissions
        return file
    }

    /// Closes and rates.
    static func market() throws -> EntryFile {
        var file = EntryFile(name: "sample.prices.csv", format: "prices")
        file.securities = try trades().securities
        for (month, closes) in [("2024-02", [52, 80, 101]), ("2024-07", [37, 75, 108]), ("2025-03", [41, 66, 97])] {
            for (security, close) in closes.enumerated() {
                file.prices.append(
                    PriceRow(
                        security: Int32(security), day: try day(month + "-15"), close: Amount(close), currency: nil))
            }
        }
        let eur = try #require(CurrencyCode("EUR"))
        file.rates = try [
            RateRow(from: eur, to: .usd, day: day("2024-01-02"), rate: number("1.1")),
            RateRow(from: eur, to: .usd, day: day("2025-03-15"), rate: number("1.08")),
        ]
        return file
    }

    /// Opinions.
    static func opinions() throws -> EntryFile {
        var file = EntryFile(name: "sample.opinions.json", format: "opinions")
        file.securities = try trades().securities
        file.opinions = try [
            Opinion(
                security: 1, advisor: "Kim", weight: 1, verdict: .strongBuy, confidence: number("0.8"), targetPrice: 90,
                stopLoss: 55, reasoning: "Orders grow.", factors: ["order book"], riskFactors: ["oil price"],
                day: day("2025-03-14")),
            Opinion(
                security: 0, advisor: "Lee", weight: 1, verdict: .sell, confidence: number("0.9"), targetPrice: nil,
                stopLoss: nil, reasoning: "Too dear.", factors: [], riskFactors: [], day: day("2025-03-14")),
        ]
        return file
    }

    static func settings(_ settings: AccountSettings = AccountSettings(title: "Family savings", owner: "A. Example"))
        -> EntryFile
    {
        var file = EntryFile(name: "sample.account.yaml", format: "account")
        file.settings = settings
        return file
    }

    static func content(of files: [EntryFile]) throws -> StatementContent {
        let journal = try Journal(merging: files)
        return try StatementContent(
            journal, digests: journal.files.indices.map { String(repeating: "\($0)a", count: 32) })
    }

    static func content(omissions: [Omission] = [], settings: EntryFile = Self.settings()) throws -> StatementContent {
        try content(of: [trades(omissions: omissions), market(), opinions(), settings])
    }
}
