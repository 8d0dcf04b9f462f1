/// Finds words in a vocabulary that may be similar to another word.
///
/// `KeyWords.similarity` and `KeyWords.abbreviation` are above 0 only for words that are equal, begin with the same
/// three letters, end with the same two, or, as an abbreviation, begin and end with the same letter.
struct VocabularyIndex {
    private let equal: [[Unicode.Scalar]: Int]
    private let beginnings: [[Unicode.Scalar]: [Int]]
    private let ends: [[Unicode.Scalar]: [Int]]
    private let outlines: [[Unicode.Scalar]: [Int]]

    /// Maximum number of letters of an abbreviation that omits letters.
    private static let abbreviationLength = 5

    /// Creates an index of distinct words.
    init(_ vocabulary: [[Unicode.Scalar]]) {
        var equal: [[Unicode.Scalar]: Int] = [:]
        var beginnings: [[Unicode.Scalar]: [Int]] = [:]
        var ends: [[Unicode.Scalar]: [Int]] = [:]
        var outlines: [[Unicode.Scalar]: [Int]] = [:]
        for (place, word) in vocabulary.enumerated() {
            equal[word] = place
            guard word.count >= 4, let first = word.first, let last = word.last else { continue }
            beginnings[Array(word.prefix(3)), default: []].append(place)
            ends[Array(word.suffix(2)), default: []].append(place)
            outlines[[first, last], default: []].append(place)
        }
        self.equal = equal
        self.beginnings = beginnings
        self.ends = ends
        self.outlines = outlines
    }

    /// Returns the indices of words that may be similar to a word, possibly repeated.
    func places(like word: [Unicode.Scalar]) -> [Int] {
        var places = equal[word].map { [$0] } ?? []
        guard word.count >= 3, let first = word.first, let last = word.last else { return places }
        places += beginnings[Array(word.prefix(3))] ?? []
        if word.count >= 4 { places += ends[Array(word.suffix(2))] ?? [] }
        if word.count <= Self.abbreviationLength { places += outlines[[first, last]] ?? [] }
        return places
    }
}
