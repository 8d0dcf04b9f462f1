/// Recognises "Part 2", "SECTION B:", "Abschnitt III" and the like in headings.
enum HeadingMarker {
    /// Returns the number of words of a marker at the beginning of a heading.
    ///
    /// It is 2, or 0 for any other text.
    static func length(in words: [String]) -> Int {
        guard words.count >= 2, let kind = bare(words[0]), kinds.contains(kind), isNumber(words[1]) else { return 0 }
        guard words.count > 2 else { return 2 }
        // "Part II, line 5" and "Section 7 of the Act" are parts of sentences.
        let isEnded = words[1].last.map { ":.)-–—".contains($0) } ?? false
        let next = words[2]
        let isTitle = next.first.map { $0.isUppercase || "-–—:(".contains($0) } ?? false
        return words[1].last != "," && (isEnded || isTitle) ? 2 : 0
    }

    /// Joins the separated letters of a marker's numeral: "Part I I" is "Part II".
    static func joined(_ text: String) -> String {
        let words = text.split(separator: " ").map(String.init)
        guard words.count >= 3, let kind = bare(words[0]), kinds.contains(kind) else { return text }
        let numeral = words.dropFirst().prefix { $0.allSatisfy { "IVX".contains($0) } }
        guard numeral.count > 1 else { return text }
        return ([words[0], numeral.joined()] + words.dropFirst(1 + numeral.count)).joined(separator: " ")
    }

    private static func bare(_ word: String) -> String? {
        word.allSatisfy(\.isLetter) ? word.lowercased() : nil
    }

    private static func isNumber(_ word: String) -> Bool {
        let core = word.filter { !":.,)-–—".contains($0) }
        guard (1...5).contains(core.count) else { return false }
        if core.allSatisfy(\.isNumber) { return core.count <= 2 }
        if core.count == 1 { return core.first?.isUppercase ?? false }
        return core.allSatisfy { "IVX".contains($0) } || core.count == 2 && core.first?.isNumber == true
    }

    private static let kinds: Set<String> = [
        "part", "section", "step", "teil", "abschnitt", "schritt", "partie", "cadre", "rubrique", "étape", "parte",
        "sección", "seccion", "apartado", "bloque",
    ]
}
