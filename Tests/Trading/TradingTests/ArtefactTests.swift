import Foundation
import TestSupport
import Testing
import Trading

@Suite("Entries in artefacts") struct ArtefactTests {
    private func sample() throws -> EntryFile {
        var file = try file(
            settings: AccountSettings(title: "“Depot”", method: .hifo, analysis: AnalysisSettings()),
            """
            2025-01-02T09:30:00-05:00 BUY A 10.123456789012345678 100.5 1 EUR id=T-1 rate=0.7 lot=x
            2025-01-03 DIVIDEND A - - 1 USD amount=-0.001
            2025-01-03 SPLIT A 3 2
            2025-01-04 DEPOSIT - - 12345678901234567890.12345678
            """)
        file.entries[0].notes = "a \"quoted\" \\ text,\n\u{1}\u{7F} with ümlauts 日本 ]}"
        file.positions = [BrokerPosition(security: 0, quantity: 3, currency: .usd, day: try day("2025-01-05"), line: 1)]
        file.rates = try rates("USD EUR 2025-01-01 0.9").rates
        file.prices = [PriceRow(security: 0, day: try day("2025-01-05"), close: try number("1.1"))]
        file.opinions = [
            Opinion(security: 0, advisor: "x", verdict: .hold, confidence: 1, day: try day("2025-01-05"))
        ]
        return file
    }

    private func bytes(_ write: (([UInt8]) throws -> Void) throws -> Void) throws -> [UInt8] {
        var result: [UInt8] = []
        try write { result += $0 }
        return result
    }

    @Test("a file and a journal come back as they were, in pieces of any size", arguments: [1, 7, 100_000])
    func roundTrip(_ size: Int) throws {
        let file = try sample()
        var reader = EntryText.Reader<EntryFile>()
        let text = try bytes(file.write)
        for start in stride(from: 0, to: text.count, by: size) {
            try reader.read(text[start..<min(start + size, text.count)])
        }
        #expect(try EntryFile(reader) == file)

        let journal = try Journal(merging: [file])
        var journalReader = EntryText.Reader<Journal>()
        try journalReader.read(bytes(journal.write))
        #expect(try Journal(journalReader) == journal)
    }

    @Test("any JSON reader can read it")
    func json() throws {
        let object = try JSONSerialization.jsonObject(with: Data(bytes(sample().write)))
        let entries = try #require((object as? [String: Any])?["entries"] as? [[Any]])
        #expect(entries.count == 4)
        #expect(entries[0][12] as? String == "a \"quoted\" \\ text,\n\u{1}\u{7F} with ümlauts 日本 ]}")
        #expect(
            try JSONSerialization.jsonObject(with: Data(bytes(EntryFile(name: "a", format: "b").write)))
                is [String: Any])
    }

    @Test("the same file gives the same bytes")
    func sameBytes() throws {
        #expect(try bytes(Journal(merging: [sample()]).write) == bytes(Journal(merging: [sample()]).write))
    }

    @Test("damaged text is refused and never crashes", arguments: 0..<300)
    func damage(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var text = try bytes(sample().write)
        switch seed % 3 {
        case 0: text.removeLast(Int.random(in: 1..<text.count, using: &random))
        case 1: text[Int.random(in: 0..<text.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
        default: text.removeSubrange(0..<Int.random(in: 1..<text.count, using: &random))
        }
        do {
            var reader = EntryText.Reader<EntryFile>()
            try reader.read(text)
            // A changed byte can leave a text that means something else.
            _ = try EntryFile(reader)
            #expect(seed % 3 == 1)
        } catch {
            #expect(error is EntryText.ParseError || error is DecodingError)
        }
    }

    @Test("files and journals of versions that noted nothing that was passed over are read")
    func earlierVersions() throws {
        func decoded<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> Value {
            try JSONDecoder().decode(type, from: Data(text.utf8))
        }
        #expect(try decoded(Journal.File.self, #"{"name":"a.csv","format":"schwab"}"#).passedOver.isEmpty)
        let file = try decoded(
            EntryFile.self,
            #"""
            {"name":"a.csv","format":"schwab","securities":[],"entries":[],"omissions":[{"reason":"other","file":0,"line":2}],
             "positions":[],"balances":[],"prices":[],"rates":[],"opinions":[]}
            """#)
        #expect(file.passedOver.isEmpty && file.omissions[0].word == nil)
    }
}
