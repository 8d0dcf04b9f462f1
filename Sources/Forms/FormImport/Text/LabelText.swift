import Foundation
import Values

/// Normalises labels for comparison, without case, accents, punctuation and spacing.
package enum LabelText {
    /// Returns a text without case, accents and letter widths.
    ///
    /// Some German forms print a Greek beta for the sharp s: "Straβe".
    package static func folded(_ text: String) -> String {
        if ASCIIText.isASCII(text) { return text.lowercased() }
        let folded = text.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
        guard folded.unicodeScalars.contains("β"), folded.unicodeScalars.contains(where: { ("a"..."z").contains($0) })
        else {
            return folded
        }
        return folded.replacing("β", with: "ss")
    }

    /// Returns the letters and digits of a text, folded.
    package static func normalised(_ text: String) -> String {
        if ASCIIText.isASCII(text) { return ASCIIText.normalised(text.utf8) }
        let folded = folded(text)
        return String(folded.unicodeScalars.filter { $0.properties.isAlphabetic || $0.properties.numericType != nil })
    }

    /// Returns whether a label begins with a line or item number, which people omit.
    ///
    /// Examples are `3A. Name`, `15.c. Total` and `B) Evening`. A single letter counts only with punctuation, since "A"
    /// is a word.
    package static func isNumbered(_ label: String) -> Bool {
        // Parsed by hand: a regular expression takes longer here than all other processing of a label.
        var rest = label.first == "(" ? label.dropFirst() : label[...]
        let digits = rest.prefix(3).prefix { $0.unicodeScalars.first?.properties.numericType == .decimal }
        rest = rest.dropFirst(digits.count)
        // "15.c", "15-c" and "15(c)" are numbers like "15c".
        if !digits.isEmpty, let sign = rest.first, ".-(".contains(sign), let next = rest.dropFirst().first,
            next.isLetter
        {
            rest = rest.dropFirst()
        }
        let letter = rest.prefix(1).prefix { $0.isASCII && $0.isLetter }
        rest = rest.dropFirst(letter.count)
        let stops = rest.prefix { $0 == "." || $0 == ")" || $0 == ":" }
        rest = rest.dropFirst(stops.count)
        let isNumber = digits.isEmpty ? !letter.isEmpty && (stops == "." || stops == ")") : true
        return isNumber && rest.first?.isWhitespace == true && rest.contains { !$0.isWhitespace }
    }

    /// Returns a label without its line or item number.
    package static func unnumbered(_ label: String) -> Substring {
        guard isNumbered(label), let space = label.dropFirst().firstIndex(where: \.isWhitespace) else {
            return label[...]
        }
        return label[space...]
    }

    /// Returns a normalised label without its number and bracketed text.
    ///
    /// "5. Suffix (Sr., Jr.)" is `suffix`.
    package static func bare(_ label: String) -> String {
        let bare = normalised(withoutBrackets(unnumbered(label)))
        return bare.isEmpty ? normalised(label) : bare
    }

    /// Returns whether a key is the whole label, apart from its number and bracketed text.
    ///
    /// Bracketed text is omitted in any case; the number is optional.
    package static func isWhole(_ key: String, of label: String) -> Bool {
        let wanted = normalised(key)
        return wanted == normalised(withoutBrackets(label[...])) || wanted == bare(label)
    }

    /// Returns a label without bracketed text.
    package static func withoutBrackets(_ label: Substring) -> String {
        // Most labels have no brackets, which is faster to check in bytes than in characters.
        guard label.utf8.contains(where: "([)]".utf8.contains) else { return String(label) }
        var kept = ""
        var depth = 0
        for character in label {
            switch character {
            case "(", "[": depth += 1
            case ")", "]": depth = max(0, depth - 1)
            default: if depth == 0 { kept.append(character) }
            }
        }
        return kept
    }

    /// Returns a similarity from 0 to 1.
    ///
    /// It is one minus the share of letters to insert, delete, change or swap with a neighbour (Damerau–Levenshtein
    /// distance, optimal string alignment).
    package static func similarity(_ a: String, _ b: String) -> Double {
        let a = Array(a.unicodeScalars.prefix(comparedLength))
        let b = Array(b.unicodeScalars.prefix(comparedLength))
        guard !a.isEmpty, !b.isEmpty else { return a.isEmpty && b.isEmpty ? 1 : 0 }
        return 1 - Double(a.editDistance(to: b, countsSwaps: true)) / Double(max(a.count, b.count))
    }

    /// The maximum number of letters of a label to compare; the algorithm is quadratic.
    package static let comparedLength = 160

    /// Returns the normalised words of a text.
    package static func words(_ text: String) -> [String] {
        if ASCIIText.isASCII(text) { return ASCIIText.words(text) }
        return text.split { !$0.isLetter && !$0.isNumber }.map { normalised(String($0)) }.filter { !$0.isEmpty }
    }
}
