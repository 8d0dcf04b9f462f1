import FormImport

import FormModel

/// Finds the printed words that reach into fields, and those above the line of a signature, so that values keep clear of
/// them.
///
/// Blanks made of underscores, leaders, ballot boxes and the signs between the parts of a date are there to be written on.
struct IntrudingWords {
    /// The words' parts that are to stay readable, on the page as displayed.
    private let pieces: [Region]

    /// The share of a word's height, above and below, that counts to it, but is mostly empty.
    private static let leading = 0.2
    /// What a field and a word share in each direction without anything to be seen, in points.
    private static let tolerance = (width: 0.75, height: 1.0)

    init(_ read: ReadPage) {
        self.init(of: read.words, displayed: read.displayed)
    }

    /// Takes the words of a page with an AcroForm, except those that its fields show as their values.
    init(_ words: [Word], besides fields: [Field]) {
        let held = fields.compactMap { field in
            field.defaultValue.map { (field.region, ([$0] + (field.options ?? [])).map(Self.letters)) }
        }
        let printed = words.filter { word in
            let letters = Self.letters(of: word.text)
            return !held.contains { region, texts in
                // A field's format adds digits to its value, or leaves some out.
                region.contains(x: word.region.midX, y: word.region.midY)
                    && texts.contains { $0.contains(letters) || letters.contains($0) }
            }
        }
        self.init(of: printed) { $0 }
    }

    private init(of words: [Word], displayed: (Region) -> Region) {
        pieces = words.flatMap(Self.pieces).map { piece in
            let region = displayed(piece)
            return region.insetBy(dx: 0, dy: region.height * Self.leading)
        }
    }

    /// Returns the fields with the words that reach into each.
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
            // For a signature it matters that there are none.
            field.printedWords = words.isEmpty && field.type != .signature ? nil : words
            return field
        }
    }

    /// The parts of a word: "$____" has one, and a word whose letters were joined over a blank has two.
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

    /// Signs that belong to the word before them.
    private static let closing: Set<Character> = [")", "]", ":", ";", "?", "!", "\"", "’", "”"]

    /// The letters and digits of a text, in lower case.
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
