import FormImport

import Foundation

/// Distinguishes the text of a choice from its opposite.
///
/// "employed" is not "not employed", and "smoker" is not "Nonsmoker".
enum Negation {
    /// Returns whether an answer and a choice are both negated or both not.
    ///
    /// If the text contains a question, only the part after it counts: "Do you not smoke? Yes".
    static func agrees(_ answer: String, _ text: String) -> Bool {
        let option = text.lastIndex(of: "?").map { text[text.index(after: $0)...] } ?? text[...]
        return isIn(answer) == isIn(option.contains(where: \.isLetter) ? String(option) : text)
    }

    /// Returns the start of a text, up to the clause with its first words.
    ///
    /// Later clauses negate something else: "Yes, but I have not applied". "Yes" counts as a clause; "Smoker: no" is
    /// one clause.
    static func opening(of text: String, _ words: [String]) -> String {
        if words.count == 1, affirmations.contains(words[0]) { return words[0] }
        var end = text.startIndex
        repeat {
            let start = text[end...].firstIndex { $0.isLetter || $0.isNumber } ?? text.endIndex
            end = text[start...].firstIndex { $0 != ":" && clauseEnds.contains($0) } ?? text.endIndex
        } while end < text.endIndex && KeyWords.of(String(text[..<end])).count < words.count
        return String(text[..<end])
    }

    /// Returns whether one of two words is the other with a negative prefix.
    static func tells(_ word: String, from other: String) -> Bool {
        let (short, long) = word.utf8.count < other.utf8.count ? (word, other) : (other, word)
        return long.hasSuffix(short) && prefixes.contains(String(long.dropLast(short.count)))
    }

    /// Returns whether a text contains a negation.
    private static func isIn(_ text: String) -> Bool {
        let folded = LabelText.folded(text).replacing("’", with: "'").replacing("n't", with: " not").replacing(
            " - ", with: "; ")
        return folded.split(whereSeparator: clauseEnds.contains).contains { clause in
            let words = LabelText.words(String(clause))
            return words.enumerated().contains { place, word in
                if word != "no" {
                    return negations.contains(word)
                        || compounds.contains { word.hasPrefix($0) && word.count > $0.count + 3 }
                }
                // "no." in "Passport no." and "No. 5" means "number".
                let next = words.dropFirst(place + 1).first
                return words.count == 1 || next?.first?.isLetter == true && !clause.contains("no.")
            }
        }
    }

    private static let clauseEnds: Set<Character> = [
        ",", ";", ":", "?", "!", "(", ")", "[", "]", "/", "|", "–", "—", "\n",
    ]

    private static let affirmations: Set = ["yes", "ja", "oui", "si", "sim"]

    /// Words that negate, besides "no", which also abbreviates "number".
    private static let negations: Set = [
        "not", "non", "none", "never", "neither", "nor", "nobody", "nothing", "cannot", "without", "nein", "nicht",
        "nie",
        "niemals", "niemand", "nichts", "ohne", "kein", "keine", "keinen", "keinem", "keiner", "keines", "keins",
        "weder",
        "pas", "aucun", "aucune", "jamais", "rien", "sans", "sin", "ningun", "ninguno", "ninguna", "nunca", "jamas",
        "nada",
        "tampoco", "nessun", "nessuno", "nessuna", "senza", "nao", "sem", "nenhum", "nenhuma", "niet", "geen", "nooit",
        "zonder",
    ]

    /// Prefixes of compounds that negate: "nonresident", "Nichtraucher".
    private static let compounds = ["non", "nicht"]

    /// Prefixes that reverse the meaning of a word: "unmarried", "desempleado".
    private static let prefixes: Set = [
        "a", "des", "dis", "il", "im", "in", "ir", "mis", "miss", "nicht", "niet", "no", "non", "un",
    ]
}
