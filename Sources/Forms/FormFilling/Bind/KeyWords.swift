import FormImport

import Foundation

/// Splits texts into words, to compare keys with the names of fields.
enum KeyWords {
    /// Maximum number of words of a text to compare.
    static let limit = 80

    /// Returns the words of a text.
    ///
    /// They are folded and have no possessives or punctuation. Abbreviations are expanded, and an item number is one
    /// word: "15. c" is `15c`.
    static func of(_ text: String) -> [String] {
        var words: [String] = []
        for word in runs(of: text) {
            if word == "electronico", words.last == "correo" {
                words[words.count - 1] = "email"
                continue
            }
            words += abbreviations[word] ?? (word.hasPrefix("telefon") ? ["telephone"] : [word])
            // "Matr.-Nr." is short for "Matrikelnummer".
            if word.hasSuffix("nummer"), word != "nummer" { words.append("number") }
            if words.count >= limit { break }
        }
        return words
    }

    /// Returns whether a word is an item number: `4`, `15c`.
    static func isNumber(_ word: String) -> Bool {
        let digits = word.utf8.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }.count
        return (1...3).contains(digits) && word.utf8.count - digits <= 1
    }

    /// Returns the value of an ordinal word, and whether it is written in digits.
    ///
    /// Examples are `2` and "second".
    static func ordinal(_ word: String) -> (number: Int, isDigits: Bool)? {
        if let number = Int(word), (1...99).contains(number) { return (number, true) }
        return ordinals[word].map { ($0, false) }
    }

    /// Returns whether a word names a counted row: "row".
    static func announcesRow(_ word: String) -> Bool { rows.contains(word) }

    /// Returns whether a word announces a number: "line", "item".
    static func announcesNumber(_ word: String) -> Bool { announcers.contains(word) }

    /// Returns whether a word hardly distinguishes fields: "the", "of", "your".
    static func isFiller(_ word: String) -> Bool { fillers.contains(word) }

    /// Returns the similarity of two words, from 0 to 1.
    ///
    /// Equal words have 1; a different ending, one wrong letter, or a part of a compound reduces it.
    static func similarity(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Double {
        if a == b { return 1 }
        let (short, long) = a.count < b.count ? (a, b) : (b, a)
        guard short.count >= 4, !isDigit(a[0]), !isDigit(b[0]) else { return 0 }
        let common = zip(short, long).prefix { $0 == $1 }.count
        if common >= short.count - 1, long.count - common <= 3 { return 0.95 }
        if common >= 5, 5 * common >= 3 * long.count { return 0.85 }
        if short.count >= 5, long.count - short.count <= 1 {
            let end = zip(short.dropFirst(common).reversed(), long.dropFirst(common).reversed()).prefix { $0 == $1 }
                .count
            if common + end >= long.count - 1 { return 0.85 }
        }
        // Compounds, such as "Semester" and "Fachsemester".
        if short.count >= 5, long.suffix(short.count).elementsEqual(short) { return 0.85 }
        return short.count >= 6 && common == short.count ? 0.85 : 0
    }

    /// Returns the likelihood that a word abbreviates one on the form, from 0 to 1.
    ///
    /// Examples are "corp" for "corporation" and "acct" for "account".
    static func abbreviation(_ short: [Unicode.Scalar], of long: [Unicode.Scalar]) -> Double {
        guard short.count >= 3, long.count > short.count, !isDigit(short[0]), let last = short.last else { return 0 }
        if long.count >= short.count + 3, long.starts(with: short) { return 0.9 }
        let vowels = "aeiou".unicodeScalars
        guard short.count <= 5, short[0] == long[0], last == long.last,
            !short.dropFirst().contains(where: { vowels.contains($0) })
        else { return 0 }
        var rest = long[...]
        for letter in short {
            guard let place = rest.firstIndex(of: letter) else { return 0 }
            rest = rest[(place + 1)...]
        }
        return 0.85
    }

    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.numericType == .decimal }

    /// Returns the runs of letters and digits of a text.
    private static func runs(of text: String) -> [String] {
        // A label can have any length; words beyond the limit are ignored.
        let start = String(text.unicodeScalars.prefix(12 * limit))
        let scalars = Array(LabelText.folded(start).unicodeScalars)
        var words: [String] = []
        var i = 0
        func isLetter(_ i: Int) -> Bool { i < scalars.count && scalars[i].properties.isAlphabetic && !isSign(i) }
        func isSign(_ i: Int) -> Bool { scalars[i] == "°" || scalars[i] == "º" || scalars[i] == "ª" }
        func isNumber(_ i: Int) -> Bool { i < scalars.count && isDigit(scalars[i]) }
        func string(_ range: Range<Int>) -> String { String(String.UnicodeScalarView(scalars[range])) }
        while i < scalars.count {
            let from = i
            if scalars[i] == "#" {
                words.append("number")
                i += 1
            } else if isLetter(i) {
                while isLetter(i) { i += 1 }
                if from + 1 == i, i < scalars.count, isSign(i), scalars[from] == "n" {
                    words.append("number")
                } else if from + 1 == i, let end = initials(scalars, from: from, isLetter) {
                    words.append(end.word)
                    i = end.next
                } else if from + 1 == i, scalars[from] == "e", i < scalars.count,
                    scalars[i] == " " || scalars[i].properties.generalCategory == .dashPunctuation,
                    string(i + 1..<max(i + 1, min(i + 5, scalars.count))) == "mail",
                    !isLetter(i + 5) || scalars[i + 5] == "s"
                {
                    words.append("email")
                    i += 5
                    if isLetter(i) { i += 1 }
                    i = endOfAddress(scalars, after: i, isLetter)
                } else if from + 1 == i, from == 0 || !isLetter(from - 1), isFiller(string(from..<i)),
                    i + 3 < scalars.count, scalars[i] == "-", isLetter(i + 1), isLetter(i + 2), isLetter(i + 3)
                {
                    // "A-Number" is a term, not a number with a modifier.
                    i += 1
                    while isLetter(i) { i += 1 }
                    words.append(string(from..<from + 1) + string(from + 2..<i))
                } else if !(i - from == 1 && scalars[from] == "s" && from > 0 && isApostrophe(scalars[from - 1])) {
                    words.append(string(from..<i))
                    if words.last == "email" { i = endOfAddress(scalars, after: i, isLetter) }
                }
            } else if isNumber(i) {
                while isNumber(i) { i += 1 }
                var number = string(from..<i)
                if i - from <= 3, let letter = itemLetter(scalars, after: i, isLetter) {
                    number += string(letter..<letter + 1)
                    i = letter + 1
                }
                words.append(number)
            } else {
                i += 1
            }
        }
        return words
    }

    /// Returns the end of a redundant "address" after "e-mail", or else the given index.
    private static func endOfAddress(
        _ scalars: [Unicode.Scalar], after end: Int, _ isLetter: (Int) -> Bool
    ) -> Int {
        guard end < scalars.count, scalars[end] == " " || scalars[end] == "-" else { return end }
        var i = end + 1
        while isLetter(i) { i += 1 }
        return emailAddresses.contains(String(String.UnicodeScalarView(scalars[end + 1..<i]))) ? i : end
    }

    private static let emailAddresses: Set = ["address", "addresses", "adresse", "adressen"]

    private static func isApostrophe(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "'" || scalar == "’" || scalar == "‘"
    }

    /// Returns "pm" for "p.m.", and the index after it.
    private static func initials(
        _ scalars: [Unicode.Scalar], from: Int, _ isLetter: (Int) -> Bool
    ) -> (word: String, next: Int)? {
        var word = String.UnicodeScalarView()
        var i = from
        while isLetter(i), !isLetter(i + 1), i + 1 < scalars.count, scalars[i + 1] == "." {
            word.append(scalars[i])
            i += 2
            if i < scalars.count, scalars[i] == " ", isLetter(i + 1), i + 2 < scalars.count, scalars[i + 2] == "." {
                i += 1
            }
        }
        return word.count >= 2 ? (String(word), i) : nil
    }

    /// Returns the index of the single letter that belongs to the number before it.
    ///
    /// This is "c" in "15c", "15. c" and "15 (c)".
    private static func itemLetter(_ scalars: [Unicode.Scalar], after end: Int, _ isLetter: (Int) -> Bool) -> Int? {
        var i = end
        for sign: Set<Unicode.Scalar> in [[".", "-"], [" "], ["("]] {
            if i < scalars.count, sign.contains(scalars[i]) { i += 1 }
        }
        guard isLetter(i), scalars[i].isASCII, !isLetter(i + 1) else { return nil }
        guard i + 1 < scalars.count else { return i }
        let next = scalars[i + 1]
        // "1 a month" contains a word, not an item letter.
        let isSeparate = i > end && scalars[i - 1] == " "
        return isApostrophe(next) || isSeparate && next == " " && scalars[end] == " " || isDigit(next) ? nil : i
    }

    private static let announcers: Set = [
        "line", "item", "box", "question", "field", "part", "step", "number", "column", "spalte", "colonne", "columna",
        "zeile", "ziffer", "ligne", "case",
        "casilla",
        "linea",
    ]

    private static let rows: Set = ["row", "entry", "zeile", "ligne", "fila"]

    private static let ordinals = [
        "first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "erster": 1, "erste": 1, "zweiter": 2,
        "zweite": 2, "dritter": 3, "dritte": 3, "premier": 1, "premiere": 1, "deuxieme": 2, "troisieme": 3, "primer": 1,
        "primera": 1, "primero": 1, "segundo": 2, "segunda": 2, "tercer": 3, "tercero": 3, "tercera": 3,
    ]

    private static let fillers: Set = [
        "the", "a", "an", "of", "for", "to", "in", "on", "at", "or", "and", "is", "are", "be", "by", "with", "this",
        "that",
        "your", "you", "my", "please", "if", "any", "as", "from", "it", "enter", "der", "die", "das", "des", "den",
        "dem",
        "von", "vom", "zu", "zur", "zum", "und", "oder", "ist", "im", "ein", "eine", "einer", "bitte", "de", "la", "le",
        "les", "du", "et", "ou", "en", "au", "aux", "un", "une", "el", "los", "las", "y", "o", "del", "al", "d", "l",
    ]

    /// Abbreviations on forms and in keys, with their expansions.
    private static let abbreviations: [String: [String]] = [
        "ssn": ["social", "security", "number"], "dob": ["date", "birth"], "birthdate": ["date", "birth"],
        "birthday": ["date", "birth"], "phone": ["telephone"], "tel": ["telephone"], "no": ["number"], "nr": ["number"],
        "num": ["number"], "numero": ["number"], "nummer": ["number"], "apt": ["apartment"], "plz": ["postleitzahl"],
        "ext": ["extension"], "amt": ["amount"], "addr": ["address"], "dept": ["department"], "gender": ["sex"],
        "inst": ["instructions"], "tin": ["taxpayer", "identification", "number"], "surname": ["last", "name"],
        "forename": ["first", "name"], "yr": ["year"], "yrs": ["years"], "mo": ["month"], "govt": ["government"],
        "hrs": ["hours"], "wk": ["week"], "qty": ["quantity"], "courriel": ["email"],
    ]
}
