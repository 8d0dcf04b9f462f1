import Foundation

/// The language of a format, as its code tags it: `[$-407]`, `[$€-407]`, `[$-de-DE]`.
struct LocaleTag: Hashable, Sendable {
    /// The identifier of the locale, such as `de_AT`.
    let identifier: String

    /// Creates the tag of an identifier.
    init(identifier: String) { self.identifier = identifier }

    /// Parses the part of a tag behind the hyphen.
    ///
    /// It is nil for a language without differences or an unknown one.
    init?(tag: String) {
        if let number = UInt32(tag, radix: 16) {
            // The upper half says which digits and which calendar to use.
            let code = Int(number & 0xFFFF)
            // Smaller numbers name no region: [$€-2] is the euro without one.
            guard code >= 0x400, let found = Self.regions[code] ?? Self.languages[code & 0x3FF] else { return nil }
            identifier = found
        } else {
            let language = tag.prefix { $0 != "," }.replacing("-", with: "_")
            guard language.count >= 2, language.prefix(2).allSatisfy({ $0.isASCII && $0.isLetter }) else { return nil }
            identifier = String(language)
        }
    }

    /// The languages by the primary identifiers that Microsoft gave them.
    private static let languages: [Int: String] = [
        0x02: "bg", 0x03: "ca", 0x05: "cs", 0x06: "da", 0x07: "de", 0x08: "el", 0x0A: "es", 0x0B: "fi", 0x0C: "fr",
        0x0E: "hu", 0x0F: "is", 0x10: "it", 0x13: "nl", 0x14: "nb", 0x15: "pl", 0x16: "pt", 0x18: "ro", 0x19: "ru",
        0x1A: "hr", 0x1B: "sk", 0x1D: "sv", 0x1F: "tr", 0x22: "uk", 0x24: "sl", 0x25: "et", 0x26: "lv", 0x27: "lt",
    ]

    /// The regions that write numbers or months differently from the rest of their language.
    private static let regions: [Int: String] = [
        0x0807: "de_CH", 0x0C07: "de_AT", 0x080A: "es_MX", 0x100C: "fr_CH", 0x0C0C: "fr_CA", 0x0416: "pt_BR",
        0x0816: "pt_PT", 0x0810: "it_CH",
    ]

    /// The sign between the whole and the decimals of a number.
    var decimalSeparator: String { Locale(identifier: identifier).decimalSeparator ?? "." }

    /// The sign between groups of three digits.
    var groupingSeparator: String {
        let sign = Locale(identifier: identifier).groupingSeparator ?? ","
        // Few fonts have the narrow space of newer conventions.
        return sign == "\u{202F}" ? "\u{A0}" : sign
    }

    /// The names of the months, in full or short.
    func months(isShort: Bool) -> [String] {
        let names = isShort ? calendar.shortStandaloneMonthSymbols : calendar.monthSymbols
        return isShort ? names.map { $0.replacing(".", with: "") } : names
    }

    /// The names of the days from Sunday on, in full or short.
    func weekdays(isShort: Bool) -> [String] {
        let names = isShort ? calendar.shortStandaloneWeekdaySymbols : calendar.weekdaySymbols
        return isShort ? names.map { $0.replacing(".", with: "") } : names
    }

    private var calendar: Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.locale = Locale(identifier: identifier)
        return calendar
    }
}

/// The English names in dates without a tag.
enum EnglishNames {
    static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]
    static let weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
}
