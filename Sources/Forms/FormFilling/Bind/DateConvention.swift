import FormImport

import FormModel

/// The date format of a country, for forms that do not state their own.
struct DateConvention: Sendable {
    /// The pattern of the dates, as in `AFDate_FormatEx`.
    let pattern: String
    /// The words or the language that reveal the country, worded for the report.
    let evidence: String
    /// Whether only the paper reveals the country.
    let isAssumed: Bool

    /// A group of countries with one date format, and words found only there.
    private struct Country {
        /// The date pattern; nil for ISO notation.
        var pattern: String?
        var words: [String]
    }

    private static let countries = [
        Country(
            pattern: "mm/dd/yyyy",
            words: [
                "zip", "zip code", "zip codes", "social security", "ssn", "irs", "internal revenue", "uscis",
                "u.s. citizen", "medicaid", "w-2", "w-4",
            ]),
        Country(
            pattern: "dd/mm/yyyy",
            words: [
                "postcode", "post code", "national insurance", "hmrc", "nhs", "sort code", "£", "eircode", "ppsn",
                "pps number", "tax file number", "abn", "ird number", "pin code", "pincode", "aadhaar", "ifsc",
            ]),
        Country(
            pattern: nil,
            words: ["canada", "canadian", "quebec", "social insurance", "assurance sociale", "ontario"]),
    ]

    /// Words of English forms on Letter paper that are not American.
    private static let notAmerican: Set<String> = [
        "province", "provincial", "postal", "gst", "hst", "sin", "alberta", "manitoba", "saskatchewan", "philippines",
        "barangay", "colour", "centre", "cheque", "licence", "organisation", "organise", "authorise", "programme",
        "labour", "vat", "australian", "rfc",
    ]

    /// A word of British and Dutch forms.
    private static let sharedWord = "postcode"

    private static func isDutch(_ texts: Set<String>) -> Bool {
        FormLanguage.of(texts.map { $0.lowercased().replacing(sharedWord, with: "") }) == .dutch
    }

    /// Finds the date format of a form from its texts.
    ///
    /// It fails if the country is unknown or ambiguous. The language of the texts is requested only if the words do not
    /// decide.
    ///
    /// - Parameters:
    ///   - texts: the printed texts.
    ///   - isLetter: whether the paper is US Letter.
    ///   - spoken: the language of the texts.
    init?(of texts: Set<String>, isLetter: Bool = false, in spoken: @autoclosure () -> FormLanguage?) {
        let words = texts.map(LabelText.words)
        // Most forms have few of the words, and searching every text for phrases is slow.
        let all = Set(words.joined())
        let found = Self.countries.compactMap { country in
            country.words.first { word in
                let wanted = LabelText.words(word)
                // A word that consists of a sign is empty after folding.
                if wanted.isEmpty, let sign = word.first { return texts.contains { $0.contains(sign) } }
                return wanted.allSatisfy(all.contains)
                    && words.contains { text in text.indices.contains { text[$0...].starts(with: wanted) } }
            }.map { (country, $0) }
        }
        guard found.count <= 1 else { return nil }
        if let (country, word) = found.first, word != Self.sharedWord || !Self.isDutch(texts) {
            guard let pattern = country.pattern else { return nil }
            (self.pattern, evidence, isAssumed) = (pattern, "the form has the words \(word.quoted)", false)
            return
        }
        guard let language = spoken() else { return nil }
        switch language {
        case .german: pattern = "dd.mm.yyyy"
        case .dutch: pattern = "dd-mm-yyyy"
        case .french, .spanish, .italian, .portuguese: pattern = "dd/mm/yyyy"
        case .english:
            guard isLetter, all.isDisjoint(with: Self.notAmerican) else { return nil }
            pattern = "mm/dd/yyyy"
        }
        isAssumed = language == .english
        evidence = "the form is in \(language.name)" + (isAssumed ? " on Letter paper" : "")
    }

    /// Returns all texts that a form prints about its fields.
    static func texts(of fields: [Field]) -> Set<String> {
        var texts: Set<String> = []
        for field in fields {
            let names = field.printedNames
            for text in [
                field.label, field.section, field.group?.label, names?.caption, names?.question, names?.row,
                names?.column, names?.nearby,
            ] {
                if let text, !text.isEmpty { texts.insert(text) }
            }
        }
        return texts
    }
}
