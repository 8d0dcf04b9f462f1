import Testing
import Values

@Suite("Nearest names") struct NearestNameTests {
    @Test(
        "letters are inserted, removed and replaced",
        arguments: [
            ("", "", 0), ("", "abc", 3), ("abc", "", 3), ("kitten", "sitting", 3), ("flaw", "lawn", 2),
            ("ab", "ba", 2), ("a cat", "an abct", 4),
        ])
    func distance(_ left: String, _ right: String, _ distance: Int) {
        #expect(Array(left).editDistance(to: Array(right)) == distance)
        #expect(Array(left).editDistance(to: Array(right), atMost: distance) == distance)
        #expect(Array(left).editDistance(to: Array(right), atMost: distance - 1) == nil)
    }

    @Test(
        "neighbours that change places count once, if asked for",
        arguments: [("ab", "ba", 1), ("ca", "abc", 3), ("smtih", "smith", 1), ("abcd", "badc", 2)])
    func swaps(_ left: String, _ right: String, _ distance: Int) {
        #expect(Array(left).editDistance(to: Array(right), countsSwaps: true) == distance)
    }

    @Test("the first of the nearest names is found, and none that is too far off")
    func nearest() {
        func nearest(_ text: String, limit: Int) -> String? {
            NearestName.first(of: ["title", "tile", "subtitle"]) {
                Array(text).editDistance(to: Array($0), atMost: limit)
            }
        }
        #expect(nearest("titel", limit: 2) == "title")
        #expect(nearest("tie", limit: 1) == "tile")
        #expect(nearest("subtitel", limit: 2) == "subtitle")
        #expect(nearest("inputs", limit: 2) == nil)
    }
}
