import FamiliesDomain
import FailureModel
import Foundation
import Storybook
import Testing

@Suite("The order of a book") struct BookOrderTests {
    private func read(_ yaml: String) throws(Failure) -> BookOrder {
        try BookOrder.read(Data(yaml.utf8), name: "summer.book.yaml")
    }

    @Test("says everything about a book")
    func everything() throws {
        let order = try read(
            """
            child: Ada
            from: 2025-01-01
            to: 2025-12-31
            title: "  Our summer  "
            dedication: For Grandma
            paper: square
            bleed: 3mm
            include: all
            ppi: 150
            multiple: 4
            """)
        var expected = BookOrder()
        expected.subject = .child("Ada")
        expected.from = BookDate("2025-01-01")
        expected.to = BookDate("2025-12-31")
        expected.title = "Our summer"
        expected.dedication = "For Grandma"
        expected.include = .all
        expected.options = BookOptions(paper: .square, bleed: 3, ppi: 150, multiple: 4)
        #expect(order == expected)
    }

    @Test("needs to say nothing, but is no empty file")
    func nothing() throws {
        #expect(try read("{}") == BookOrder() && read("bleed: 0").options.bleed == 0)
        #expect(throws: Failure.self) { try read("") }
        #expect(throws: Failure.self) { try read("# a comment\n") }
        #expect(try read("family: The Lovelaces").subject == .family("The Lovelaces"))
    }

    @Test("is refused with all mistakes and their lines")
    func mistakes() {
        let failure = #expect(throws: Failure.self) {
            try read(
                """
                child: Ada
                family: The Lovelaces
                from: 2025-12-31
                to: 2025-01-01
                paper: A5
                bleed: 3cm
                include: some
                ppi: 10
                multiple: 3
                titel: Summer
                dedication: "   "
                """)
        }
        #expect(failure?.all.allSatisfy { $0.code == .malformedBook } == true)
        #expect(failure?.all.map(\.line) == [1, 4, 5, 6, 7, 8, 9, 10, 11])
        #expect(failure?.all.last { $0.line == 10 }?.message.contains("Did you mean “title”?") == true)
    }

    @Test("has numbers as people write them", arguments: ["bleed: 0x3mm", "bleed: 3e0mm", "ppi: 1_0_0", "ppi: 0x96"])
    func numbers(_ line: String) {
        let failure = #expect(throws: Failure.self) { try read(line) }
        #expect(failure?.code == .malformedBook)
        #expect((try? read("bleed: 2.5 mm"))?.options.bleed == 2.5)
    }

    @Test("has days that exist", arguments: ["2025-02-30", "yesterday", "2025-01-01T10:00", "[]"])
    func days(_ day: String) {
        #expect(throws: Failure.self) { try read("from: \(day)") }
    }

    @Test("is text of a sensible size")
    func sizes() {
        let large = #expect(throws: Failure.self) { try read("# " + String(repeating: "x", count: 70_000)) }
        #expect(large?.code == .inputTooLarge)
        let long = #expect(throws: Failure.self) { try read("title: " + String(repeating: "x", count: 201)) }
        #expect(long?.code == .malformedBook)
        let binary = #expect(throws: Failure.self) {
            try BookOrder.read(Data([0xFF, 0xFE, 0x00]), name: "summer.book.yaml")
        }
        #expect(binary?.code == .malformedBook)
    }

    @Test("is known by its name")
    func names() {
        #expect(BookOrder.stem(of: "2025.book.yaml") == "2025" && BookOrder.stem(of: "A.Book.YML") == "A")
        #expect(BookOrder.stem(of: ".book.yaml") == nil && BookOrder.stem(of: "book.yaml") == nil)
    }
}
