import FormImport

import FormModel

/// A language of forms, which provides the names of months and days.
enum FormLanguage: CaseIterable {
    case english, german, french, spanish, italian, dutch, portuguese

    /// Returns the language of a form's texts, or nil if they do not decide.
    ///
    /// It is the language with at least twice as many common words as any other.
    static func of(_ texts: some Sequence<String>) -> FormLanguage? {
        var counts: [FormLanguage: Int] = [:]
        for text in texts {
            for word in words(text) {
                for language in allCases where language.commonWords.contains(word) {
                    counts[language, default: 0] += 1
                }
            }
        }
        let ranked = allCases.sorted { counts[$0, default: 0] > counts[$1, default: 0] }
        let (first, second) = (counts[ranked[0], default: 0], counts[ranked[1], default: 0])
        return first > 0 && first >= 2 * second ? ranked[0] : nil
    }

    private static func words(_ text: String) -> [String] {
        if ASCIIText.isASCII(text) { return ASCIIText.lettersOnly(text) }
        return text.lowercased().split { !$0.isLetter }.map(String.init)
    }

    private var commonWords: Set<String> {
        switch self {
        case .english: PageLanguage.english.commonWords
        case .german: PageLanguage.german.commonWords
        case .french: PageLanguage.french.commonWords
        case .spanish: PageLanguage.spanish.commonWords
        case .italian: PageLanguage.italian.commonWords
        case .dutch: PageLanguage.dutch.commonWords
        case .portuguese: PageLanguage.portuguese.commonWords
        }
    }

    /// The English name, as shown in messages.
    var name: String {
        switch self {
        case .english: "English"
        case .german: "German"
        case .french: "French"
        case .spanish: "Spanish"
        case .italian: "Italian"
        case .dutch: "Dutch"
        case .portuguese: "Portuguese"
        }
    }

    /// The names of the months, as written in dates.
    var months: [String] {
        switch self {
        case .english:
            [
                "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
                "November", "December",
            ]
        case .german:
            [
                "Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober",
                "November", "Dezember",
            ]
        case .french:
            [
                "janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre", "octobre",
                "novembre", "décembre",
            ]
        case .spanish:
            [
                "enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre", "octubre",
                "noviembre", "diciembre",
            ]
        case .italian:
            [
                "gennaio", "febbraio", "marzo", "aprile", "maggio", "giugno", "luglio", "agosto", "settembre",
                "ottobre", "novembre", "dicembre",
            ]
        case .dutch:
            [
                "januari", "februari", "maart", "april", "mei", "juni", "juli", "augustus", "september", "oktober",
                "november", "december",
            ]
        case .portuguese:
            [
                "janeiro", "fevereiro", "março", "abril", "maio", "junho", "julho", "agosto", "setembro", "outubro",
                "novembro", "dezembro",
            ]
        }
    }

    /// The abbreviations of months that are not their first three letters.
    private var shortMonths: [Int: String] {
        switch self {
        case .english, .spanish, .italian, .portuguese: [:]
        case .german: [3: "März"]
        case .dutch: [3: "mrt"]
        case .french: [1: "janv", 2: "févr", 3: "mars", 4: "avr", 6: "juin", 7: "juil", 8: "août", 9: "sept"]
        }
    }

    /// Returns the short name of a month (1-based).
    func shortMonth(_ month: Int) -> String { shortMonths[month] ?? String(months[month - 1].prefix(3)) }

    /// The number of letters in the short name of a day of the week.
    var shortWeekdayLength: Int {
        switch self {
        case .german, .dutch: 2
        case .english, .french, .spanish, .italian, .portuguese: 3
        }
    }

    /// The names of the days of the week, from Sunday.
    var weekdays: [String] {
        switch self {
        case .english: ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
        case .german: ["Sonntag", "Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag", "Samstag"]
        case .french: ["dimanche", "lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi"]
        case .spanish: ["domingo", "lunes", "martes", "miércoles", "jueves", "viernes", "sábado"]
        case .dutch: ["zondag", "maandag", "dinsdag", "woensdag", "donderdag", "vrijdag", "zaterdag"]
        case .portuguese:
            [
                "domingo", "segunda-feira", "terça-feira", "quarta-feira", "quinta-feira", "sexta-feira", "sábado",
            ]
        case .italian: ["domenica", "lunedì", "martedì", "mercoledì", "giovedì", "venerdì", "sabato"]
        }
    }
}
