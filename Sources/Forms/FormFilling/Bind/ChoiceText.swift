import FormImport

import FormModel
import Foundation

/// A text as it is compared with the names of choices, of which signs can be the only difference: "A+" and "A-", "< 18" and
/// "≥ 18".
struct ChoiceText {
    /// The text without case, accents and spacing, and with the signs of a keyboard in place of those of typography.
    let folded: String
    /// The letters and digits of the text; numbers that something separates stay apart.
    let letters: String
    /// The signs that tell choices apart: all of mathematics and money, dashes at the beginning or end and before a number,
    /// and the point of a decimal fraction without a digit before it.
    let signs: String

    /// Prepares a text.
    init(_ text: String) {
        let characters = Array(LabelText.folded(Self.typed(text)))
        let end = characters.lastIndex { $0.isLetter || $0.isNumber } ?? -1
        var (folded, letters, signs) = ("", "", "")
        /// What stands between the last letter or digit and the next one.
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
                    // "#5" is number 5, and no other one.
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

    /// Returns whether this can be the name that a text gives, as far as signs go.
    ///
    /// The name has the signs that are given. A text may leave out signs, such as those of money, without which it does not
    /// say something else; and a text that gives a part of the name may leave out signs together with their numbers.
    func agrees(withGiven text: ChoiceText) -> Bool {
        if [signs, signs.filter(Self.tellingSigns.contains)].contains(text.signs) { return true }
        guard text.signs.isEmpty else { return signs.isEmpty && text.signs.allSatisfy { $0 == "&" } }
        return letters != text.letters && !text.letters.contains(where: \.isNumber)
    }

    /// The signs without which a text says something else: of comparisons, of numbers, and behind a letter.
    private static let tellingSigns: Set<Character> = ["<", ">", "~", "≈", "+", "-", "±", "%", "‰", ".", "#"]

    /// What a text names among several choices.
    enum Naming: Sendable, Hashable {
        /// The index of one choice.
        case one(Int)
        /// The indices of several choices, which it names equally well.
        case several([Int])
        /// No choice.
        case none
    }

    /// How far a text may be from a name.
    enum Closeness: Int, Sendable {
        /// Equal to the letter.
        case exact
        /// Equal but for case, accents, spacing and typography.
        case folded
        /// Equal in letters and digits, with no sign that the name lacks, and without none that tells.
        case letters
    }

    /// Returns what a text names among choices.
    ///
    /// It is compared with each list of names as it is, one list after the other, then less closely with all of them. The
    /// first comparison that finds a choice decides.
    ///
    /// - Parameters:
    ///   - text: the text.
    ///   - names: lists of names, such as export values and labels, each with an entry for every choice, which is nil for
    ///     one without such a name.
    ///   - exact: further lists, which are compared only as they are, after the others.
    ///   - most: the least close comparison.
    /// - Returns: one choice, several that are named equally well, or none.
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
            // Without its accent, the stroke, it would be its contrary.
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

    /// Whether a sign stands between the thousands of one number: "1,000".
    private static func separatesThousands(_ gap: String, _ rest: ArraySlice<Character>) -> Bool {
        gap.count == 1 && ",' ".contains(gap) && rest.prefix { $0.isNumber }.count == 3
    }
}
