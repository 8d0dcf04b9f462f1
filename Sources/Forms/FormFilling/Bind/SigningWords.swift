import FormImport

/// The words by which a caption says that a person signs by its field, or is about such a field.
///
/// Unlike those of `LabelWords` they count in whatever language and wherever they stand, beside a word for a date, too: a field
/// that is wrongly taken for one of these only wants its whole label as a key, while one that is overlooked is signed by a guess.
struct SigningWords {
    private let labels: LabelWords
    /// The words of the captions that speak of signing.
    private let signatures: Set<String>

    /// Finds the words in the captions of a form.
    init(_ captions: [[String]], _ language: PageLanguage?) {
        labels = LabelWords(language)
        let known = Vocabulary(Vocabulary.signatures, language)
        signatures = Set(captions.joined()).filter { word in
            known.contains(word) || Self.signing.contains(word) || Self.stems.contains(where: word.contains)
        }
    }

    /// Returns whether one of the words is in a caption.
    func occur(in caption: [String]) -> Bool {
        speaksOfSignature(caption) || speaksOfInitials(caption)
    }

    private func speaksOfSignature(_ caption: [String]) -> Bool {
        // "Print, do not sign" asks for a name.
        let isPrinted = labels.asksForPrint(caption)
        return caption.indices.contains { place in
            signatures.contains(caption[place]) && !(isPrinted && LabelWords.isNegated(place, in: caption))
        }
    }

    private func speaksOfInitials(_ caption: [String]) -> Bool {
        guard !caption.contains(where: Self.names.contains) else { return false }
        return caption.indices.contains { place in
            let next = place + 1 < caption.count ? caption[place + 1] : nil
            return Self.initials.contains(caption[place])
                || caption[place] == "initial" && next.map(Self.noInitialThings.contains) ?? true
        }
    }

    /// What is only found in words for signatures, with their plurals and compounds.
    private static let stems = [
        "signatur", "unterschrift", "unterschreib", "unterzeichn", "handteken", "onderteken", "assinatur", "underskr",
        "namnteckn", "allekirjoit", "podpis", "potpis", "semnătur", "aláír", "imza", "υπογραφ", "подпис", "підпис",
    ]
    private static let signing: Set<String> = [
        "signed", "signing", "signs", "signer", "signers", "signatory", "signatories", "countersign", "countersigned",
        "sig", "sigs", "sgd", "signée", "signés", "signées", "signataire", "signataires", "firmada", "firmar",
        "firmante", "firmantes", "firmato", "firmatario", "assinado", "assinada",
    ]

    private static let initials: Set<String> = [
        "initials", "initialed", "initialled", "initialing", "initialling", "handzeichen", "namenszeichen", "paraphe",
        "paraphes", "paraaf", "initiales", "iniciales", "iniciais", "iniziali", "rúbrica", "rubrica",
    ]
    /// Words of captions whose initials are part of a name.
    private static let names: Set<String> = [
        "middle", "first", "last", "given", "family", "name", "names", "surname", "vorname", "nachname", "nom",
        "prénom", "prénoms", "nombre", "apellido", "apellidos",
    ]
    /// What follows "initial" where it is a verb or a noun; any other word is a thing that is initial, such as a deposit.
    private static let noInitialThings: Set<String> = [
        "here", "please", "must", "required", "box", "boxes", "line", "lines", "space", "field", "area", "each",
        "every", "all", "both", "this", "that", "these", "the", "your", "below", "above", "beside", "next", "in", "on",
        "at", "to", "by", "for", "of", "if", "only", "and", "after", "before", "where", "when", "with", "date",
    ]
}
