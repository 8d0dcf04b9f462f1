/// Words of headings, and of other large print, in five languages.
enum HeadingWords {
    /// Words of offices.
    static let authorities: Set<String> = [
        "administration", "agency", "authority", "bureau", "commission", "council", "county", "court", "courts",
        "department", "dept", "district", "division", "government", "ministry", "municipality", "office", "republic",
        "service", "services", "state", "treasury", "university",
        "amt", "amtsgericht", "behörde", "bundesamt", "finanzamt", "gericht", "hochschule", "landesamt", "landgericht",
        "ministerium", "stadt", "universität",
        "commune", "cour", "direction", "ministère", "préfecture", "république", "tribunal", "université",
        "agencia", "ayuntamiento", "gobierno", "juzgado", "ministerio", "universidad",
        "agenzia", "comune", "ministero", "tribunale", "università",
    ]

    /// Words of documents that offices issue or receive.
    static let documents: Set<String> = [
        "affidavit", "agreement", "appeal", "application", "appointment", "authorisation", "authorization",
        "certificate", "certification", "claim", "complaint", "consent", "contract", "declaration", "election", "form",
        "invoice", "list", "motion", "notice", "notification", "order", "petition", "plan", "questionnaire", "receipt",
        "record",
        "registration", "report", "request", "return", "schedule", "sheet", "statement", "summary", "verification",
        "waiver", "worksheet",
        "anmeldung", "antrag", "bescheinigung", "erklärung", "formular", "meldung", "mitteilung", "rechnung",
        "vollmacht", "attestation", "certificat", "déclaration", "demande", "formulaire", "reçu",
        "certificado", "declaración", "formulario", "solicitud",
        "dichiarazione", "domanda", "modulo", "richiesta",
    ]

    /// Words that begin a greeting or an address.
    static let greetings: Set<String> = [
        "an", "dear", "estimada", "estimado", "gentile", "hello", "liebe", "madame", "monsieur", "sehr", "to",
        "welcome",
    ]

    /// Words that begin the heading of a part, or a note.
    static let sections: Set<String> = [
        "attention", "important", "instructions", "note", "page", "part", "section", "step",
        "abschnitt", "achtung", "hinweis", "hinweise", "seite", "teil",
        "partie", "sección", "parte", "sezione",
    ]

    /// Words beside the number of a form.
    static let numbering: Set<String> = [
        "edition", "form", "forms", "formular", "formulaire", "formulario", "mod", "modelo", "modulo", "official",
        "rev", "revised", "schedule",
    ]
}
