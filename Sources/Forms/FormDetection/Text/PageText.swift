import FormImport

import FormModel

/// The words of a page, divided into text and marks that indicate fields.
struct PageText: Sendable {
    var tokens: [Token] = []
    /// Runs of typed underscores.
    var underscores: [Region] = []
    /// Runs of dots or dashes: leaders from a caption to its amount, and typed blanks.
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
            let kinds = Self.kinds(of: characters)
            func end(ofRunAt from: Int) -> Int { kinds[from...].firstIndex { $0 != kinds[from] } ?? kinds.count }
            var from = 0
            while from < characters.count {
                var to = end(ofRunAt: from)
                let region = word.characters[from..<to].reduce(word.characters[from]) { $0.union($1) }
                switch kinds[from] {
                case .underscore: underscores.append(region)
                case .box: boxGlyphs += word.characters[from..<to]
                case .leader: leaders.append(region)
                case .dot where characters.count == to - from: leaders.append(region)
                case .dot, .text:
                    // Dots inside and after words belong to them.
                    while to < characters.count, [.dot, .text].contains(kinds[to]) { to = end(ofRunAt: to) }
                    for part in Self.parts(word, from..<to) { append(word, characters, part, isTight: isTight) }
                }
                from = to
            }
        }
        gatherSpacedDashes()
    }

    /// Turns rows of single dashes, `- - - -`, into leaders.
    private mutating func gatherSpacedDashes() {
        let dashes = tokens.indices.filter { tokens[$0].text.count == 1 && tokens[$0].text.allSatisfy(Self.isDash) }
        for row in TypedBlanks.rows(of: dashes.map { tokens[$0].region }) where row.members.count >= Self.leastDashes {
            leaders.append(row.region)
        }
        let taken = leaders
        tokens.removeAll { token in
            token.text.count == 1 && token.text.allSatisfy(Self.isDash)
                && taken.contains {
                    $0.width > token.region.width && $0.contains(x: token.region.midX, y: token.region.midY)
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

    /// Splits words across gaps that are wide within a line.
    ///
    /// Words of OCR have such gaps, and those of a text layer, which `PopplerPage` splits only at the font's size.
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

    private enum Kind { case text, underscore, dot, leader, box }

    /// Minimum number of dots or dashes in a leader.
    ///
    /// An ellipsis counts as three dots.
    private static let leastDots = 3
    private static let leastDashes = 4

    /// Returns what each character is part of.
    private static func kinds(of characters: [Character]) -> [Kind] {
        var kinds = characters.map(kind)
        for (least, length) in [(leastDots, dots(in:)), (leastDashes, { isDash($0) ? 1 : 0 })] {
            var from = 0
            while from < characters.count {
                let run = characters[from...].prefix { length($0) > 0 }
                if run.reduce(0, { $0 + length($1) }) >= least {
                    for i in run.indices { kinds[i] = .leader }
                }
                from += max(1, run.count)
            }
        }
        return kinds
    }

    /// Returns the number of dots in a character.
    private static func dots(in c: Character) -> Int {
        switch c {
        case ".", "\u{2024}", "\u{00B7}", "\u{2219}": 1
        case "\u{2026}": 3
        default: 0
        }
    }

    private static func isDash(_ c: Character) -> Bool {
        switch c {
        case "-", "\u{2010}"..."\u{2015}", "\u{2212}": true
        default: false
        }
    }

    private static func kind(of c: Character) -> Kind {
        if dots(in: c) > 0 { return .dot }
        switch c {
        case "_", "\u{2017}", "\u{FF3F}": return .underscore
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
