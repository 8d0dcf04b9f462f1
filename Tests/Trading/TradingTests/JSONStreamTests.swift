import Foundation
import Testing
import Trading

@Suite("JSON in pieces") struct JSONStreamTests {
    private struct Row: Codable, Hashable {
        enum Kind: String, Codable { case first }
        struct Empty: Codable, Hashable {}
        var text: String
        var kind: Kind
        var id: UUID
        var address: URL
        var date: Date
        var amount: Amount
        var number: Int
        var small: Int32
        var share: Double
        var flag: Bool
        var missing: String?
        var list: [[Int]]
        var names: [String: Int]
        var empty: Empty
        var none: [Row]
    }

    private func row(_ text: String, share: Double = 0.25) throws -> Row {
        Row(
            text: text, kind: .first, id: try #require(UUID(uuidString: "6C1D0F52-9357-4B0E-9A61-2F8E44D730B9")),
            address: try #require(URL(string: "https://example.org/a?b=c")),
            date: Date(timeIntervalSince1970: 1_735_810_200), amount: try number("-1234.5"), number: -42,
            small: .min, share: share, flag: true, missing: nil, list: [[1, 2], [], [3]], names: ["a": 1],
            empty: Row.Empty(), none: [])
    }

    private func text(_ value: some Encodable) throws -> Data {
        var whole = Data()
        try JSONStream.write(value) { whole += $0 }
        return whole
    }

    @Test("the values are those that JSONEncoder writes")
    func sameValues() throws {
        let rows = [
            try row("plain"), try row("\"quoted\" \\ \n\u{1} ümlaut 日本 / 🙂"), try row("", share: 1e-7),
            try row("large", share: 1e22), try row("whole", share: 3),
        ]
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        encoder.dateEncodingStrategy = .iso8601
        let expected = try JSONSerialization.jsonObject(with: encoder.encode(rows)) as? NSArray
        let written = try JSONSerialization.jsonObject(with: text(rows)) as? NSArray
        #expect(written == expected)
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        #expect(try decoder.decode([Row].self, from: text(rows)) == rows)
    }

    @Test("properties are written in their order, without spaces")
    func text() throws {
        struct Pair: Encodable {
            var second = 2
            var first = Amount(scaled: 15, places: 1)
            var none: Int?
        }
        #expect(
            try text([Pair(), Pair()]) == Data(#"[{"second":2,"first":1.5},{"second":2,"first":1.5}]"#.utf8))
        #expect(try text("a") == Data("\"a\"".utf8))
    }

    @Test("long lists come in pieces, and what the receiver throws ends the writing")
    func pieces() throws {
        struct Full: Error {}
        let list = Array(repeating: "0123456789", count: 20_000)
        var sizes: [Int] = []
        var whole: [UInt8] = []
        try JSONStream.write(list) { bytes in
            sizes.append(bytes.count)
            whole += bytes
        }
        #expect(sizes.count == 4)
        #expect(try #require(sizes.max()) < 70_000)
        #expect(try JSONDecoder().decode([String].self, from: Data(whole)) == list)
        var count = 0
        #expect(throws: Full.self) {
            try JSONStream.write(list) { _ in
                count += 1
                throw Full()
            }
        }
        #expect(count == 1)
    }

    @Test("what is no number is refused")
    func notFinite() {
        #expect(throws: EncodingError.self) { try text([Double.infinity]) }
    }
}
