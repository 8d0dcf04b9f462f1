import Foundation
import Testing
import Trading

@Suite("ISINs") struct ISINTests {
    @Test(
        "the check digit of an ISIN is the one of its other characters",
        arguments: ["US0378331005", "DE0007164600", "IE00B3RBWM25", "AU000000FBR4", "CH0019852802"])
    func checkDigit(_ isin: String) {
        #expect(ISIN.isValid(isin) && !ISIN.hasWrongCheckDigit(isin))
        let digit = Int(isin.suffix(1)) ?? 0
        let wrong = String(isin.dropLast()) + "\((digit + 1) % 10)"
        #expect(!ISIN.isValid(wrong) && ISIN.hasWrongCheckDigit(wrong))
        for other in ["", "AAPL", "US037833100X", "037833100500", String(isin.dropLast()), isin.lowercased()] {
            #expect(!ISIN.isValid(other) && !ISIN.hasWrongCheckDigit(other), "\(other)")
        }
    }

    private func holding(_ isin: String, symbol: String? = nil, in name: String) throws -> EntryFile {
        var file = try file(named: name, "2025-01-02 BUY X 1 10")
        file.securities = [Security(symbol: symbol, isin: isin)]
        return file
    }

    @Test("ISINs that differ in the check digit only are two holdings, and the lines of the wrong one are named")
    func wrongDigit() throws {
        let right = try holding("US0378331005", in: "a.csv")
        let wrong = try holding("US0378331006", in: "b.csv")
        var cusip = try file(named: "c.ofx", "2025-01-04 BUY X 1 10")
        cusip.securities = [Security(cusip: "037833100")]
        let journal = try Journal(merging: [right, wrong, cusip])
        #expect(journal.securities.map(\.label).sorted() == ["US0378331005", "US0378331006"])
        // The CUSIP is in the right ISIN only.
        #expect(journal.entries.count(where: { journal.securities[Int($0.security ?? 0)].isin == "US0378331005" }) == 2)
        #expect(right.noteOnISINs == nil && cusip.noteOnISINs == nil)
        #expect(wrong.noteOnISINs?.hasPrefix("The check digit of an ISIN in b.csv is wrong (line 2),") == true)
        #expect(wrong.noteOnISINs?.contains("US03") == false)
        // Tables can have ISINs in their column of symbols.
        var symbols = right
        symbols.securities = [Security(symbol: "US0378331006")]
        #expect(symbols.noteOnISINs?.contains("(line 2)") == true)
        // A common symbol still says that they are one.
        let named = try Journal(merging: [
            try holding("US0378331005", symbol: "A", in: "a.csv"),
            try holding("US0378331006", symbol: "A", in: "b.csv"),
        ])
        #expect(named.securities.count == 1)
    }
}
