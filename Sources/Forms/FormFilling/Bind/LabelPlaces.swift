import FormImport

import FormModel
import Foundation

/// Finds fields by normalised label, name or export value.
///
/// Lookup does not visit every field, since a form can have thousands of fields and a file thousands of keys.
struct LabelPlaces {
    /// The indices of fields by label without number and brackets.
    let bare: [String: [Int]]
    /// The indices of fields by export value.
    let option: [String: [Int]]
    private let whole: [String: [Int]]
    /// The indices of fields by question and label combined.
    private let answer: [String: [Int]]
    private let literal: [String: [Int]]
    private let labels: [LetterCount]
    private let names: [LetterCount]

    /// Number of fields to compare in full when looking for the nearest ones.
    private static let compared = 200

    /// Indexes the texts of fields, given their normalised labels.
    init(_ fields: [Field], _ labels: [(whole: String, bare: String, question: String?)]) {
        func places(_ text: (Int) -> String?) -> [String: [Int]] {
            var places: [String: [Int]] = [:]
            for index in fields.indices { if let text = text(index) { places[text, default: []].append(index) } }
            return places
        }
        whole = places { labels[$0].whole }
        bare = places { labels[$0].bare }
        answer = places { index in labels[index].question.map { $0 + labels[index].whole } }
        option = places { fields[$0].option.map(LabelText.normalised) }
        literal = places { Self.folded(fields[$0].label) }
        self.labels = labels.map { LetterCount($0.whole) }
        // A name can have any length.
        names = fields.map {
            LetterCount(LabelText.normalised($0.name.prefix(2 * LabelText.comparedLength).description))
        }
    }

    /// Returns the fields with this label, ignoring case.
    func literal(_ text: String) -> [Int] { literal[Self.folded(text)] ?? [] }

    /// Returns the fields with this label.
    ///
    /// Number and brackets are optional, and the question may precede the label.
    func labelled(_ wanted: String) -> [Int] {
        let all = [whole[wanted], bare[wanted], answer[wanted]].compactMap(\.self)
        return all.count == 1 ? all[0] : Set(all.joined()).sorted()
    }

    /// Returns the fields with a label similar to a text.
    func similar(to wanted: String, atLeast threshold: Double) -> [Int] {
        let count = LetterCount(wanted)
        return labels.indices.filter { index in
            labels[index].bestSimilarity(to: count) >= threshold
                && LabelText.similarity(labels[index].text, wanted) >= threshold
        }
    }

    /// Returns the fields with the most similar labels or names, nearest first.
    ///
    /// In a form of many fields, only the most promising ones by letter counts are compared in full.
    func nearest(to wanted: String) -> [Int] {
        let count = LetterCount(wanted)
        let promising = labels.indices.map { index in
            (index, max(labels[index].bestSimilarity(to: count), names[index].bestSimilarity(to: count)))
        }
        .sorted { ($0.1, $1.0) > ($1.1, $0.0) }.prefix(Self.compared)
        return promising.map { index, _ in
            (
                index,
                max(
                    LabelText.similarity(labels[index].text, wanted), LabelText.similarity(names[index].text, wanted))
            )
        }
        .sorted { ($0.1, $1.0) > ($1.1, $0.0) }.map(\.0)
    }

    private static func folded(_ text: String) -> String {
        ASCIIText.isASCII(text) ? text.lowercased() : text.folding(options: .caseInsensitive, locale: nil)
    }
}

/// A normalised text and its letter counts, which bound its similarity to another text.
private struct LetterCount {
    let text: String
    private let length: Int
    private let counts: SIMD32<UInt8>

    init(_ text: String) {
        self.text = text
        var counts = SIMD32<UInt8>()
        var length = 0
        for scalar in text.unicodeScalars.prefix(LabelText.comparedLength) {
            length += 1
            let bin = Int(scalar.value & 31)
            counts[bin] &+= 1
        }
        self.length = length
        self.counts = counts
    }

    /// Returns the maximum similarity of two texts with these letters.
    ///
    /// Every insertion or deletion changes one count by one, every replacement two counts.
    func bestSimilarity(to other: LetterCount) -> Double {
        let longest = max(length, other.length)
        guard longest > 0 else { return 1 }
        let more = counts &- pointwiseMin(counts, other.counts)
        let fewer = other.counts &- pointwiseMin(counts, other.counts)
        func sum(_ counts: SIMD32<UInt8>) -> Int { Int(SIMD32<UInt16>(truncatingIfNeeded: counts).wrappedSum()) }
        return 1 - Double(max(sum(more), sum(fewer))) / Double(longest)
    }
}
