import FormImport

import FormModel
import Foundation

/// A text prepared for comparison with the names of choices.
///
/// Choices may differ only in signs: "A+" and "A-", "< 18" and "≥ 18".
struct ChoiceText {
    /// The text without case, accents and spacing, with keyboard signs in place of typographic ones.
    let folded: String
    /// The letters and digits of the text; separate numbers stay separate.
    let letters: String
    /// The signs that distinguish choices.
    ///
    /// These are all signs of mathematics and currency, dashes at the beginning or end and before a number, and the
    /// point of a decimal fraction without a digit before it.
    let signs: String

    /// Prepares a text.
    init(_ text: String) {
        let characters = Array(LabelText.folded(Self.typed(text)))
        let end = characters.lastIndex { $0.isLetter || $0.isNumber } ?? -1
        var (folded, letters, signs) = ("", "", "")
        /// The characters between the last letter or digit and the next one.
        var gap = ""
        var last: Character?
        for (place, character) in characters.enumerated() {
            if character.isLetter || character.isNumber {
                if let last, last.isNumber, character.isNumber, !gap.isEmpty,
                    !Self.separatesThousands(gap, characters[place...])
                {
                    letters.append(gap.first { !$0.isWhitespace } ?? " ")
                    if gap.allSatisfy(\.isWhitespace) { folded.append(" ") }
                }
                letters.append(character)
                (last, gap) = (character, "")
            } else {
                let isFirst = last == nil || gap.last?.isWhitespace == true
                let next = characters.indices.contains(place + 1) ? characters[place + 1] : " "
                gap.append(character)
                let isSign =
                    switch character {
                    // "#5" is number 5, the same as "5".
                    case "#": !next.isNumber
                    case "-": last == nil || place > end || isFirst && next.isNumber
                    case ".": isFirst && next.isNumber
                    default: Self.isSign(character)
                    }
                if isSign { signs.append(character) }
            }
            if !character.isWhitespace { folded.append(character) }
        }
        (self.folded, self.letters, self.signs) = (folded, letters, signs)
    }

    /// Returns whether the signs of a given text allow it to name this choice.
    ///
    /// The name must have the given signs. A text may omit signs that do not change its meaning, such as those of
    /// currency. A text that gives a part of the name may omit signs together with their numbers.
    func agrees(withGiven text: ChoiceText) -> Bool {
        if [signs, signs.filter(Self.tellingSigns.contains)].contains(text.signs) { return true }
        guard text.signs.isEmpty else { return signs.isEmpty && text.signs.allSatisfy { $0 == "&" } }
        return letters != text.letters && !text.letters.contains(where: \.isNumber)
    }

    /// The signs that change the meaning: of comparisons, of numbers, and after a letter.
    private static let tellingSigns: Set<Character> = ["<", ">", "~", "≈", "+", "-", "±", "%", "‰", ".", "#"]

    /// The choices that a text names.
    enum Naming: Sendable, Hashable {
        /// The index of one choice.
        case one(Int)
        /// The indices of several choices that match equally well.
        case several([Int])
        /// No choice.
        case none
    }

    /// How closely a text must match a name.
    enum Closeness: Int, Sendable {
        /// Identical.
        case exact
        /// Equal except for case, accents, spacing and typography.
        case folded
        /// Equal in letters and digits, with signs that agree; see ``agrees(withGiven:)``.
        case letters
    }

    /// Returns which choices a text names.
    ///
    /// The text is compared exactly with each list of names in turn, then less closely with all of them. The first
    /// comparison that finds a choice decides.
    ///
    /// - Parameters:
    ///   - text: the text.
    ///   - names: lists of names, such as export values and labels, with an entry for every choice, nil if it has no
    ///     such name.
    ///   - exact: further lists, which are compared only exactly, after the others.
    ///   - most: the least close comparison to make.
    /// - Returns: one choice, several that match equally well, or none.
    static func naming(
        _ text: String, among names: [[String?]], exact: [[String?]] = [], upTo most: Closeness = .letters
    ) -> Naming {
        func naming(_ isNamed: (String) -> Bool, _ lists: [[String?]]) -> Naming {
            let found = Set(lists.flatMap { list in list.indices.filter { list[$0].map(isNamed) ?? false } }).sorted()
            return found.isEmpty ? .none : found.count == 1 ? .one(found[0]) : .several(found)
        }
        for list in names + exact {
            let found = naming({ $0 == text }, [list])
            if found != .none { return found }
        }
        let given = ChoiceText(text)
        if most.rawValue >= Closeness.folded.rawValue, !given.folded.isEmpty {
            let found = naming({ ChoiceText($0).folded == given.folded }, names)
            if found != .none { return found }
        }
        guard most == .letters, !given.letters.isEmpty else { return .none }
        return naming(
            {
                let name = ChoiceText($0)
                return name.letters == given.letters && name.agrees(withGiven: given)
            }, names)
    }

    /// Replaces signs that keyboards lack.
    private static func typed(_ text: String) -> String {
        if ASCIIText.isASCII(text) { return text }
        var typed = ""
        for character in text {
            switch character {
            case "≥", "⩾": typed += ">="
            case "≤", "⩽": typed += "<="
            // Folding would remove the stroke and make it the opposite.
            case "≠": typed += "<>"
            case "‐", "‑", "‒", "–", "—", "−", "﹣", "－": typed += "-"
            case "‘", "’", "‚", "′": typed += "'"
            case "“", "”", "„", "″": typed += "\""
            default: typed.append(character)
            }
        }
        return typed
    }

    private static func isSign(_ character: Character) -> Bool {
        if "%‰&@".contains(character) { return true }
        guard let scalar = character.unicodeScalars.first else { return false }
        return [.mathSymbol, .currencySymbol].contains(scalar.properties.generalCategory)
    }

    /// Returns whether a sign separates the thousands of a number: "1,000".
    private static func separatesThousands(_ gap: String, _ rest: ArraySlice<Character>) -> Bool {
        gap.count == 1 && ",' ".contains(gap) && rest.prefix { $0.isNumber }.count == 3
    }
}
