/// The words for one type of value that count on a page.
package struct Vocabulary {
    /// The words of one language.
    package struct Entry {
        var words: Set<String>
        /// The final parts of compound words: "Geburtsdatum".
        var endings: [String] = []
        /// Words of other languages with a different meaning in this one.
        var foreign: Set<String> = []
    }

    private let words: Set<String>
    private let endings: [String]

    /// Selects the words for a page in a language; nil if it is unknown.
    package init(_ table: [PageLanguage: Entry], _ language: PageLanguage?) {
        let languages = language.map { [.english, $0] } ?? PageLanguage.allCases
        let entries = languages.compactMap { table[$0] }
        let foreign = language.flatMap { table[$0]?.foreign } ?? []
        words = entries.reduce(into: Set<String>()) { $0.formUnion($1.words) }.subtracting(foreign)
        endings = Set(entries.flatMap(\.endings)).sorted()
    }

    package func contains(_ word: String) -> Bool {
        words.contains(word) || endings.contains { word.count > $0.count + 2 && word.hasSuffix($0) }
    }

    package static let dates: [PageLanguage: Entry] = [
        .english: Entry(words: ["date", "dates", "dated", "dob", "yyyy", "mmddyyyy", "birthdate"]),
        .german: Entry(words: ["datum", "geburtsdatum"], endings: ["datum"]),
        .french: Entry(words: ["date", "dates", "daté", "datée", "jjmmaaaa"]),
        .spanish: Entry(words: ["fecha", "fechas", "fechado"]),
    ]

    package static let signatures: [PageLanguage: Entry] = [
        // English and Spanish forms have "Firma" on pages that are mostly English.
        .english: Entry(words: ["signature", "sign", "firma"]),
        .german: Entry(words: ["unterschrift", "unterschriften"], endings: ["unterschrift"], foreign: ["firma"]),
        .french: Entry(words: ["signature", "signatures", "signé", "signez"]),
        .spanish: Entry(words: ["firma", "firmas", "fdo", "firmado"]),
    ]

    package static let money: [PageLanguage: Entry] = [
        .english: Entry(words: [
            "amount", "amounts", "salary", "salaries", "wage", "wages", "rent", "rents", "balance", "balances",
            "dollars",
            "income", "earnings", "expense", "expenses", "cost", "costs", "price", "payment", "payments", "premium",
            "premiums", "proceeds", "royalties", "dividends", "refund",
        ]),
        .german: Entry(
            words: [
                "betrag", "beträge", "einkommen", "einkünfte", "summe", "eur", "euro", "kosten", "lohn", "gehalt",
                "miete", "rente", "einnahmen", "ausgaben", "preis", "gebühr", "gebühren", "guthaben", "kontostand",
                "verkehrswert", "rückkaufswert", "restschuld",
            ],
            endings: [
                "betrag", "einkommen", "summe", "kosten", "lohn", "gehalt", "miete", "rente", "preis", "gebühr", "geld",
            ]),
        .french: Entry(words: [
            "montant", "montants", "somme", "sommes", "revenu", "revenus", "salaire", "salaires", "loyer", "loyers",
            "prix", "coût", "coûts", "solde", "euros", "eur", "€",
        ]),
        .spanish: Entry(words: [
            "importe", "importes", "cantidad", "monto", "montos", "salario", "sueldo", "alquiler", "precio", "coste",
            "costo", "saldo", "ingresos", "cuantía", "euros", "eur",
        ]),
    ]
}
