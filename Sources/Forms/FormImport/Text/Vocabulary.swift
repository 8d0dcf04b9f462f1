/// The words for one type of value that count on a page.
package struct Vocabulary {
    /// The words of one language.
    package struct Entry {
        var words: Set<String>
        /// The final parts of compound words: "Geburtsdatum".
        var endings: [String] = []
        /// Words that count only on pages in this language.
        ///
        /// They mean something else in others.
        var own: Set<String> = []
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
        let own = language.flatMap { table[$0]?.own } ?? []
        words = entries.reduce(into: own) { $0.formUnion($1.words) }.subtracting(foreign)
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
        .dutch: Entry(words: ["datum", "geboortedatum"], endings: ["datum"]),
        .italian: Entry(words: [], own: ["data"]),
        .portuguese: Entry(words: [], own: ["data", "datas"]),
        .scandinavian: Entry(words: ["dato", "datum"], endings: ["dato", "datum"]),
    ]

    package static let signatures: [PageLanguage: Entry] = [
        // English and Spanish forms have "Firma" on pages that are mostly English.
        .english: Entry(words: ["signature", "sign", "firma"]),
        .german: Entry(words: ["unterschrift", "unterschriften"], endings: ["unterschrift"], foreign: ["firma"]),
        .french: Entry(words: ["signature", "signatures", "signé", "signez"]),
        .spanish: Entry(words: ["firma", "firmas", "fdo", "firmado"]),
        .dutch: Entry(words: ["handtekening", "handtekeningen"], endings: ["handtekening"], foreign: ["firma"]),
        .italian: Entry(words: ["firma", "firme", "firmato", "sottoscrizione"]),
        .portuguese: Entry(words: ["assinatura", "assinaturas", "assine"]),
        .scandinavian: Entry(
            words: ["underskrift", "underskrifter", "signatur", "namnteckning", "namnunderskrift"],
            endings: ["underskrift", "namnteckning"], foreign: ["firma"]),
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
        .dutch: Entry(
            words: [
                "bedrag", "bedragen", "loon", "salaris", "inkomen", "huur", "prijs", "kosten", "saldo", "vergoeding",
                "eur", "euro",
            ],
            endings: ["bedrag", "kosten", "inkomen", "huur", "prijs", "vergoeding"]),
        .italian: Entry(words: [
            "importo", "importi", "somma", "somme", "reddito", "redditi", "stipendio", "retribuzione", "affitto",
            "canone", "prezzo", "costo", "costi", "saldo", "eur", "euro",
        ]),
        .portuguese: Entry(
            words: [
                "montante", "quantia", "salário", "vencimento", "aluguel", "preço", "custo", "custos", "saldo",
                "rendimento", "rendimentos", "euros", "reais",
            ], own: ["valor", "valores", "renda"]),
        .scandinavian: Entry(
            words: [
                "beløb", "beløp", "belopp", "løn", "lønn", "lön", "indkomst", "inntekt", "inkomst", "husleje", "leie",
                "hyra", "pris", "omkostninger", "kostnad", "kostnader", "saldo", "kr", "kroner", "kronor",
            ],
            endings: ["beløb", "beløp", "belopp", "pris", "indkomst", "inntekt", "inkomst"]),
    ]
}
