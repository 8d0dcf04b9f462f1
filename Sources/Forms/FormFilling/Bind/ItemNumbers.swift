import FormModel

/// Finds the numbers of the items that enclose fields.
///
/// A page prints such a number in front of another field of the item, or somewhere nearby.
struct ItemNumbers {
    /// The digits of the last number, and the letter of its item's last part.
    private var digits: String?
    private var part: Character?

    /// Adds the numbers to the names of fields in reading order.
    static func add(to names: inout [FieldNames], of fields: [Field]) {
        var numbers = ItemNumbers()
        for (index, field) in fields.enumerated() {
            if index > 0, fields[index - 1].page != field.page { numbers = ItemNumbers() }
            numbers.add(to: &names[index], of: field)
        }
    }

    private mutating func add(to names: inout FieldNames, of field: Field) {
        let nearby = field.printedNames?.nearby ?? ""
        let printed = Self.printed(nearby)
        // A number directly in front of the label belongs to the field: "17. Relationship code".
        if names.ownNumbers.isEmpty, let number = Self.number(inFrontOf: field.label, in: nearby) {
            names.ownNumbers.insert(number)
        }
        if let number = names.ownNumbers.min() ?? names.nearNumbers.min() ?? printed.first {
            digits = String(number.prefix { $0.isNumber })
            part = number.last.flatMap { $0.isLetter ? $0 : nil }
        }
        let texts = [
            field.label, field.printedNames?.caption, field.printedNames?.row, field.printedNames?.question, nearby,
        ]
        if let letter = texts.lazy.compactMap({ $0.flatMap(Self.letter) }).first { part = letter }
        names.containingNumbers.formUnion(printed)
        guard let digits else { return }
        names.containingNumbers.insert(digits)
        if let part { names.containingNumbers.insert(digits + String(part)) }
    }

    /// Returns the item numbers in a text.
    ///
    /// They are recognised by their punctuation: "17." or "(3)".
    private static func printed(_ text: String) -> [String] {
        text.split(whereSeparator: \.isWhitespace).prefix(KeyWords.limit).compactMap { word in
            guard let last = word.last, last == "." || last == ")" || last == ":" else { return nil }
            let words = KeyWords.of(String(word))
            return words.count == 1 && KeyWords.isNumber(words[0]) ? words[0] : nil
        }
    }

    /// Returns the number directly in front of a label, where a text repeats the label.
    private static func number(inFrontOf label: String, in text: String) -> String? {
        let (label, words) = (KeyWords.of(label), KeyWords.of(text))
        guard label.count > 0, words.count > label.count, words.count < KeyWords.limit else { return nil }
        let places = (1...words.count - label.count).filter { words[$0...].starts(with: label) }
        guard places.count == 1, KeyWords.isNumber(words[places[0] - 1]) else { return nil }
        return words[places[0] - 1]
    }

    /// Returns the letter of an item's part at the beginning of a text.
    ///
    /// It is `b` for "(b) Evening" and `a` for "a Employer".
    private static func letter(_ text: String) -> Character? {
        let start = text.drop { $0 == "(" }
        guard let letter = start.first, letter.isASCII, letter.isLetter, let next = start.dropFirst().first else {
            return nil
        }
        guard next == "." || next == ")" || next == " " && letter.isLowercase else { return nil }
        return Character(letter.lowercased())
    }
}
