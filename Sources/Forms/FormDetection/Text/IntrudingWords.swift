import FormImport

import FormModel

/// Finds the printed words that values must not cover.
///
/// These reach into fields, or are above the line of a signature. Blanks made of underscores, leaders and ballot boxes
/// may be covered. Of signs, only those count that divide a blank into parts.
struct IntrudingWords {
    /// The parts of words that must remain legible, on the displayed page.
    private let pieces: [Region]
    /// The words and signs of a page with an AcroForm; empty for other pages.
    private let tokens: [Token]

    /// The mostly empty share of a word's height at its top and bottom.
    private static let leading = 0.2
    /// Maximum overlap of field and word in points that is not visible.
    private static let tolerance = (width: 0.75, height: 1.0)

    init(_ read: ReadPage) {
        self.init(of: read.words, tokens: [], displayed: read.displayed)
    }

    /// Uses the words of a page with an AcroForm, except the values of its fields.
    init(_ words: [Word], besides fields: [Field]) {
        let held = fields.compactMap { field in
            field.defaultValue.map { (field.region, ([$0] + (field.options ?? [])).map(Self.letters)) }
        }
        let printed = words.filter { word in
            let letters = Self.letters(of: word.text)
            return !held.contains { region, texts in
                // The format of a field adds characters to its value or removes some.
                region.contains(x: word.region.midX, y: word.region.midY)
                    && texts.contains { $0.contains(letters) || letters.contains($0) }
            }
        }
        self.init(of: printed, tokens: PageText(printed, isTight: false).tokens) { $0 }
    }

    private init(of words: [Word], tokens: [Token], displayed: (Region) -> Region) {
        self.tokens = tokens
        pieces = words.flatMap(Self.pieces).map { piece in
            let region = displayed(piece)
            return region.insetBy(dx: 0, dy: region.height * Self.leading)
        }
    }

    /// Returns the fields, each with the words that reach into it.
    func noted(in fields: [Field]) -> [Field] {
        fields.map { field in
            guard field.type != .checkbox else { return field }
            var field = field
            var reach = field.region
            if field.type == .signature, field.evidence != .widget {
                reach = Region(
                    left: reach.left, top: min(reach.top, reach.bottom - SignatureRoom.height), right: reach.right,
                    bottom: reach.bottom)
            }
            let words = pieces.filter { piece in
                piece.horizontalOverlap(reach) > Self.tolerance.width
                    && piece.verticalOverlap(reach) > Self.tolerance.height
            }
            let signs = field.printedWords ?? (words.isEmpty ? PrintedSign.ofDate(in: field.region, tokens) : [])
            // For a signature, it is recorded that there are no such words.
            field.printedWords = words.isEmpty && signs.isEmpty && field.type != .signature ? nil : words + signs
            return field
        }
    }

    /// Returns the visible parts of a word.
    ///
    /// "$____" has one; a word with letters joined over a blank has two.
    private static func pieces(of word: Word) -> [Region] {
        var pieces: [Region] = []
        var isOpen = false
        for (character, region) in zip(word.text, word.characters) {
            guard isContent(character) || isOpen && closing.contains(character) else {
                isOpen = false
                continue
            }
            if isOpen, let last = pieces.last, region.left - last.right < region.height / 2,
                region.verticalOverlap(last) > 0
            {
                pieces[pieces.count - 1] = last.union(region)
            } else {
                pieces.append(region)
            }
            isOpen = true
        }
        return pieces
    }

    /// Signs that belong to the preceding word.
    private static let closing: Set<Character> = [")", "]", ":", ";", "?", "!", "\"", "’", "”"]

    /// Returns the letters and digits of a text in lower case.
    private static func letters(of text: String) -> String {
        text.lowercased().filter { $0.isLetter || $0.isNumber }
    }

    private static func isContent(_ character: Character) -> Bool {
        character.unicodeScalars.contains { scalar in
            scalar.properties.isAlphabetic || scalar.properties.numericType != nil
                || "%&@".unicodeScalars.contains(scalar)
                || scalar.properties.generalCategory == .currencySymbol
        }
    }
}
