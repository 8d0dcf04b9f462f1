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
}
