import FormImport

import FormModel

/// The words of a page, divided into text and marks that indicate fields.
struct PageText: Sendable {
    var tokens: [Token] = []
    /// Runs of typed underscores.
    var underscores: [Region] = []
    /// Runs of dots that lead from a caption to its amount.
    var leaders: [Region] = []
    /// Characters that look like an empty box or circle.
    var boxGlyphs: [Region] = []

    /// Divides words into text and marks.
    ///
    /// `isTight` is true if regions end at the ink (OCR), and false if they include the font's ascent and descent.
    init(_ words: [Word], isTight: Bool) {
        for word in words {
            let characters = Array(word.text)
            guard characters.count == word.characters.count else { continue }
            if isTight, Self.isNoise(word) { continue }
            var from = 0
            while from < characters.count {
                let kind = Self.kind(of: characters[from])
                var to = from + 1
                while to < characters.count, Self.kind(of: characters[to]) == kind { to += 1 }
                let region = word.characters[from..<to].reduce(word.characters[from]) { $0.union($1) }
                switch kind {
                case .underscore where to - from >= 2: underscores.append(region)
                case .underscore: underscores.append(region)
                case .box:
                    for c in from..<to { boxGlyphs.append(word.characters[c]) }
                case .dot where to - from >= 3 || characters.count == to - from: leaders.append(region)
                case .dot, .text:
                    // Dots inside and after words belong to them.
                    var end = to
                    while end < characters.count {
                        let next = Self.kind(of: characters[end])
                        if next == .text { end += 1; continue }
                        let run = characters[end...].prefix { Self.kind(of: $0) == .dot }.count
                        if next == .dot, run < 3 { end += run; continue }
                        break
                    }
                    for part in Self.parts(word, from..<end) { append(word, characters, part, isTight: isTight) }
                    to = end
                }
                from = to
            }
        }
    }

    private mutating func append(
        _ word: Word, _ characters: [Character], _ range: Range<Int>, isTight: Bool
    ) {
        var region = word.characters[range].reduce(word.characters[range.lowerBound]) { $0.union($1) }
        if !isTight {
            // Letters fill about this part of a font's nominal height.
            region = Region(
                left: region.left, top: region.top + 0.14 * region.height, right: region.right,
                bottom: region.bottom - 0.16 * region.height)
        }
        tokens.append(
            Token(text: String(characters[range]), region: region, fontSize: word.fontSize, isBold: word.isBold))
    }

    /// Splits words that a text layer joins across a wide gap on the page.
    private static func parts(_ word: Word, _ range: Range<Int>) -> [Range<Int>] {
        let widest = max(3, 0.6 * word.fontSize)
        var result: [Range<Int>] = []
        var from = range.lowerBound
        for i in range.dropFirst()
        where word.characters[i].left - word.characters[i - 1].right > widest {
            result.append(from..<i)
            from = i
        }
        result.append(from..<range.upperBound)
        return result
    }

    private enum Kind { case text, underscore, dot, box }

    private static func kind(of c: Character) -> Kind {
        switch c {
        case "_", "\u{2017}", "\u{FF3F}": return .underscore
        case ".", "\u{2024}", "\u{2026}", "\u{00B7}", "\u{2219}": return .dot
        default: break
        }
        guard let scalar = c.unicodeScalars.first else { return .text }
        switch scalar.value {
        // White and shadowed squares and circles, the ballot box, and their code points in Wingdings and Zapf Dingbats.
        case 0x25A1, 0x25A2, 0x25AB, 0x25CB, 0x25EF, 0x25FB, 0x25FD, 0x2610, 0x274F, 0x2750, 0x2751, 0x2752, 0x2B1C,
            0x25AF, 0xF06F, 0xF071, 0xF0A8, 0xF0A3, 0xF072, 0xF06D, 0xF0A1:
            return .box
        default: return .text
        }
    }

    /// Returns whether a word is an OCR reading of lines and specks.
    private static func isNoise(_ word: Word) -> Bool {
        if word.text.contains(where: { $0.isLetter || $0.isNumber }) {
            return word.confidence < 0.2
        }
        return word.confidence < 0.5 || word.text.allSatisfy { "|_-—–=~'\"`‘’“”[]{}\\/°".contains($0) }
    }
}
