import Foundation
import Testing
import Trading

@Suite("Identifiers") struct StableIdentifiersTests {
    @Test("identifiers of version 5 are those of RFC 9562 and of other programs")
    func version5() throws {
        // The namespace of domain names.
        let dns = try #require(UUID(uuidString: "6ba7b810-9dad-11d1-80b4-00c04fd430c8"))
        for (name, expected) in [
            ("www.example.com", "2ED6657D-E927-568B-95E1-2665A8AEA6A2"),
            ("python.org", "886313E1-3B8A-5372-9B90-0C9AEE199E5D"),
        ] {
            #expect(StableIdentifiers.uuid(name, in: dns).uuidString == expected)
        }
        // Lengths around the ends of blocks differ from each other.
        let long = (0..<200).map { StableIdentifiers.uuid(String(repeating: "a", count: $0), in: dns) }
        #expect(Set(long).count == 200)
    }

    private static let text = """
        2025-01-02 BUY A 1 10
        2025-01-02 BUY A 1 10
        2025-01-02 BUY B 1 10 0 USD id=7
        2025-01-02 FEE - - 2 0 USD id=7
        2025-01-03 BUY A 1 10
        """

    @Test("entries keep their identifiers when files are added, and no two are equal")
    func entries() throws {
        let first = try Journal(Self.text)
        let identifiers = StableIdentifiers.entries(of: first, account: "depot")
        #expect(Set(identifiers).count == 5)
        let second = try Journal(merging: [
            file(named: "z.csv", "2024-12-31 BUY C 5 10"), file(Self.text), file(named: "x.csv", Self.text),
        ])
        let later = StableIdentifiers.entries(of: second, account: "depot")
        #expect(later.count == 6)
        #expect(Set(identifiers).isSubset(of: later))
        #expect(Set(StableIdentifiers.entries(of: first, account: "other")).isDisjoint(with: identifiers))
    }

    @Test("numbers have 31 bits, are the same again, and differ from each other")
    func numbers() {
        let names = (0..<2000).map { "S\($0)" }
        let numbers = StableIdentifiers.numbers(for: names, account: "depot")
        #expect(Set(numbers).count == 2000)
        #expect(numbers.allSatisfy { (0...0x7FFF_FFFF).contains($0) })
        #expect(StableIdentifiers.numbers(for: names, account: "depot") == numbers)
        #expect(
            StableIdentifiers.numbers(for: ["A", "A"], account: "depot")[1]
                == StableIdentifiers.numbers(for: ["A"], account: "depot")[0] + 1)
    }
}
