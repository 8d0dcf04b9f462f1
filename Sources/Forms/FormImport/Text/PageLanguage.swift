/// The languages with words that tell the detector the type of a field.
package enum PageLanguage: CaseIterable {
    case english, german, french, spanish, dutch, italian, portuguese
    /// Danish, Norwegian or Swedish.
    ///
    /// Their words for these types are nearly the same.
    case scandinavian

    /// Returns the language of a page, or nil if its words do not decide.
    ///
    /// A page in two languages has neither unless one has at least twice as many words.
    package static func of(_ words: some Sequence<String>) -> PageLanguage? {
        var counts: [PageLanguage: Int] = [:]
        for word in words {
            for part in word.lowercased().split(whereSeparator: { !$0.isLetter }) {
                for language in allCases where language.commonWords.contains(String(part)) {
                    counts[language, default: 0] += 1
                }
            }
        }
        let ranked = allCases.sorted { counts[$0, default: 0] > counts[$1, default: 0] }
        let (first, second) = (counts[ranked[0], default: 0], counts[ranked[1], default: 0])
        return first > 0 && first >= 2 * second ? ranked[0] : nil
    }

    /// Common words of the language that occur in none of the others.
    ///
    /// They include words of forms, since many pages have no sentences.
    package var commonWords: Set<String> {
        switch self {
        case .english: Self.englishWords
        case .german: Self.germanWords
        case .french: Self.frenchWords
        case .spanish: Self.spanishWords
        case .dutch: Self.dutchWords
        case .italian: Self.italianWords
        case .portuguese: Self.portugueseWords
        case .scandinavian: Self.scandinavianWords
        }
    }

    private static let englishWords: Set<String> = [
        "the", "of", "and", "to", "or", "for", "your", "you", "is", "are", "with", "this", "that", "by", "if", "from",
        "have", "has", "any", "all", "be", "not", "address", "city", "state", "number", "yes", "other", "first",
        "last", "birth", "zip", "phone",
    ]
    private static let germanWords: Set<String> = [
        "der", "das", "und", "oder", "nicht", "für", "mit", "von", "zu", "dem", "ist", "sind", "bei", "ich",
        "sie", "bitte", "eine", "einer", "auf", "wird", "im", "ja", "nein", "vorname", "nachname", "straße",
        "hausnummer", "plz", "postleitzahl", "ort", "wohnort", "geburtsdatum", "unterschrift",
        "anschrift", "strasse",
    ]
    private static let frenchWords: Set<String> = [
        "les", "et", "une", "est", "dans", "pour", "vous", "votre", "vos", "par", "sur", "avec", "aux", "au", "pas",
        "cette", "ce", "qui", "oui", "nom", "prénom", "prénoms", "rue", "ville",
        "téléphone", "naissance", "né", "née", "commune",
    ]
    private static let spanishWords: Set<String> = [
        "el", "los", "las", "y", "su", "sus", "más",
        "usted", "sí", "nombre", "apellido", "apellidos", "dirección", "calle", "ciudad", "teléfono", "fecha",
        "nacimiento", "provincia", "domicilio", "datos",
    ]
    private static let dutchWords: Set<String> = [
        "het", "een", "van", "voor", "niet", "op", "aan", "uw", "zijn", "wordt", "bij", "dit", "deze", "door", "ik",
        "naar", "naam", "voornaam", "achternaam", "straat", "huisnummer", "postcode", "woonplaats", "geboortedatum",
        "handtekening", "telefoonnummer", "ondergetekende",
    ]
    private static let italianWords: Set<String> = [
        "il", "di", "della", "delle", "dei", "degli", "che", "nel", "nella", "alla", "sono", "non", "presso", "cognome",
        "indirizzo", "residente", "città", "nascita", "nato", "nata", "sottoscritto", "sottoscritta", "luogo", "codice",
        "fiscale", "comune", "cap", "dal", "dalla", "ed", "residenza", "dichiara",
    ]
    private static let portugueseWords: Set<String> = [
        "não", "uma", "dos", "das", "ao", "em", "pelo", "pela", "seu", "sua", "são", "com", "assinatura", "cidade",
        "rua", "endereço", "morada", "telefone", "nascimento", "nacionalidade", "abaixo", "assinado", "residência",
        "freguesia", "número",
    ]
    private static let scandinavianWords: Set<String> = [
        "og", "och", "det", "som", "på", "til", "till", "ikke", "inte", "jeg", "jag", "af", "av", "med", "navn", "namn",
        "fornavn", "förnamn", "etternavn", "efternavn", "efternamn", "adress", "postnr", "dato", "underskrift",
        "fødselsdato", "personnummer", "undertegnede", "undertecknad",
    ]
}
