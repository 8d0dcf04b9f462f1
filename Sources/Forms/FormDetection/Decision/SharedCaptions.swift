import FormImport

import FormModel

/// Divides a caption that is a list among adjoining blanks, such as "ZIP code, town".
struct SharedCaptions {
    let candidates: [Candidate]

    /// Maximum distance in points between the middles of blanks beside each other.
    private static let sameRow = 4.0
    /// Maximum distance in points between adjoining blanks.
    private static let mostGap = 16.0
    /// Minimum number of letters of a part.
    private static let leastLetters = 2
    /// Words that make a comma one of a sentence.
    private static let connecting: Set<String> = [
        "if", "and", "or", "yes", "no", "please", "explain", "including", "such", "when", "wenn", "falls", "und",
        "oder", "ja", "nein", "si", "oui", "et", "ou", "sí", "y", "o", "ed", "en", "of",
    ]
    /// Maximum number of words of a part.
    private static let mostWords = 3

    /// Divides the captions that are lists with a part for each blank.
    func divide(_ captions: inout [Caption]) {
        var rest = Set(candidates.indices)
        for index in candidates.indices where rest.contains(index) {
            let shared = rest.filter {
                isBeside($0, index) && [.left, .table].contains(captions[$0].position)
                    && captions[$0].text == captions[index].text
            }
            .sorted { candidates[$0].region.left < candidates[$1].region.left }
            rest.subtract(shared)
            guard shared.count > 1, areAdjoining(shared),
                let parts = Self.parts(of: captions[index].text, count: shared.count)
            else {
                continue
            }
            for (place, part) in zip(shared, parts) { captions[place].text = part }
        }
    }

    private func areAdjoining(_ row: [Int]) -> Bool {
        zip(row, row.dropFirst()).allSatisfy {
            candidates[$1].region.left - candidates[$0].region.right < Self.mostGap
        }
    }

    private func isBeside(_ a: Int, _ b: Int) -> Bool {
        candidates[a].kind != .box && candidates[b].kind != .box
            && abs(candidates[a].region.midY - candidates[b].region.midY) < Self.sameRow
    }

    /// Returns the parts of a list; nil if it has another number of them.
    private static func parts(of caption: String, count: Int) -> [String]? {
        let parts = items(of: caption)
        guard parts.count == count,
            parts.allSatisfy({
                $0.count(where: \.isLetter) >= leastLetters && $0.split(separator: " ").count <= mostWords
                    && connecting.isDisjoint(with: LabelWords.words(of: $0))
            })
        else {
            return nil
        }
        return parts
    }

    /// Returns the items of a list.
    ///
    /// In front of each are the words in front of brackets around the list.
    private static func items(of list: String) -> [String] {
        guard let open = list.firstIndex(of: "("), let close = list[open...].firstIndex(of: ")") else {
            return separated(list[...])
        }
        let name = list[..<open].trimmed
        let inside = separated(list[list.index(after: open)..<close])
        return name.contains(",") ? separated(list[..<open]) : inside.map { "\(name) (\($0))" }
    }

    private static func separated(_ list: Substring) -> [String] {
        list.split(separator: ",", omittingEmptySubsequences: false).map(\.trimmed)
    }
}

extension Substring {
    /// The text without spaces and the colon around it.
    fileprivate var trimmed: String {
        String(drop { $0 == " " }.reversed().drop { $0 == " " || $0 == ":" }.reversed())
    }
}
