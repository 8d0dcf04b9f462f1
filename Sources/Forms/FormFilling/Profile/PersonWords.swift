/// The words for people and offices that tell whom a field is about.
enum PersonWords {
    /// The role of the person whom a text is about.
    enum Role: Hashable {
        /// The person who fills in the form: "you", "applicant".
        case you
        /// A person who may be the one who fills in the form: "veteran", "patient".
        ///
        /// This applies if nobody else has this role.
        case principal(String)
        /// A member of the household: "spouse".
        case household
        /// Another person, an office or a company.
        case other
        /// Several of these: "you and your spouse".
        case mixed
    }

    /// Returns the role of the person in a text, or nil if there is nobody.
    ///
    /// - Parameters:
    ///   - words: the text's words, as split by `KeyWords`.
    ///   - isHeading: whether the text is a heading, which may mention companies and offices in passing.
    /// - Returns: the role.
    static func role(of words: [String], isHeading: Bool = false) -> Role? {
        var found: Set<Role> = []
        var isJoined = false
        for (place, word) in words.enumerated() {
            // "The person asking the court" is about the person.
            if verbs.contains(word) {
                found.insert(.you)
                break
            }
            let next = words.indices.contains(place + 1) ? words[place + 1] : ""
            if word == "office", place > 0, words[place - 1] == "post" {
                // "City, town or post office" asks for the city.
                continue
            } else if let role = counted(word, next) {
                found.insert(role)
            } else if possessives.contains(word), offices.contains(next) {
                found.insert(.other)
            } else if yours.contains(word) {
                found.insert(.you)
            } else if principals.contains(word) {
                found.insert(.principal(synonyms[word] ?? word))
            } else if households.contains(word) {
                found.insert(.household)
            } else if others.contains(word) || !isHeading && offices.contains(word) || isForeign(word, next) {
                found.insert(.other)
            } else if joints.contains(word) {
                isJoined = true
            }
        }
        let foreign = found.intersection([.other, .household])
        let own = found.subtracting(foreign)
        if !foreign.isEmpty, !own.isEmpty, isJoined { return .mixed }
        if foreign.contains(.other) { return .other }
        if foreign.contains(.household) { return .household }
        if own.contains(.you) { return .you }
        return words.lazy.compactMap { principals.contains($0) ? Role.principal(synonyms[$0] ?? $0) : nil }.first
    }

    /// Returns whether a word names a person or office.
    ///
    /// Such words do not keep a label from being a question about somebody.
    static func contains(_ word: String) -> Bool {
        yours.contains(word) || principals.contains(word) || households.contains(word) || others.contains(word)
            || offices.contains(word) || countables.contains(word)
    }

    /// Returns the role of people who are numbered: "debtor 1", "second party".
    private static func counted(_ word: String, _ next: String) -> Role? {
        let (noun, number) =
            countables.contains(word)
            ? (word, KeyWords.ordinal(next)?.number)
            : countables.contains(next)
                ? (next, KeyWords.ordinal(word).flatMap { $0.isDigits ? nil : $0.number }) : ("", nil)
        guard !noun.isEmpty, let number else { return nil }
        return number == 1 ? .you : .other
    }

    /// Returns whether a word introduces a different person: "next plaintiff", "other applicant".
    private static func isForeign(_ word: String, _ next: String) -> Bool {
        ["next", "other", "another", "additional", "second", "third", "autre", "otro", "weitere", "weiterer"]
            .contains(word) && (yours.contains(next) || principals.contains(next) || countables.contains(next))
    }

    private static let countables: Set = [
        "debtor", "party", "person", "applicant", "borrower", "tenant", "parent", "owner", "buyer", "taxpayer",
    ]

    private static let verbs: Set = ["asking", "asked", "filing", "suing", "completing", "applying", "requesting"]
    private static let possessives: Set = ["your", "my", "ihr", "ihre", "ihrer", "votre", "su", "mein", "meine"]

    private static let joints: Set = ["and", "or", "und", "oder", "et", "ou", "y", "o"]

    private static let yours: Set = [
        "your", "you", "yourself", "yours", "applicant", "applicants", "claimant", "claimants", "self", "debtor",
        "taxpayer",
        "filer", "registrant", "my", "mein", "meine", "meiner", "antragsteller", "antragstellerin", "antragstellers",
        "antragstellende",
        "ihr", "ihre", "ihrer", "ihren", "demandeur", "demandeuse", "votre", "vous", "declarant", "solicitante",
        "interesado",
        "interesada", "declarante", "usted", "su", "undersigned", "unterzeichner", "soussigne",
        "suscrito",
    ]

    private static let principals: Set = [
        "veteran", "veterans", "patient", "patients", "employee", "employees", "employe", "empleado", "trabajador",
        "salarie",
        "arbeitnehmer", "arbeitnehmerin", "student", "students", "plaintiff", "petitioner", "donor", "donateur",
        "spender",
        "member", "insured", "borrower", "buyer", "purchaser", "tenant", "renter", "owner", "parent", "guardian",
        "participant",
        "subscriber", "customer", "client", "recipient", "kunde", "kundin", "mieter", "mieterin", "patientin",
        "paciente",
        "alumno", "alumna", "studierende", "studierender", "eleve", "etudiant", "etudiante", "estudiante", "mitglied",
        "adherent",
        "assure", "assuree", "versicherte", "versicherter", "contribuyente", "contribuable", "steuerpflichtige",
        "donante",
        "candidate", "kandidat", "candidat", "candidato", "bewerber", "bewerberin", "worker", "workers", "volunteer",
        "resident",
        "depositor", "policyholder", "kontoinhaber", "titulaire", "titular", "signer", "zedent", "abtretender",
    ]

    /// Canonical words for people who have other names elsewhere on a form.
    private static let synonyms = [
        "veterans": "veteran", "patients": "patient", "patientin": "patient", "paciente": "patient",
        "employees": "employee",
        "employe": "employee", "empleado": "employee", "trabajador": "employee", "worker": "employee",
        "salarie": "employee",
        "arbeitnehmer": "employee", "arbeitnehmerin": "employee", "workers": "employee", "students": "student",
        "alumno": "student", "alumna": "student", "studierende": "student", "studierender": "student",
        "eleve": "student",
        "etudiant": "student", "etudiante": "student", "estudiante": "student", "guardian": "parent",
        "purchaser": "buyer",
        "renter": "tenant", "mieterin": "mieter", "kundin": "kunde", "donante": "donor", "assuree": "assure",
        "versicherter": "versicherte", "bewerberin": "bewerber", "petitioner": "plaintiff",
    ]

    private static let households: Set = [
        "spouse", "spouses", "husband", "wife", "coapplicant", "coowner", "co", "joint", "coborrower", "cosigner",
        "domestic",
        "ehegatte", "ehegatten", "ehegattin", "ehepartner", "ehepartnerin", "ehefrau", "ehemann", "lebenspartner",
        "lebenspartnerin", "conjoint", "conjointe", "epoux", "epouse", "conyuge", "esposo", "esposa", "partner",
        "partnerin",
    ]

    private static let others: Set = [
        "child", "children", "childs", "dependent", "dependents", "dependant", "dependants", "employer", "employers",
        "physician",
        "doctor", "provider", "attorney", "attorneys", "lawyer", "lawyers", "counsel", "landlord", "landlords",
        "preparer",
        "preparers", "witness", "witnesses", "notary", "representative", "representatives", "agent", "agents",
        "beneficiary",
        "beneficiaries", "deceased", "decedent", "decedents", "kin", "emergency", "mother", "mothers", "father",
        "fathers",
        "designee", "requester", "requestor", "defendant", "defendants", "respondent", "respondents", "investigator",
        "dealer", "mechanic", "creditor", "creditors",
        "codebtor", "sibling", "trustee", "executor", "administrator", "relative", "relatives", "household", "clerk",
        "judge",
        "deputy", "officer", "official", "supervisor", "manager", "teacher", "contact", "reference", "references",
        "sponsor", "caregiver", "payer", "payee", "seller", "lender", "broker", "appraiser", "donee", "translator",
        "interpreter",
        "surviving", "policyholders", "assignee", "grantor", "grantee", "adviser", "advisor", "son", "daughter",
        "brother",
        "sister", "friend", "neighbor", "victim", "offender", "minor", "ward", "surety", "guarantor", "examiner",
        "inspector", "surgeon", "referring", "referrer", "kind", "kinder", "kindes", "arbeitgeber", "arbeitgeberin",
        "arzt",
        "arztin", "arztes", "vermieter", "vermieterin", "zeuge", "zeugin", "zeugen", "angehorige", "angehorigen",
        "angehoriger",
        "vertreter", "bevollmachtigte", "bevollmachtigter", "rechtsanwalt", "rechtsanwaltin", "anwalt", "mutter",
        "vater",
        "betreuer", "notar", "burge", "glaubiger", "empfanger", "gegner", "beratungsperson", "verstorbene",
        "verstorbenen",
        "enfant", "enfants", "employeur", "medecin", "temoin", "temoins", "bailleur", "proprietaire", "avocat", "mere",
        "pere",
        "beneficiaire", "representant", "mandataire", "tuteur", "defunt", "responsable", "hijo", "hija", "hijos",
        "empleador",
        "medico", "testigo", "testigos", "abogado", "arrendador", "madre", "padre", "representante", "beneficiario",
        "tutor",
        "fallecido", "familiar", "director", "directeur",
    ]

    private static let offices: Set = [
        "court", "courts", "bank", "office", "agency", "school", "schools", "college", "university", "company", "firm",
        "firms",
        "insurance", "insurer", "hospital", "station", "facility", "institution", "organization", "organisation",
        "corporation",
        "department", "carrier", "clinic", "plan", "trust", "estate", "business", "enforcement", "credit", "union",
        "gericht",
        "amtsgericht", "schule", "bankinstitut", "kreditinstitut", "versicherung", "krankenkasse", "behorde",
        "tribunal", "banque",
        "ecole", "etablissement", "organisme", "entreprise", "societe", "association", "banco", "juzgado", "escuela",
        "empresa",
        "entidad", "organismo", "seguro", "seguros", "pharmacy", "practice", "laboratory", "church", "cemetery",
    ]
}
