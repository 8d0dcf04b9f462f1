import FormImport

import FormModel

/// The way in which a country writes dates, for forms that do not say how they want them.
struct DateConvention: Sendable {
    /// The pattern of the dates, as in `AFDate_FormatEx`.
    let pattern: String
    /// What the form has that tells its country or language, in words for the report.
    let evidence: String

    /// A country or a group of countries with one custom, and words of forms that occur nowhere else.
    private struct Country {
        /// nil for dates in ISO notation.
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

    /// Finds the custom of a form whose fields have these texts; nil if its country is unknown or ambiguous.
    ///
    /// The language of the texts is asked for only where no country is found.
    init?(of texts: Set<String>, in spoken: @autoclosure () -> FormLanguage?) {
        let words = texts.map(LabelText.words)
        // Most forms have few of the words, and looking for phrases in every text is slow.
        let all = Set(words.joined())
        let found = Self.countries.compactMap { country in
            country.words.first { word in
                let wanted = LabelText.words(word)
                // Of a sign nothing is left.
                if wanted.isEmpty, let sign = word.first { return texts.contains { $0.contains(sign) } }
                return wanted.allSatisfy(all.contains)
                    && words.contains { text in text.indices.contains { text[$0...].starts(with: wanted) } }
            }.map { (country, $0) }
        }
        guard found.count <= 1 else { return nil }
        if let (country, word) = found.first {
            guard let pattern = country.pattern else { return nil }
            (self.pattern, evidence) = (pattern, "the form has the words \(word.quoted)")
            return
        }
        let language = spoken()
        switch language {
        case .german: pattern = "dd.mm.yyyy"
        case .french, .spanish, .italian: pattern = "dd/mm/yyyy"
        case .english, nil: return nil
        }
        evidence = "the form is in \(language?.name ?? "")"
    }

    /// Everything that a form prints about its fields.
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
