import FormModel

/// Compares the words of two text layers.
struct WordComparison {
    /// A word of the known page that the other page lacks.
    struct Change {
        var known: String
        /// The words in its place, if there are any.
        var seen: String?
        /// The place on the known straightened page.
        var region: Region
    }

    /// Maximum distance in points of a word from where the registration puts it.
    private static let reach = 3.0

    let changes: [Change]

    /// Returns nil unless both pages have a text layer.
    init?(_ known: PagePrint, _ seen: PagePrint, _ registration: Registration) {
        guard !known.isScan, !seen.isScan, !known.words.isEmpty, !seen.words.isEmpty else { return nil }
        let rows = Dictionary(grouping: seen.words.indices) { Int(seen.words[$0].region.midY / 12) }
        changes = known.words.compactMap { word in
            let region = registration.movedBounds(of: word.region).insetBy(dx: -Self.reach, dy: -Self.reach)
            guard region.left >= 0, region.top >= 0, region.right <= seen.size.width, region.bottom <= seen.size.height
            else { return nil }
            var near: [PrintedWord] = []
            for row in Int(region.top / 12) - 1...Int(region.bottom / 12) + 1 {
                for index in rows[row] ?? [] where seen.words[index].region.intersection(region) != nil {
                    near.append(seen.words[index])
                }
            }
            // Most words are the same, and searching a text takes far longer than comparing it.
            guard !near.contains(where: { $0.text == word.text }),
                !near.contains(where: { Self.agrees($0.text, word.text) })
            else { return nil }
            near.sort { $0.region.left < $1.region.left }
            let text = near.map(\.text).joined()
            guard !text.contains(word.text), !word.text.allSatisfy(Self.isFiller) else { return nil }
            // Words in the middle of the place are what is printed there instead.
            let own = near.filter {
                let common = $0.region.intersection(region.insetBy(dx: Self.reach, dy: Self.reach))?.area ?? 0
                return common > 0.4 * $0.region.area
            }
            return Change(
                known: word.text, seen: own.isEmpty ? nil : own.map(\.text).joined(separator: " "), region: word.region)
        }
    }

    private static func agrees(_ a: String, _ b: String) -> Bool {
        a.contains(b) || (a.count > 3 && b.contains(a))
    }

    /// Whether a character marks a blank, which values may cover.
    private static func isFiller(_ c: Character) -> Bool { "_.…·-–—□☐○ ".contains(c) }
}

extension PagePrint {
    /// Returns the words that a mark shows, from left to right.
    func words(of mark: PrintMark) -> [PrintedWord] {
        let region = mark.region(scale: ink.scale)
        return words.filter { word in
            (word.region.intersection(region)?.area ?? 0) > 0.3 * min(word.region.area, region.area)
        }.sorted { $0.region.left < $1.region.left }
    }

    /// Returns the text that a mark shows, or nil.
    func text(of mark: PrintMark) -> String? {
        let words = words(of: mark)
        return words.isEmpty ? nil : words.map(\.text).joined(separator: " ")
    }

    /// Returns up to six words beside or just above a place; nil for none.
    func text(beside region: Region) -> String? {
        let near = words.filter {
            $0.region.verticalOverlap(region.insetBy(dx: 0, dy: -8)) > 0
                && $0.region.horizontalOverlap(region.insetBy(dx: -80, dy: 0)) > 0
        }
        return near.isEmpty ? nil : near.prefix(6).map(\.text).joined(separator: " ")
    }
}
