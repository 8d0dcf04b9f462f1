import Foundation
import Portfolio
import Testing

@Suite struct LargePortfolioTests {
    @Test("five hundred inputs of the greatest size are arranged in seconds", .timeLimit(.minutes(30)))
    func large() throws {
        let words = String(
            String(repeating: "I make logos, chairs and my 98 % retention.\n", count: 1_200).prefix(50_000))
        let items: [Sample.Item] = (0..<500).map { number in
            number % 10 == 0
                ? .file("\(number).txt", Sample.text(words)) : .file("\(number).jpg", Sample.photo(number % 63))
        }
        let contents = Sample.contents(items)
        let arrangement = try contents.arrangement()
        let response = PortfolioJSON.response(for: arrangement, of: contents, portfolioID: "x")
        // 63 different pictures; every tenth number is a text, which leaves all residues.
        #expect(arrangement.section(.work).first?.inputs.count == 63)
        #expect(response.processingSummary.totalInputs == 500)
        #expect(response.leftOut.count == 450 - 63)
    }
}
