import CScorerModel
package import Foundation

/// Estimates the probability that a candidate is a field.
///
/// The scorer consists of gradient-boosted trees over the candidate's features, trained offline by
/// `tools/train-detector` on forms with known fields. Candidates are scored twice; in the second pass the trees also
/// see the first scores of the candidate's neighbours.
package struct Scorer: Sendable {
    private let words: WordEvidence
    private let first: Pair
    private let second: Pair
    /// Points of an increasing function from scores to the share of correct fields.
    private let calibration: [(score: Double, share: Double)]

    struct Scores {
        /// The probability that a value written there lands in a field.
        var usable: Double
        /// The probability that the region matches a field's.
        ///
        /// A match has an intersection over union of at least one half. The value distinguishes between interpretations
        /// of one place.
        var exact: Double
        /// The priority among candidates for one place.
        var priority: Double { (usable + exact) / 2 }
    }

    private struct Pair: Sendable {
        let usable: Ensemble
        let exact: Ensemble

        func scores(of features: [Double]) -> Scores {
            let f = features.map { Float($0) }
            return Scores(usable: usable.probability(f), exact: exact.probability(f))
        }
    }

    /// The trained scorer; decoding it once takes a millisecond or two.
    package static let trained: Scorer = {
        var count = 0
        return scorer_model(&count).map { Scorer(Data(bytes: $0, count: count)) } ?? Scorer(Data())
    }()

    /// Sets the scores and priorities of one page's candidates from their features.
    func score(_ candidates: inout [Candidate]) {
        let features = candidates.map { $0.features + words.features(of: $0.words, isBox: $0.kind == .box) }
        let alone = features.map { first.scores(of: $0) }
        let context = ScoreContext.features(of: candidates, scores: alone)
        for i in candidates.indices {
            let scores = second.scores(of: features[i] + context[i])
            candidates[i].score = scores.usable
            candidates[i].priority = scores.priority
        }
    }

    /// Returns the share of correct fields at a score.
    func confidence(_ score: Double) -> Double {
        guard let first = calibration.first, let last = calibration.last else { return score }
        if score <= first.score { return first.share }
        for (a, b) in zip(calibration, calibration.dropFirst()) where score <= b.score {
            return a.share + (b.share - a.share) * (score - a.score) / max(1e-9, b.score - a.score)
        }
        return last.share
    }

    /// Decodes a model.
    ///
    /// The layout is little-endian: the number of features (u16); then the weights of words; then four ensembles
    /// (usable and exact of the first pass, then of the second), each with the number of trees (u16) and, for each
    /// tree, the inner nodes (u16 count; feature u8, threshold f32, left and right i16, negative for leaf -1 - i) and
    /// their leaves (f32); then the points of the calibration (u16 count; score and share f32).
    package init(_ model: Data) {
        var reader = Reader(bytes: [UInt8](model))
        precondition(
            reader.u16() == Feature.allCases.count + WordEvidence.names.count + ScoreContext.names.count,
            "the model is for other features")
        words = WordEvidence(&reader)
        first = Pair(usable: Ensemble(&reader), exact: Ensemble(&reader))
        second = Pair(usable: Ensemble(&reader), exact: Ensemble(&reader))
        calibration = (0..<reader.u16()).map { _ in (Double(reader.f32()), Double(reader.f32())) }
    }

    /// Reads consecutive numbers from a buffer; traps at its end.
    struct Reader {
        let bytes: [UInt8]
        private var position = 0

        init(bytes: [UInt8]) { self.bytes = bytes }

        mutating func u8() -> Int {
            position += 1
            return Int(bytes[position - 1])
        }
        mutating func u16() -> Int { u8() | u8() << 8 }
        mutating func i16() -> Int { Int(Int16(truncatingIfNeeded: u16())) }
        mutating func u32() -> UInt32 { UInt32(u16() | u16() << 16) }
        mutating func f32() -> Float { Float(bitPattern: u32()) }
    }

    /// Trees with leaves that add up to the logarithm of the odds.
    struct Ensemble: Sendable {
        private struct Node {
            var feature: Int32
            var threshold: Float
            var left: Int32
            var right: Int32
        }

        private var nodes: [Node] = []
        private var leaves: [Float] = []
        /// The root of each tree; negative for a tree that consists of a single leaf.
        private var roots: [Int32] = []

        init(_ reader: inout Reader) {
            for _ in 0..<reader.u16() {
                let count = reader.u16()
                let firstNode = nodes.count
                let firstLeaf = leaves.count
                func place(_ link: Int) -> Int32 { Int32(link >= 0 ? firstNode + link : link - firstLeaf) }
                roots.append(count > 0 ? Int32(firstNode) : Int32(-1 - firstLeaf))
                for _ in 0..<count {
                    let feature = Int32(reader.u8())
                    let threshold = reader.f32()
                    nodes.append(
                        Node(
                            feature: feature, threshold: threshold, left: place(reader.i16()),
                            right: place(reader.i16())))
                }
                for _ in 0...count { leaves.append(reader.f32()) }
            }
        }

        func probability(_ features: [Float]) -> Double {
            var sum: Float = 0
            features.withUnsafeBufferPointer { f in
                nodes.withUnsafeBufferPointer { n in
                    for root in roots {
                        var at = root
                        while at >= 0 {
                            let node = n[Int(at)]
                            at = f[Int(node.feature)] <= node.threshold ? node.left : node.right
                        }
                        sum += leaves[Int(-1 - at)]
                    }
                }
            }
            return 1 / (1 + exp(-Double(sum)))
        }
    }
}
