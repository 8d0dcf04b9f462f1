import FormModel

/// A field of a form as its issuer's widget defined it; see `testdata/README.md`.
struct TrueField: Decodable, Sendable {
    var page: Int
    var x, y, width, height: Double
    var type: String
    var label: String?

    var region: Region { Region(x: x, y: y, width: width, height: height) }
}

/// How well the fields found on forms agree with the true ones, by the measures of the corpus's `score.py`.
///
/// Fields are paired one to one, with as many pairs as possible, the best overlap first, and without regard to the
/// type.
struct DetectionScore {
    /// The hits among the found and the true fields.
    struct Tally {
        var hits = 0
        var found = 0
        var truth = 0

        var f1: Double { Double(2 * hits) / Double(max(1, found + truth)) }
    }

    /// The types that are distinguished.
    enum Group: CaseIterable {
        case text, box, signature

        init(_ type: String) {
            self =
                switch type {
                case "checkbox", "radio": .box
                case "signature": .signature
                default: .text
                }
        }
    }

    /// The pairs in which a value put into the found field lands in the true one.
    private(set) var usable = Tally()
    /// The pairs whose intersection over union is at least one half.
    private(set) var overlapping = Tally()
    /// The usable pairs whose types are both of the group.
    private(set) var groups: [Group: Tally] = [:]
    /// The number of usable pairs in which both fields have a label, and of those whose labels agree.
    private(set) var labels = (pairs: 0, agreeing: 0)

    /// The share of labels that agree.
    var labelAccuracy: Double { Double(labels.agreeing) / Double(max(1, labels.pairs)) }

    init() {}

    init(_ found: [Field], truth: [TrueField]) { add(found, truth: truth) }

    /// Adds one document.
    mutating func add(_ found: [Field], truth: [TrueField]) {
        let truth = truth.filter { $0.width > 0 && $0.height > 0 }
        overlapping.add(hits: Self.pairs(truth, found) { $1.intersectionOverUnion($0) >= 0.5 }.count, found, truth)
        let pairs = Self.pairs(truth, found) { $1.serves($0) }
        usable.add(hits: pairs.count, found, truth)
        for group in Group.allCases {
            let hits = pairs.filter { truth[$0.truth].group == group && found[$0.found].group == group }
            groups[group, default: Tally()].add(
                hits: hits.count, found.filter { $0.group == group }, truth.filter { $0.group == group })
        }
        for pair in pairs {
            let label = found[pair.found].label
            guard let tooltip = truth[pair.truth].label, !tooltip.isEmpty, !label.isEmpty else { continue }
            labels.pairs += 1
            labels.agreeing += LabelAgreement.agree(tooltip, label) ? 1 : 0
        }
    }

    /// Pairs the regions for which `fit` (true, found) holds: greedily, then along augmenting paths, so that the order
    /// does not cost any pairs.
    private static func pairs(
        _ truth: [TrueField], _ found: [Field], fit: (Region, Region) -> Bool
    ) -> [(truth: Int, found: Int)] {
        struct Candidate {
            var truth: Int
            var found: Int
            /// The sort order: the larger overlap, then the same group, then the order of the fields.
            var rank: (Double, Int, Int, Int)
        }
        var candidates: [Candidate] = []
        for (i, t) in truth.enumerated() {
            for (j, f) in found.enumerated() where f.page == t.page && fit(t.region, f.region) {
                let overlap = (t.region.intersectionOverUnion(f.region) * 1e6).rounded()
                candidates.append(Candidate(truth: i, found: j, rank: (-overlap, t.group == f.group ? 0 : 1, i, j)))
            }
        }
        candidates.sort { $0.rank < $1.rank }
        var foundOf: [Int: Int] = [:]
        var truthOf: [Int: Int] = [:]
        for c in candidates where foundOf[c.truth] == nil && truthOf[c.found] == nil {
            foundOf[c.truth] = c.found
            truthOf[c.found] = c.truth
        }
        let choices = Dictionary(grouping: candidates, by: \.truth).mapValues { $0.map(\.found) }

        /// Finds a partner for a true field, moving others to their next choice if necessary.
        func augment(_ i: Int, _ seen: inout Set<Int>) -> Bool {
            for j in choices[i] ?? [] where seen.insert(j).inserted {
                if let other = truthOf[j], !augment(other, &seen) { continue }
                foundOf[i] = j
                truthOf[j] = i
                return true
            }
            return false
        }
        for i in choices.keys.sorted() where foundOf[i] == nil {
            var seen: Set<Int> = []
            _ = augment(i, &seen)
        }
        return foundOf.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }
}

extension DetectionScore.Tally {
    fileprivate mutating func add(hits: Int, _ found: [Field], _ truth: [TrueField]) {
        self.hits += hits
        self.found += found.count
        self.truth += truth.count
    }
}

extension TrueField {
    fileprivate var group: DetectionScore.Group { DetectionScore.Group(type) }
}

extension Field {
    fileprivate var group: DetectionScore.Group { DetectionScore.Group(type.rawValue) }
}

/// Labels agree if most words of the shorter one occur in the other.
private enum LabelAgreement {
    private static let fillers: Set<String> = [
        "a", "an", "and", "the", "of", "or", "to", "for", "in", "on", "at", "if", "is", "are", "be", "this", "that",
        "your", "you", "please", "enter", "page", "line",
    ]

    static func agree(_ a: String, _ b: String) -> Bool {
        let (a, b) = (words(a), words(b))
        guard !a.isEmpty, !b.isEmpty else { return false }
        return Double(a.intersection(b).count) / Double(min(a.count, b.count)) >= 0.6
    }

    private static func words(_ text: String) -> Set<String> {
        let all = Set(text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init))
        let telling = all.subtracting(fillers)
        return telling.isEmpty ? all : telling
    }
}
