/// Estimates from the words around a candidate how likely it is a field.
///
/// It is a logistic regression over words and their positions: "Name" to the left of a blank is typical of fields,
/// "Total" at the top of a cell is not. Only its sums are features of the trees, not the words themselves.
struct WordEvidence: Sendable {
    /// The names of the features.
    ///
    /// These are the evidence at each position and overall, and the number of words that have a weight.
    static let names = NearbyWords.Place.allCases.map { "\($0)Words" } + ["words", "knownWords"]

    /// The weight of each word at each position, keyed by the hash of both.
    private let weights: [UInt32: Float]

    /// Reads the number of weights (u16), and for each the hash (u32) and weight (f32).
    init(_ reader: inout Scorer.Reader) {
        var weights: [UInt32: Float] = [:]
        for _ in 0..<reader.u16() {
            let hash = reader.u32()
            weights[hash] = reader.f32()
        }
        self.weights = weights
    }

    /// Returns the features named above.
    func features(of words: NearbyWords, isBox: Bool) -> [Double] {
        var known: Set<UInt32> = []
        var result = NearbyWords.Place.allCases.map { place -> Double in
            words[place].reduce(0) { sum, word in
                let hash = Self.hash(word, at: place, isBox: isBox)
                guard let weight = weights[hash], known.insert(hash).inserted else { return sum }
                return sum + Double(weight)
            }
        }
        result.append(result.reduce(0, +))
        result.append(Double(known.count))
        return result
    }

    /// Returns the 32-bit FNV-1a hash of a word at a position.
    ///
    /// Boxes and blanks have separate weights.
    private static func hash(_ word: String, at place: NearbyWords.Place, isBox: Bool) -> UInt32 {
        var hash: UInt32 = 0x811c_9dc5
        func add(_ byte: UInt8) { hash = (hash ^ UInt32(byte)) &* 0x0100_0193 }
        add(isBox ? 1 : 0)
        add(UInt8(place.rawValue))
        for byte in word.utf8 { add(byte) }
        return hash
    }
}
