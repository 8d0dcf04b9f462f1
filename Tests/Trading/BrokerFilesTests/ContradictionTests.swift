import BrokerFiles
import Foundation
import Testing
import Trading

@Suite("Rows that contradict themselves") struct ContradictionTests {
    private static let schwab =
        "\"Date\",\"Action\",\"Symbol\",\"Description\",\"Quantity\",\"Price\",\"Fees & Comm\",\"Amount\"\n"

    private func schwab(_ action: String, price: String, fees: String, amount: String) throws -> EntryFile {
        let row = ["06/02/2025", action, "KO", "COCA COLA CO", "5", price, fees, amount]
        return try read(Self.schwab + row.map { "\"\($0)\"" }.joined(separator: ",") + "\n", as: "a.csv")
    }

    @Test("a Schwab sale for more than shares times price is left out, one with rounded figures is not")
    func schwab() throws {
        let wrong = try schwab("Sell", price: "$71.50", fees: "$0.01", amount: "$375.49")
        #expect(wrong.entries.isEmpty && wrong.omitted == ["figures KO 2"])
        let right = try schwab("Sell", price: "$71.50", fees: "$0.01", amount: "$357.49")
        #expect(right.entries.count == 1 && right.omitted.isEmpty && right.notes == nil)
    }

    @Test("costs that a row does not state are noted with its line, and the amount counts")
    func unstatedCosts() throws {
        let taxed = try schwab("Sell", price: "$71.50", fees: "", amount: "$300.00")
        #expect(taxed.entries.map(\.amount) == [300] && taxed.omitted.isEmpty)
        #expect(taxed.notes?.count == 1 && taxed.notes?.first?.contains("(line 2)") == true)
        #expect(taxed.notes?.first?.contains("300") == false)
    }

    private func columns(_ rows: String...) throws -> EntryFile {
        let columns = try ColumnFile(
            Data(
                """
                separator: ";"
                decimal: ","
                currency: EUR
                columns: {date: d, action: a, symbol: s, quantity: q, price: p, amount: t, fees: f}
                actions: {BUY: Kauf, SELL: Verkauf}
                """.utf8), name: "depot.columns.yaml")
        return try read("d;a;s;q;p;t;f\n" + rows.map { "\($0)\n" }.joined(), as: "depot.csv", columns: columns)
    }

    @Test("a row of a described table with exchanged digits is left out if other rows agree")
    func describedTable() throws {
        let file = try columns(
            "2025-01-03;Kauf;A;10;235,40;2.539,90;5,90", "2025-01-06;Kauf;B;4;240,00;965,90;5,90",
            "2025-03-11;Verkauf;B;4;210,00;834,10;5,90")
        #expect(file.entries.map(\.line) == [3, 4])
        #expect(file.omitted == ["figures A 2"])
    }

    @Test("a described table whose prices are in another unit is booked by its amounts, with a note")
    func otherUnit() throws {
        let file = try columns("2025-01-03;Kauf;A;10;20,00;185,00;", "2025-01-06;Kauf;B;4;10,00;37,00;")
        #expect(file.entries.map(\.amount) == [185, 37] && file.omitted.isEmpty)
        #expect(file.notes?.first?.contains("(lines 2-3)") == true, "\(file.notes ?? [])")
        let pence = try columns("2025-01-03;Kauf;A;10;200;20,00;", "2025-01-06;Kauf;B;4;100;4,00;")
        #expect(pence.entries.count == 2 && pence.notes == nil)
    }

    @Test("a Trading 212 total with exchanged digits is left out")
    func trading212() throws {
        let header =
            "Action,Time,ISIN,Ticker,Name,No. of shares,Price / share,Currency (Price / share),Exchange rate,Total,"
            + "Currency (Total)\n"
        func rows(_ total: String, _ other: String) throws -> EntryFile {
            try read(
                header + "Market buy,2025-01-03 10:15:00,GB00BH4HKS39,VOD,Vodafone,300,68.12,GBX,100,\(total),GBP\n"
                    + "Market buy,2025-01-06 14:31:00,US67066G1040,NVDA,Nvidia,2.5,140,USD,1.25,\(other),GBP\n",
                as: "isa.csv")
        }
        #expect(try rows("204.36", "280.42").omitted.isEmpty)
        #expect(try rows("240.36", "280.42").omitted == ["figures VOD 2"])
        #expect(try rows("204.36", "208.42").omitted == ["figures NVDA 3"])
    }

    @Test("rounded prices of many shares, and accumulated fractions, agree")
    func rounding() throws {
        let file = try columns("2025-01-03;Kauf;A;1000;1,24;1244,00;", "2025-01-06;Kauf;B;72,69;4,4877;326,22;")
        #expect(file.entries.count == 2 && file.notes == nil && file.omitted.isEmpty)
    }
}
