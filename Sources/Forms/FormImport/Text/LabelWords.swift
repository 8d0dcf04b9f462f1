/// The words of captions that identify a date, a signature or an amount of money.
///
/// English words count on every page, since forms in other languages have English captions too. Words of another
/// language count on its pages and on pages of unknown language.
package struct LabelWords {
    private let dates: Vocabulary
    private let signatures: Vocabulary
    private let money: Vocabulary
    private let language: PageLanguage?

    /// Selects the words for a page in a language; nil if it is unknown.
    package init(_ language: PageLanguage?) {
        self.language = language
        dates = Vocabulary(Vocabulary.dates, language)
        signatures = Vocabulary(Vocabulary.signatures, language)
        money = Vocabulary(Vocabulary.money, language)
    }

    /// Returns the words of a caption in lower case.
    package static func words(of text: String) -> [String] {
        text.lowercased().split { !$0.isLetter }.map(String.init)
    }

    /// Returns whether one of the words announces a date.
    package func mentionsDate(_ words: [String]) -> Bool { words.contains(where: dates.contains) }

    /// Returns the index of the last word that announces a date.
    package func lastDate(in words: [String]) -> Int? {
        if asksForPlaceToo(words) { return nil }
        if let last = words.lastIndex(where: dates.contains) { return last }
        // "geboren am", "Fait à Paris, le": the caption leads up to the date.
        guard let end = words.last, (2...6).contains(words.count), dateLeads.contains(end) else { return nil }
        return words.count - 1
    }

    /// Returns the index of the last word that announces a signature.
    package func lastSignature(in words: [String]) -> Int? { words.lastIndex(where: signatures.contains) }

    /// Returns whether a caption begins with a word that announces a signature.
    package func beginsWithSignature(_ words: [String]) -> Bool { words.prefix(3).contains(where: signatures.contains) }

    /// Returns whether a caption asks for a signature.
    ///
    /// The last word is nearest to the field: "Signature of applicant ... Date" is a date. "17A. SIGNATURE OF ..." is
    /// followed by text about who signs and how.
    package func asksForSignature(_ words: [String]) -> Bool {
        guard let sign = lastSignature(in: words) else { return false }
        return (beginsWithSignature(words) || words.count <= 14) && lastDate(in: words) ?? -1 < sign
            && !asksForPrint(words)
    }

    /// Returns whether a name must be printed rather than signed.
    ///
    /// This is so for "(Print name)", but not for "(Do Not Print)".
    package func asksForPrint(_ words: [String]) -> Bool {
        words.indices.contains { Self.printed.contains(words[$0]) && !Self.isNegated($0, in: words) }
    }

    /// Returns whether a word is negated by the preceding one.
    package static func isNegated(_ place: Int, in words: [String]) -> Bool {
        place > 0 && ["not", "nicht", "pas", "niet", "non", "não", "ikke", "inte"].contains(words[place - 1])
    }

    /// Returns whether a caption names an amount of money.
    ///
    /// Captions about other aspects, such as who pays it, do not count.
    package func isMoney(_ caption: String) -> Bool {
        guard !isOtherThanAmount(caption) else { return false }
        let words = Self.words(of: caption)
        return words.contains(where: money.contains) || Currency.isUnit(in: caption)
            || zip(words, words.dropFirst()).contains { Self.moneyPhrases.contains("\($0) \($1)") }
    }

    /// Returns whether a caption names something other than an amount, in any language.
    package func isOtherThanAmount(_ caption: String) -> Bool {
        caption.contains("%")
            || Self.words(of: caption).contains { Self.otherThanAmounts.contains($0) || $0.hasSuffix("nummer") }
    }

    /// Returns whether a caption asks for a place besides the date: "Ort, Datum".
    private func asksForPlaceToo(_ words: [String]) -> Bool {
        guard words.count <= 5 else { return false }
        return switch language {
        case .german: words.contains("ort")
        case .french: words.starts(with: ["lieu", "et"])
        case .spanish: words.starts(with: ["lugar", "y"])
        case .dutch: words.contains("plaats")
        case .italian: words.starts(with: ["luogo", "e"])
        case .portuguese: words.starts(with: ["local", "e"])
        case .scandinavian: words.contains { ["sted", "ort"].contains($0) }
        case .english, nil: false
        }
    }

    /// The words that precede a date at the end of a caption.
    private var dateLeads: Set<String> {
        switch language {
        case .german: ["am", "den"]
        case .french: ["le"]
        case .spanish: ["el"]
        case .italian: ["il"]
        case .dutch: ["op"]
        case .portuguese: ["em", "aos"]
        case .scandinavian: ["den"]
        case .english, nil: []
        }
    }

    private static let printed: Set<String> = [
        "print", "printed", "druckbuchstaben", "druckschrift", "blockschrift", "blockbuchstaben", "imprimerie",
        "majuscules", "imprenta", "blokletters", "drukletters", "stampatello", "maiúsculas", "blokbogstaver",
        "blokkbokstaver", "texta",
    ]

    /// Pairs of words that name an amount.
    private static let moneyPhrases: Set<String> = [
        "total due", "total paid", "market value", "cash value", "fee paid", "fees paid", "tax due", "tax withheld",
        "tax paid", "taxes paid", "gross pay", "net pay", "taxable interest", "capital gain", "total tax",
    ]

    private static let otherThanAmounts: Set<String> = [
        "name", "names", "number", "numbers", "date", "dates", "address", "phone", "telephone", "describe",
        "description", "type", "kind", "code", "who", "whom", "whose", "why", "when", "many", "source", "sources",
        "percent", "percentage", "rate", "reason", "explain", "explanation", "frequency", "often", "method", "title",
        "relationship", "creditor", "creditors", "lender", "landlord", "location", "list", "did", "decimal", "hours",
        "days", "quantity", "email", "initials", "signature", "words", "payee", "payer",
        "nr", "anzahl", "belege", "datum", "seit", "bis", "art", "arbeitgeber", "vermieter", "gläubiger", "bezeichnung",
        "verwendungszweck", "empfänger", "inhaber", "anschrift", "grund", "worten",
        "nom", "numéro", "adresse", "nature", "objet", "lettres", "taux", "débiteur", "créancier",
        "nombre", "número", "dirección", "letra", "letras", "concepto", "fecha", "tipo", "motivo",
        "naam", "aantal", "reden", "soort", "woorden", "adres",
        "nome", "numero", "indirizzo", "lettere", "causale", "tasso", "motivazione",
        "endereço", "extenso", "descrição",
        "navn", "namn", "antal", "antall", "årsag", "bogstaver", "bokstaver", "grunn", "orsak",
    ]
}
