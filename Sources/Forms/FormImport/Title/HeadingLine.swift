import FormModel
import Foundation

/// A line of text that may be the heading of a form.
struct HeadingLine {
    let text: String
    /// The size of most of its characters in points.
    let size: Double
    let region: Region

    /// The distance of words of one line, as multiples of the larger size.
    ///
    /// Words of another size, such as small capitals, belong to it only if they are near.
    private static let gaps = (same: 1.5, other: 0.6)
    /// The shares of sizes that are the same, and that are of one line.
    private static let sizes = (same: 0.9, other: 0.6)
    /// Maximum distance of the bottoms of one line's words, in sizes.
    private static let lift = 0.2
    /// Maximum height of an upright word, in sizes.
    private static let mostHeight = 1.8
    /// Minimum share of letters of a name.
    private static let leastLetters = 0.6

    private init(_ words: [Word]) {
        text = words.map(\.text).joined(separator: " ")
        var counts: [Double: Int] = [:]
        for word in words { counts[word.fontSize, default: 0] += word.text.count }
        size = counts.max { ($0.value, $0.key) < ($1.value, $1.key) }?.key ?? 0
        region = words.dropFirst().reduce(words.first?.region ?? Region(x: 0, y: 0, width: 0, height: 0)) {
            $0.union($1.region)
        }
    }

    /// Returns the upright lines of a page from top to bottom.
    ///
    /// Words in other columns are lines of their own.
    static func lines(of words: [Word]) -> [HeadingLine] {
        let upright = words.filter { !$0.text.isEmpty && $0.region.height <= mostHeight * $0.fontSize }
        var rows: [[Word]] = []
        for word in upright.sorted(by: { ($0.region.bottom, $0.region.left) < ($1.region.bottom, $1.region.left) }) {
            if let row = rows.lastIndex(where: {
                guard let first = $0.first else { return false }
                return abs(first.region.bottom - word.region.bottom) <= max(1, lift * word.fontSize)
            }), row >= rows.count - 4 {
                rows[row].append(word)
            } else {
                rows.append([word])
            }
        }
        return rows.flatMap { parts(of: $0.sorted { $0.region.left < $1.region.left }) }.map { HeadingLine($0) }
            .sorted { ($0.region.bottom, $0.region.left) < ($1.region.bottom, $1.region.left) }
    }

    private static func parts(of row: [Word]) -> [[Word]] {
        var parts: [[Word]] = []
        for word in row {
            guard let last = parts.last?.last else {
                parts.append([word])
                continue
            }
            let larger = max(last.fontSize, word.fontSize)
            let share = min(last.fontSize, word.fontSize) / larger
            let gap = (word.region.left - last.region.right) / larger
            if share >= sizes.other, gap < (share >= sizes.same ? gaps.same : gaps.other) {
                parts[parts.count - 1].append(word)
            } else {
                parts.append([word])
            }
        }
        return parts
    }

    /// Whether the line can name a form.
    var isName: Bool { isWordy && !isCaption && !isGreeting && !isNumber && !isAuthority }

    /// Whether the line is no part of what is below it.
    var standsAlone: Bool { !isWordy || isNumber || isAuthority || isName || text.last == ":" }

    /// Whether there are two words, or a longer one, and mostly letters.
    var isWordy: Bool {
        let words = self.words
        let count = text.count { !$0.isWhitespace }
        return (words.count { $0.count >= 2 } >= 2 || words.contains { $0.count >= 5 })
            && Double(text.count(where: \.isLetter)) >= Self.leastLetters * Double(count)
            && text.first.map { $0.isLetter || $0.isNumber || "\"“„«¿(".contains($0) } == true
            && !text.unicodeScalars.contains { $0.properties.generalCategory == .privateUse }
    }

    /// Whether it begins like a greeting or an address.
    private var isGreeting: Bool { words.first.map(HeadingWords.greetings.contains) ?? false }

    /// Whether it is a caption, a section, a sentence or an address on the web.
    var isCaption: Bool {
        let words = self.words
        guard let first = words.first, let last = text.last else { return true }
        return ":.?!;".contains(last) || text.contains("__") || text.contains("..") || text.contains("@")
            || text.contains("www.") || text.contains("://") || HeadingWords.sections.contains(first)
            || words.contains { $0 == "no" || $0 == "nr" }
            || text.prefixMatch(of: /\(?([0-9]{1,2}|[A-Za-z])[.)]\s/) != nil
    }

    /// Whether it is the number of a form only, such as `SCHEDULE A (Form 1040)`.
    var isNumber: Bool {
        text.split { !($0.isLetter || $0.isNumber) }.allSatisfy { part in
            part.contains(where: \.isNumber) || HeadingWords.numbering.contains(part.lowercased())
                || part.count <= 4 && part.allSatisfy(\.isUppercase)
        }
    }

    /// Whether it names an authority, and no document.
    var isAuthority: Bool {
        let words = self.words
        return words.contains(where: HeadingWords.authorities.contains)
            && !words.contains(where: HeadingWords.documents.contains)
    }

    /// The words in lower case, without apostrophes and what follows.
    private var words: [String] {
        text.lowercased().split { !($0.isLetter || "'’".contains($0)) }.compactMap {
            $0.split { "'’".contains($0) }.first.map(String.init)
        }
    }
}
