/// Which page of a known form a page is.
struct FormPlace: Sendable, Hashable, Codable {
    /// The page of the form (0-based).
    let page: Int
    /// The pages of the form (0-based) that have fields.
    let pages: [Int]

    /// Returns what is unusual about the pages of a form in a document, as sentences.
    ///
    /// - Parameters:
    ///   - found: the pages of the document that were recognised as the form's, in order.
    ///   - name: the name of the form.
    /// - Returns: that pages are missing, come more than once, or are in another order.
    static func notes(on found: [RecognisedPage], of name: String) -> [String] {
        let places = found.compactMap { page in page.place.map { (page: page.page, of: $0.page) } }
        guard let expected = found.lazy.compactMap(\.place).first?.pages, places.count == found.count else { return [] }
        let copies = Dictionary(grouping: places, by: \.of).mapValues { $0.map(\.page) }
        var notes: [String] = []
        let missing = expected.filter { copies[$0] == nil }
        if !missing.isEmpty {
            notes.append(
                "\(numbered(missing)) of “\(name)” \(missing.count == 1 ? "is" : "are") missing or not recognised.")
        }
        if let count = copies.values.first?.count, count > 1, copies.values.allSatisfy({ $0.count == count }) {
            notes.append("“\(name)” comes \(count) times.")
        } else {
            notes += copies.filter { $0.value.count > 1 }.sorted { $0.key < $1.key }.map { page, copies in
                "Page \(page + 1) of “\(name)” comes \(copies.count) times: as pages \(RecognisedPage.list(copies))."
            }
        }
        var seen: Set<Int> = []
        let order = places.map(\.of).filter { seen.insert($0).inserted }
        if order != order.sorted() {
            notes.append("The pages of “\(name)” are in another order: \(RecognisedPage.list(order)).")
        }
        return notes
    }

    private static func numbered(_ pages: [Int]) -> String {
        (pages.count == 1 ? "Page " : "Pages ") + RecognisedPage.list(pages)
    }
}
