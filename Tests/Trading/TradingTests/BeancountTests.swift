import Foundation
import TestSupport
import Testing
import Trading

@Suite("Ledgers of beancount") struct BeancountTests {
    @Test("purchases, sales, splits and payments are transactions, and names are those that beancount accepts")
    func text() throws {
        let journal = try Journal(
            """
            2025-01-01 DEPOSIT - - 1000
            2025-01-02 BUY BRK.B 3 33.335 0
            2025-01-03 SPLIT BRK.B 2
            2025-01-04 SELL BRK.B 5 20 1
            2025-01-05 FEE - - 2
            """, method: .hifo)
        var text = ""
        try BeancountText(journal).write { text += $0 }
        #expect(text.contains("2025-01-01 open Assets:Shares:S-BRK-B S-BRK-B \"HIFO\"\n"))
        #expect(
            text.hasSuffix(
                """

                2025-01-01 * "DEPOSIT"
                  Assets:Cash  1000.00 USD
                  Equity:Deposits  -1000.00 USD

                2025-01-02 * "BUY"
                  Assets:Shares:S-BRK-B  3 S-BRK-B {{100.005 USD, 2025-01-02, "1"}}
                  Assets:Cash  -100.01 USD
                  Equity:Rounding  0.005 USD

                2025-01-03 * "SPLIT"
                  Assets:Shares:S-BRK-B  -3 S-BRK-B {"1"}
                  Assets:Shares:S-BRK-B  6 S-BRK-B {{100.005 USD, 2025-01-02, "1"}}

                2025-01-04 * "SELL"
                  Assets:Shares:S-BRK-B  -5 S-BRK-B {}
                  Assets:Cash  99.00 USD
                  Income:Gains

                2025-01-05 * "FEE"
                  Assets:Cash  -2.00 USD
                  Expenses:Fees  2.00 USD

                """))
    }

    /// The sum of the postings to an account.
    private func sum(_ text: String, _ account: String) -> Amount {
        text.split(separator: "\n").reduce(0) { sum, line in
            let words = line.split(separator: " ")
            guard line.hasPrefix("  "), words.count == 3, words[0] == account else { return sum }
            return sum + (Amount(exactly: String(words[1])) ?? .nan)
        }
    }

    @Test("the cash is that of the statement, with the result of foreign cash")
    func foreignCash() throws {
        let journal = try Journal(merging: [
            file(
                settings: AccountSettings(currency: CurrencyCode("EUR")),
                """
                2025-01-01 DEPOSIT - - 1000 - EUR
                2025-01-02 EXCHANGE - 100 - - EUR received=USD amount=80
                2025-01-03 EXCHANGE - 10 - 1 EUR received=USD amount=8
                """), rates("USD EUR 2025-01-04 0.9"),
        ])
        let ledger = try Ledger(journal)
        var text = ""
        try BeancountText(journal).write { text += $0 }
        #expect(ledger.availableCash == 1010)
        #expect(sum(text, "Assets:Cash") == 1010)
        #expect(sum(text, "Income:Currency") == -11)
        #expect(sum(text, "Expenses:Fees") == 1)
        #expect(text.contains("open Income:Currency EUR\n"))
        #expect(text.contains("2025-01-04 * \"Result of foreign cash\"\n"))
        #expect(!text.contains(" 0.00 "))
        #expect(text.components(separatedBy: "\"EXCHANGE\"").count == 2)
    }

    @Test("fees of mergers and transfers, and dividends that cover a short sale, have accounts of their own")
    func feesOfReorganisations() throws {
        let journal = try Journal(
            """
            2025-01-01 BUY A 10 10
            2025-02-01 RETURN_OF_CAPITAL A - 40 5
            2025-03-01 MERGER B 5 - 7 USD from=A
            2025-04-01 TRANSFER_OUT B 1 - 2
            2025-05-01 SPIN_OFF C 1 - 3
            2025-06-01 RETURN_OF_CAPITAL - - 6 1
            2025-07-01 SHORT D 1 9
            2025-07-02 REINVEST D 1 8
            """)
        let ledger = try Ledger(journal)
        var text = ""
        try BeancountText(journal).write { text += $0 }
        #expect(sum(text, "Assets:Cash") == ledger.availableCash)
        #expect(sum(text, "Expenses:Fees") == 18)
        #expect(sum(text, "Income:Dividends") == -14)
    }

    @Test("shares of one purchase that two mergers brought in are sold together")
    func lotsOfTwoMergers() throws {
        let journal = try Journal(
            """
            2025-01-01 BUY A 10 10
            2025-01-02 MERGER B 5 5 - USD from=A
            2025-01-03 MERGER B 5 5 - USD from=A
            2025-01-04 SELL B 7 20
            """, method: .specific)
        var text = ""
        try BeancountText(journal).write { text += $0 }
        #expect(text.contains("  Assets:Shares:S-B  -7 S-B {\"0\"}\n"))
    }

    @Test("names of commodities end in a letter or digit, wherever they are cut")
    func commodityNames() throws {
        let label = "META_05_17_2024_500_00_C"
        let journal = try Journal("2025-01-01 BUY \(label) 1 10\n2025-01-02 BUY META_05_17_2024_500_00_P 1 10")
        var text = ""
        try BeancountText(journal).write { text += $0 }
        let names = text.matches(of: #/open Assets:Shares:\S+ (\S+) /#).map { String($0.1) }
        #expect(names.count == 2 && Set(names).count == 2)
        // As beancount's lexer has it.
        #expect(names.allSatisfy { $0.wholeMatch(of: /[A-Z][A-Z0-9'._-]{0,22}[A-Z0-9]/) != nil }, "\(names)")
    }

    private struct Expected: Encodable {
        struct Lot: Encodable {
            let symbol: String
            let label: String
            let quantity: String
            let cost: String
        }
        struct Flow: Encodable {
            let day: String
            let amount: String
        }
        var lots: [Lot] = []
        var gains: [String] = []
        var cash = ""
        var flows: [Flow] = []
        var moneyWeighted: String?
    }

    /// Writes random ledgers and what we make of them, for Tests/Trading/Beancount/compare.py.
    @Test(
        "random ledgers for beancount and pyxirr",
        .enabled(if: ProcessInfo.processInfo.environment["FORMWRIGHT_BEANCOUNT"] != nil))
    func randomLedgers() throws {
        let folder = URL(filePath: try #require(ProcessInfo.processInfo.environment["FORMWRIGHT_BEANCOUNT"]))
        for (number, method) in [LotMethod.fifo, .lifo, .hifo, .specific].enumerated() {
            for round in 0..<25 {
                var random = SeededGenerator(seed: UInt64(round * 4 + number))
                let journal = try Journal(
                    randomAccount(&random, symbols: ["AB", "CD", "EF"], count: 120, minimumGap: 1), method: method,
                    prices("AB 2022-01-01 100\nCD 2022-01-01 200\nEF 2022-01-01 50"))
                let ledger = try Ledger(journal)
                var expected = Expected()
                expected.lots = ledger.lots.map { lot in
                    Expected.Lot(
                        symbol: "S-" + journal.securities[Int(lot.security)].label, label: "\(lot.entry)",
                        quantity: lot.quantity.description, cost: lot.cost.description)
                }
                expected.gains = Dictionary(grouping: ledger.gains, by: \.closed).sorted { $0.key < $1.key }
                    .map { _, gains in gains.reduce(0) { $0 + $1.exactProceeds - $1.exactCost }.description }
                expected.cash = ledger.availableCash.description
                let performance = Performance(journal)
                for entry in journal.entries where entry.action == .deposit {
                    expected.flows.append(
                        Expected.Flow(day: entry.time.day.description, amount: (-entry.gross).description))
                }
                expected.flows.append(
                    Expected.Flow(
                        day: performance.end.description, amount: performance.closingValue.description))
                expected.moneyWeighted = performance.moneyWeighted?.description
                let name = "\(method.rawValue)-\(round)"
                var text = ""
                try BeancountText(journal).write { text += $0 }
                try Data(text.utf8).write(to: folder.appending(path: "\(name).beancount"))
                try JSONEncoder().encode(expected).write(to: folder.appending(path: "\(name).json"))
            }
        }
    }
}
