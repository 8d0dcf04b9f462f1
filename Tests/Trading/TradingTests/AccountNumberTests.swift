import Foundation
import Testing
import Trading

@Suite("Numbers of accounts") struct AccountNumberTests {
    @Test("files that state different account numbers are named, without the numbers")
    func accountNumbers() throws {
        var files = try ["a.ofx", "b.xml", "c.xml", "d.csv"].map { try file(named: $0, "2025-01-02 BUY A 1 10") }
        for (place, ending) in ["4321", "4321", "8765", nil].enumerated() { files[place].accountNumberEnding = ending }
        let notes = try Journal(merging: files).accountNotes ?? []
        #expect(notes.count == 1)
        #expect(notes.first?.contains("c.xml another than a.ofx") == true, "\(notes)")
        #expect(notes.first?.contains("8765") == false)
        files.remove(at: 2)
        #expect(try Journal(merging: files).accountNotes == nil)
    }

    /// Files that state the endings of their account numbers.
    private func numbered(_ files: (ending: String?, text: String)...) throws -> [EntryFile] {
        try files.enumerated().map { place, item in
            var file = try file(named: "\(place).ofx", format: "ofx", item.text)
            file.accountNumberEnding = item.ending
            return file
        }
    }

    private let texts = [
        "2025-01-02 DEPOSIT - - 1000 0 USD id=1\n2025-01-03 BUY A 6 10 0 USD id=2",
        "2025-01-02 DEPOSIT - - 1000 0 USD id=1\n2025-01-03 BUY A 6 10 0 USD id=2\n2025-01-04 FEE - - 5 0 USD id=3",
    ]

    @Test("entries of different account numbers never count once, by identifiers or figures")
    func accountsApart() throws {
        let two = try Journal(merging: numbered(("1111", texts[0]), ("2222", texts[1]), ("1111", texts[1])))
        #expect(two.entries.count == 6)
        #expect(two.duplicates.allSatisfy { $0.file == 2 && !$0.isDifferent } && two.duplicates.count == 2)
        let withoutIDs = texts[0].replacing(" id=1", with: "").replacing(" id=2", with: "")
        #expect(try Journal(merging: numbered(("1111", withoutIDs), ("2222", withoutIDs))).entries.count == 4)
    }

    @Test("a file without an account number repeats the entries of one account only")
    func unnumbered() throws {
        for order in [["1111", "2222", nil], [nil, "1111", "2222"], ["1111", nil, "2222"]] {
            let files = try numbered((order[0], texts[0]), (order[1], texts[0]), (order[2], texts[0]))
            #expect(try Journal(merging: files).entries.count == 4)
        }
    }

    @Test("a split of several accounts applies once")
    func splitOfAccounts() throws {
        let journal = try Journal(
            merging: numbered(
                ("1111", "2025-01-02 BUY A 6 10 0 USD id=1\n2025-02-03 SPLIT A 2 - 0 USD id=2"),
                ("2222", "2025-01-02 BUY A 4 10 0 USD id=1\n2025-02-03 SPLIT A 2 - 0 USD id=7")))
        #expect(try Ledger(journal).lots.reduce(0) { $0 + $1.quantity } == 20)
    }

    @Test("a correction concerns the transactions of its account only")
    func corrections() throws {
        let later = "2025-01-09 DEPOSIT - - 1 0 USD id=9"
        var files = try numbered(("1111", texts[0]), ("2222", texts[0]), ("1111", later))
        files[2].corrections = [Correction(id: "2", line: 2, isOmitted: false)]
        let journal = try Journal(merging: files)
        #expect(journal.entries.filter { $0.action == .buy }.map(\.file) == [1])
    }
}
