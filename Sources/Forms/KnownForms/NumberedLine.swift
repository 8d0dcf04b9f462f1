package import FormModel

/// A line in a known page's margins with numbers that tell editions apart.
///
/// These are dates and form numbers, for example.
package struct NumberedLine: Sendable, Hashable {
    /// A word of the known page with digits.
    package struct Number: Sendable, Hashable {
        /// The word on the known page.
        package let word: PrintedWord
        /// The place on the straightened page seen, in points.
        package let region: Region
    }

    /// The words with digits, from left to right.
    package let numbers: [Number]
    /// The place of the numbers with a word on each side.
    ///
    /// It is on the straightened page seen, in points.
    package let area: Region
}

extension Registration {
    /// The parts of a page's height that count as margins, where editions are named.
    private static let (topMargin, bottomMargin) = (0.15, 0.1)
    /// Maximum numbers of lines in the margins and of others.
    private static let (mostLines, mostWanted) = (8, 12)
    /// Maximum share of a word that another one covers.
    ///
    /// Of two versions in the same place, one is hidden.
    private static let mostCovered = 0.3

    /// Returns the lines in the margins with numbers, and those of some words.
    ///
    /// - Parameters:
    ///   - known: the known page.
    ///   - words: words of the known page whose lines are wanted, too, the most important ones first.
    /// - Returns: the lines with numbers.
    package func numberedLines(of known: PagePrint, and words: [PrintedWord] = []) -> [NumberedLine] {
        let height = known.size.height
        var lines: [[PrintedWord]] = []
        for word in known.words.sorted(by: { ($0.region.left, $0.region.top) < ($1.region.left, $1.region.top) })
        where word.isShort {
            let line = lines.firstIndex { line in
                guard let last = line.last?.region else { return false }
                return abs(last.midY - word.region.midY) < 0.5 * min(last.height, word.region.height)
                    && word.region.left - last.right < 2 * max(last.height, word.region.height)
            }
            if let line { lines[line].append(word) } else { lines.append([word]) }
        }
        lines = lines.filter { $0.contains { $0.text.contains(where: \.isASCIIDigit) } }
        // Those at the edges of the page name the edition.
        func depth(_ line: [PrintedWord]) -> Double {
            line.first.map { min($0.region.midY, height - $0.region.midY) } ?? height
        }
        let margins = lines.filter { line in
            guard let place = line.first?.region.midY else { return false }
            return place < height * Self.topMargin || place > height * (1 - Self.bottomMargin)
        }.sorted { depth($0) < depth($1) }.prefix(Self.mostLines)
        let wanted = words.prefix(Self.mostWanted).compactMap { word in lines.first { $0.contains(word) } }
        var chosen: [[PrintedWord]] = []
        for line in margins + wanted where !chosen.contains(line) { chosen.append(line) }
        return chosen.map { line in
            // Reading takes as long as the line, and the rest of a sentence says nothing about its numbers.
            let line = Self.part(of: line)
            let places = line.map { movedBounds(of: $0.region) }
            let numbers = zip(line, places).filter { word, _ in
                word.text.contains(where: \.isASCIIDigit) && !Self.isCovered(word, in: known)
            }
            return NumberedLine(
                numbers: numbers.map { NumberedLine.Number(word: $0, region: $1) },
                area: Region(around: places.flatMap(\.corners)).insetBy(dx: -4, dy: -4))
        }
    }

    /// Returns the words with the numbers of a line, and one on each side.
    private static func part(of line: [PrintedWord]) -> ArraySlice<PrintedWord> {
        let numbers = line.indices.filter { line[$0].text.contains(where: \.isASCIIDigit) }
        guard let first = numbers.first, let last = numbers.last else { return line[...] }
        return line[max(first - 1, 0)...min(last + 1, line.count - 1)]
    }

    private static func isCovered(_ word: PrintedWord, in known: PagePrint) -> Bool {
        known.words.contains { other in
            other.text != word.text
                && (other.region.intersection(word.region)?.area ?? 0) > mostCovered * word.region.area
        }
    }

    /// Returns the difference of a number that was read on the page seen.
    package func difference(known: String, seen: String, at region: Region) -> EditionDifference {
        EditionDifference(.wording(known: known, seen: seen), region: region, on: self.seen.size)
    }
}

extension Character {
    var isASCIIDigit: Bool { isASCII && isNumber }
}
