/// Finds the words of a vocabulary that can be like another word, by the letters that they must share.
///
/// `KeyWords.similarity` and `KeyWords.abbreviation` find two words alike only if they are equal, begin with the same three
/// letters, end with the same two, or, as an abbreviation, begin and end with the same letter.
struct VocabularyIndex {
    private let equal: [[Unicode.Scalar]: Int]
    private let beginnings: [[Unicode.Scalar]: [Int]]
    private let ends: [[Unicode.Scalar]: [Int]]
    private let outlines: [[Unicode.Scalar]: [Int]]

    /// The number of letters of the longest abbreviation.
    private static let abbreviationLength = 5

    /// Creates an index of words, each of which occurs once.
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

    /// Returns the places of the words that can be like a word; a place can occur more than once.
    func places(like word: [Unicode.Scalar]) -> [Int] {
        var places = equal[word].map { [$0] } ?? []
        guard word.count >= 3, let first = word.first, let last = word.last else { return places }
        places += beginnings[Array(word.prefix(3))] ?? []
        if word.count >= 4 { places += ends[Array(word.suffix(2))] ?? [] }
        if word.count <= Self.abbreviationLength { places += outlines[[first, last]] ?? [] }
        return places
    }
}
