import Threads
import Testing

@Suite("Recent values") struct RecentValuesTests {
    @Test("those that were not used for longest go first")
    func order() {
        let values = RecentValues<String, Int>(limit: 10, largest: 10)
        values.keep(1, for: "a", size: 4)
        values.keep(2, for: "b", size: 4)
        #expect(values["a"] == 1)
        values.keep(3, for: "c", size: 4)
        #expect(values["a"] == 1 && values["b"] == nil && values["c"] == 3)
    }

    @Test("a value takes the place of an earlier one, and its size with it")
    func replacement() {
        let values = RecentValues<String, Int>(limit: 10, largest: 10)
        for number in 0..<5 { values.keep(number, for: "a", size: 6) }
        values.keep(9, for: "b", size: 4)
        #expect(values["a"] == 4 && values["b"] == 9)
    }

    @Test("what is too large is not kept, nor what was removed")
    func limits() {
        let values = RecentValues<String, Int>(limit: 10)
        values.keep(1, for: "a", size: 3)
        #expect(values["a"] == nil)
        values.keep(1, for: "a", size: 2)
        values.keep(2, for: "b", size: 2)
        values.removeAll { $0 == "a" }
        #expect(values["a"] == nil && values["b"] == 2)
        for number in 0..<4 { values.keep(number, for: "\(number)", size: 2) }
        #expect(values["b"] == 2)
    }
}
