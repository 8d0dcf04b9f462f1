import FormImport

import FormModel

/// The information about a person that a label asks for.
enum AutofillRequest: Hashable {
    /// The requested names, in the order of the label.
    case asks([AutofillName], isInitial: Bool)
    /// The name of a person, asked for by role alone: "Applicant".
    case person
    /// The name or address of something else: "Name of course".
    case foreign
    /// Information that profiles lack: "Maiden name", an address "if different".
    case aside
    /// Nothing about a person.
    case nothing

    /// The requested names; empty if none are requested.
    var names: [AutofillName] {
        switch self {
        case .asks(let names, _): names
        case .person: [.name]
        case .foreign, .aside, .nothing: []
        }
    }

    /// Interprets a label.
    init(_ label: String) {
        let (text, bracketed) = Self.divided(Self.question(String(LabelText.unnumbered(label))))
        let counted = KeyWords.of(text)
        let words = counted.filter { !KeyWords.isNumber($0) }
        let inner = KeyWords.of(bracketed)
        guard !words.isEmpty else {
            self = .nothing
            return
        }
        var scan = AutofillScan(words)
        if scan.isAside || Self.isConditional(words) || Self.isConditional(inner) {
            self = scan.isAboutPeople || !scan.names.isEmpty ? .aside : .nothing
            return
        }
        guard scan.unknown.isEmpty else {
            self = scan.isAboutPeople ? .foreign : .nothing
            return
        }
        // In "Name (last, first)" and "Address (street, city, ZIP code)" the brackets list the parts.
        let detail = AutofillScan(inner, within: scan.names)
        let parts = detail.names.filter { $0 != .name }
        if scan.names == [.name], !parts.isEmpty, parts.allSatisfy(\.isOfName) {
            scan.names = parts
            scan.isInitial = scan.isInitial || detail.isInitial
        } else if scan.names == [.streetAddress],
            detail.names.contains(where: { $0 != .streetAddress && $0.isOfAddress })
        {
            scan.names = [.streetAddress] + detail.names.filter { $0.isOfAddress && $0 != .streetAddress }
        }
        if scan.names == [.streetAddress], zip(counted, counted.dropFirst()).contains(where: Self.isSecondLine) {
            scan.names = [.addressLine2]
        }
        if scan.names.isEmpty, PersonWords.role(of: words) != nil,
            counted.allSatisfy({ PersonWords.contains($0) || KeyWords.isFiller($0) })
        {
            // "Applicant (last name, first name)", and "Applicant" alone.
            if !parts.isEmpty, parts.allSatisfy(\.isOfName) {
                self = .asks(parts, isInitial: detail.isInitial)
            } else {
                self = counted.count + inner.count <= Self.personLength ? .person : .nothing
            }
            return
        }
        self = scan.names.isEmpty ? .nothing : .asks(scan.names, isInitial: scan.isInitial)
    }

    /// Maximum number of words of a label that names only a person.
    private static let personLength = 4

    private static func isSecondLine(_ word: String, _ next: String) -> Bool {
        next == "2" && ["line", "address", "street", "adresse"].contains(word)
    }

    /// Splits a text into the parts outside and inside brackets.
    static func divided(_ text: String) -> (outside: String, inside: String) {
        var (outside, inside, depth) = ("", "", 0)
        for character in text {
            switch character {
            case "(", "[": depth += 1
            case ")", "]": depth = max(0, depth - 1)
            default: if depth == 0 { outside.append(character) } else { inside.append(character) }
            }
            if character == "(" { inside.append(" ") }
        }
        return (outside, inside)
    }

    /// Returns whether words restrict a field to special cases: "if different", "if other than veteran".
    private static func isConditional(_ words: [String]) -> Bool {
        words.indices.contains { place in
            conditions.contains(words[place]) && words[place...].prefix(5).contains(where: exceptions.contains)
        } || words.contains { $0.hasPrefix("abweich") }
    }

    private static let conditions: Set = ["if", "wenn", "falls", "sofern", "si"]
    private static let exceptions: Set = [
        "different", "other", "not", "differente", "diferente", "distinto", "distinta", "autre", "nicht", "anders",
    ]

    /// Returns a label without the instructions after its question.
    ///
    /// An example is "If you have a P.O. box, see instructions."
    private static func question(_ label: String) -> String {
        let sentences = label.split(separator: ". ")
        return sentences.prefix(1).joined() + " "
            + sentences.dropFirst().prefix { sentence in
                !(KeyWords.of(String(sentence.prefix(40))).first.map(instructions.contains) ?? false)
            }.joined(separator: " ")
    }

    private static let instructions: Set = [
        "if", "see", "do", "enter", "note", "this", "use", "attach", "complete", "include", "provide", "wenn", "siehe",
        "bitte",
        "si", "voir", "vease", "indique",
    ]
}

/// Scans the words of a label for the information that they ask for.
struct AutofillScan {
    var names: [AutofillName] = []
    var isInitial = false
    /// The words that are not about a person.
    private(set) var unknown: [String] = []
    /// Whether something is requested that profiles lack, such as a former name.
    private(set) var isAside = false
    /// Whether the words ask for anybody's name or address.
    private(set) var isAboutPeople = false

    /// Scans words; `outer` are the names requested before them if they are in brackets.
    init(_ words: [String], within outer: [AutofillName] = []) {
        let isName =
            words.contains { Self.nameWords.contains($0) } || outer.contains(.name)
            || words.allSatisfy { Self.nameParts.contains($0) }
        var places: [AutofillName] = []
        var isPlace = false
        for (place, word) in words.enumerated() {
            let next = words.indices.contains(place + 1) ? words[place + 1] : ""
            if let name = Self.single[word] {
                places.append(name)
                if name == .givenName || name == .familyName || name.isOfAddress { isAboutPeople = true }
            } else if isName, Self.nameParts.contains(word) {
                switch word {
                case "first", "given", "christian": places.append(.givenName)
                case "last", "family": places.append(.familyName)
                case "middle": places.append(.additionalName)
                case "preferred": if next == "name" { places.append(.nickname) }
                default:
                    isInitial = true
                    if !places.contains(.additionalName) { places.append(.additionalName) }
                }
                isAboutPeople = true
            } else if word == "middle" || word == "mi" || word == "initial" {
                if !places.contains(.additionalName) { places.append(.additionalName) }
                isInitial = isInitial || word != "middle"
            } else if Self.nameWords.contains(word) {
                isAboutPeople = true
                isPlace = true
            } else if Self.asides.contains(word) {
                isAside = true
            } else if !isAllowed(word) {
                unknown.append(word)
            }
        }
        resolve(places, hasName: isPlace, words: words)
    }

    /// Returns whether a word can accompany a question about a person without changing it.
    func isAllowed(_ word: String) -> Bool {
        KeyWords.isFiller(word) || Self.qualifiers.contains(word) || PersonWords.contains(word)
            || KeyWords.isNumber(word)
            || KeyWords.ordinal(word) != nil || word.count == 1
    }

    private mutating func resolve(_ found: [AutofillName], hasName: Bool, words: [String]) {
        var found = found.reduce(into: [AutofillName]()) { if !$0.contains($1) { $0.append($1) } }
        let all = Set(words)
        if all.contains("geburtsdatum") || all.contains("geboren") || all.contains("birth") && all.contains("date")
            || all.contains("naissance") && all.contains("date") || all.contains("nacimiento") && all.contains("fecha")
            || all.contains("ne") && all.contains("le")
        {
            found = [.bday]
            // A box for one part of the date.
            let parts = Self.dateParts.filter { !all.isDisjoint(with: $0.words) }
            if parts.count == 1 { found = [parts[0].name] }
            if parts.count == 2 { isAside = true }
        } else if !all.isDisjoint(with: ["birth", "naissance", "nacimiento"]) {
            if !all.isDisjoint(with: ["year", "annee", "ano"]) {
                found = [.bdayYear]
            } else {
                isAside = true
            }
        } else if !all.isDisjoint(with: ["date", "fecha", "datum", "year"]) {
            found = []
            unknown.append("date")
        }
        if all.contains("geburtsdatum") || all.contains("birth") { unknown.removeAll { Self.dateWords.contains($0) } }
        // "Residence: city" asks for the city.
        let isWhole = found.contains(.streetAddress)
        if isWhole, found.contains(where: { $0.isOfAddress && $0 != .streetAddress }),
            all.isDisjoint(with: Self.streetWords)
        {
            found.removeAll { $0 == .streetAddress }
        }
        // "Email address", "Adresse électronique".
        if found.contains(.email) { found = [.email] }
        if found.contains(.organizationTitle) || found.contains(.organization) { isAboutPeople = false }
        if hasName, !found.contains(where: \.isOfName) { found.insert(.name, at: 0) }
        // "Nombre y apellidos", "Nom et prénom", "Name, Vorname".
        if hasName, found.contains(.familyName), !found.contains(.givenName),
            !all.isDisjoint(with: ["nombre", "nombres"])
        {
            found.insert(.givenName, at: 0)
        }
        if hasName, found.contains(.givenName), !found.contains(.familyName),
            let given = words.firstIndex(where: { Self.single[$0] == .givenName }),
            let family = words.firstIndex(where: { $0 == "nom" || $0 == "name" })
        {
            // "Name, Vorname" and "Vorname, Name".
            let place = found.firstIndex(of: .givenName) ?? 0
            found.insert(.familyName, at: family < given ? place : place + 1)
        }
        names = found
    }

    private static let nameWords: Set = [
        "name", "names", "nom", "noms", "nombre", "nombres", "namen", "vorname", "printed",
    ]
    /// Words that distinguish the parts of a name.
    private static let nameParts: Set = [
        "first", "given", "christian", "last", "family", "middle", "initial", "mi", "preferred",
    ]
    private static let dateParts: [(words: Set<String>, name: AutofillName)] = [
        (["month", "monat", "mois", "mes"], .bdayMonth), (["day", "tag", "jour", "dia"], .bdayDay),
        (["year", "jahr", "annee", "ano"], .bdayYear),
    ]
    private static let dateWords: Set = ["date", "year", "month", "day"]
    private static let streetWords: Set = ["street", "strasse", "rue", "calle", "anschrift", "address"]

    private static let single: [String: AutofillName] = [
        "vorname": .givenName, "vornamen": .givenName, "prenom": .givenName, "prenoms": .givenName,
        "nachname": .familyName, "familienname": .familyName, "zuname": .familyName, "apellido": .familyName,
        "apellidos": .familyName, "rufname": .nickname, "nickname": .nickname,
        "suffix": .honorificSuffix, "anrede": .honorificPrefix, "salutation": .honorificPrefix,
        "civilite": .honorificPrefix,
        "address": .streetAddress, "street": .streetAddress, "anschrift": .streetAddress, "strasse": .streetAddress,
        "hausnummer": .streetAddress, "adresse": .streetAddress, "rue": .streetAddress, "direccion": .streetAddress,
        "domicilio": .streetAddress, "calle": .streetAddress, "residence": .streetAddress, "domicile": .streetAddress,
        "apartment": .addressLine2, "unit": .addressLine2, "suite": .addressLine2,
        "city": .addressLevel2, "town": .addressLevel2, "ort": .addressLevel2, "wohnort": .addressLevel2,
        "stadt": .addressLevel2, "ville": .addressLevel2, "commune": .addressLevel2, "ciudad": .addressLevel2,
        "localidad": .addressLevel2, "municipio": .addressLevel2, "poblacion": .addressLevel2,
        "state": .addressLevel1, "province": .addressLevel1, "bundesland": .addressLevel1, "provincia": .addressLevel1,
        "estado": .addressLevel1, "zip": .postalCode, "zipcode": .postalCode, "postal": .postalCode,
        "postcode": .postalCode, "postleitzahl": .postalCode, "country": .countryName, "land": .countryName,
        "pays": .countryName, "pais": .countryName, "telephone": .tel, "telefono": .tel, "mobile": .tel, "cell": .tel,
        "cellphone": .tel, "handy": .tel, "movil": .tel, "portable": .tel, "mobiltelefon": .tel, "email": .email,
        "mail": .email, "courriel": .email, "correo": .email, "sex": .sex, "geschlecht": .sex, "sexe": .sex,
        "sexo": .sex, "website": .url, "homepage": .url, "url": .url, "occupation": .organizationTitle,
        "job": .organizationTitle,
    ]

    /// Words for information that profiles lack.
    private static let asides: Set = [
        "maiden", "prior", "former", "formerly", "previous", "alias", "aliases", "geburtsname", "birthname", "fax",
        "telefax", "county", "place", "birthplace", "geburtsort", "lieu", "lugar", "signature", "unterschrift", "firma",
        "used", "foreign", "other", "others", "jeune", "fille",
    ]

    private static let qualifiers: Set = [
        "print", "printed", "type", "full", "legal", "current", "home", "mailing", "mail", "residential", "permanent",
        "present", "number", "code", "daytime", "evening", "day", "night", "work", "business", "cell", "preferred",
        "complete",
        "primary", "personal", "information", "privat", "private", "area", "include", "including", "rural", "route",
        "po",
        "p", "box", "post", "office", "asking", "asked", "filing", "suing", "completing", "applying", "requesting",
        "waive", "fees", "who", "form", "birth", "date", "month", "year", "here", "below", "block", "letters", "street",
        "physical", "best", "contact", "line", "residence", "first", "last", "middle", "initial", "list",
        "geburtsdatum",
        "geboren", "am", "naissance", "nacimiento", "fecha", "ne", "le", "codigo", "postale", "electronico",
        "electronica",
        "electronique", "residencial", "particular", "fijo", "fixe", "completo", "completa", "complete",
        "vollstandiger", "vollstandige",
        "usuel", "ggf", "location", "municipality", "locality", "village", "plus4", "4", "title", "mr", "mrs", "ms",
        "annee", "ano", "monat", "mois", "mes", "tag", "jour", "dia", "jahr", "tagsuber", "return", "if", "telefonisch",
        "erreichbar", "unter", "haus", "hausnr", "voie", "numero", "piso",
    ]
}
