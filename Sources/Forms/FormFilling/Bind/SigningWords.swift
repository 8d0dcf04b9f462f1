import FormImport

/// The words in captions that ask for a signature or are about one.
///
/// Unlike those of `LabelWords` they count in any language and position, even beside a word for a date. A field wrongly
/// included only requires its whole label as a key, while one that is missed is signed by a guess.
struct SigningWords {
    private let labels: LabelWords
    /// The words of the captions that refer to signing.
    private let signatures: Set<String>

    /// Collects the signing words in the captions of a form.
    init(_ captions: [[String]], _ language: PageLanguage?) {
        labels = LabelWords(language)
        let known = Vocabulary(Vocabulary.signatures, language)
        signatures = Set(captions.joined()).filter { word in
            known.contains(word) || Self.signing.contains(word) || Self.stems.contains(where: word.contains)
        }
    }

    /// Returns whether a caption contains one of the words.
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

    /// Stems found only in words for signatures, including plurals and compounds.
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
    /// Words that make an initial part of a name.
    private static let names: Set<String> = [
        "middle", "first", "last", "given", "family", "name", "names", "surname", "vorname", "nachname", "nom",
        "prénom", "prénoms", "nombre", "apellido", "apellidos",
    ]
    /// Words after "initial" as a verb or noun.
    ///
    /// Any other word makes it an adjective, as in "initial deposit".
    private static let noInitialThings: Set<String> = [
        "here", "please", "must", "required", "box", "boxes", "line", "lines", "space", "field", "area", "each",
        "every", "all", "both", "this", "that", "these", "the", "your", "below", "above", "beside", "next", "in", "on",
        "at", "to", "by", "for", "of", "if", "only", "and", "after", "before", "where", "when", "with", "date",
    ]
}
