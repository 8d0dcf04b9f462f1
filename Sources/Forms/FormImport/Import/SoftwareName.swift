/// Recognises names that the software for making forms gave to a field, as opposed to words for people.
enum SoftwareName {
    /// Returns whether a field's tooltip says nothing to a person.
    ///
    /// `name` is the field's full name: an identifier is one even without an underscore if it only repeats the name.
    static func isNoise(_ tooltip: String, ofFieldNamed name: String) -> Bool {
        let text = tooltip.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        if text.count(where: \.isLetter) < 2, text.allSatisfy(\.isASCII) || text.count(where: \.isLetter) == 0 {
            return true
        }
        return isPath(text) || isDefault(text) || isIdentifier(text) || text == lastPart(of: name) && isNumbered(text)
    }

    /// Returns whether a text is a path in XFA: "form1[0].#subform[0].TextField1[0]".
    private static func isPath(_ text: String) -> Bool {
        text.contains("#subform") || text.contains("topmostSubform")
            || !text.contains(" ") && text.firstMatch(of: /\[\d+\](\.|$)/) != nil
    }

    /// Returns whether a text is what a program calls a field by default: "Text12", "undefined_2", "Date1_af_date".
    private static func isDefault(_ text: String) -> Bool {
        let bare = text.lowercased().filter(\.isLetter)
        if bare.isEmpty { return false }
        if defaults.contains(bare) { return true }
        return numberedDefaults.contains(bare) && isNumbered(text) && !text.contains(":")
            || text.firstMatch(of: /_af_[a-z]+$/) != nil
    }

    /// Returns whether a text is an identifier: "trial_court_county", "otherSpecifyText", "radYN0_p1".
    private static func isIdentifier(_ text: String) -> Bool {
        guard !text.contains(" "), text.allSatisfy(\.isASCII) else { return false }
        if text.contains("_") { return true }
        guard text.allSatisfy({ $0.isLetter || $0.isNumber }) else { return false }
        let humps = zip(text, text.dropFirst()).count { $0.isLowercase && $1.isUppercase }
        // "eMail" and "McKay" have one.
        return humps >= 2 || humps == 1 && text.count >= 10
    }

    /// Returns whether a text is a single word, or several, with a number at the end: "Name2", "Text Field 14".
    ///
    /// Not a regular expression: the words of a long tooltip can be divided in too many ways.
    private static func isNumbered(_ text: String) -> Bool {
        var rest = text[...]
        if let index = rest.firstMatch(of: /\[\d+\]$/) { rest = rest[..<index.range.lowerBound] }
        let words = rest.dropLast(rest.reversed().prefix { "0"..."9" ~= $0 }.count)
        guard words.count < rest.count, let first = words.first, first.isLetter || first == "#" else { return false }
        let bare = words.last.map(isSeparator) == true ? words.dropLast() : words
        return bare.split(omittingEmptySubsequences: false, whereSeparator: isSeparator).enumerated().allSatisfy {
            let letters = $0 == 0 ? $1.drop { $0 == "#" } : $1
            return !$1.isEmpty && letters.allSatisfy(\.isLetter)
        }
    }

    private static func isSeparator(_ character: Character) -> Bool { " _.-".contains(character) }

    private static func lastPart(of name: String) -> String {
        let last = name.split(separator: ".").last.map(String.init) ?? name
        return last.replacing(/\[\d+\]$/, with: "")
    }

    /// What programs call a field until somebody names it, in lower case and without numbers, spaces and signs.
    private static let defaults: Set<String> = [
        "undefined", "null", "untitled", "unnamed", "noname", "text", "textfield", "textbox", "checkbox",
        "checkboxfield",
        "radiobutton", "radiobuttons", "radiobuttonlist", "radiogroup", "optionbutton", "button", "pushbutton",
        "dropdown",
        "dropdownlist", "combobox", "listbox", "choicefield", "datefield", "datetimefield", "numericfield",
        "numberfield", "decimalfield", "passwordfield", "imagefield", "signaturefield", "barcodefield", "formfield",
        "textformfield", "checkboxformfield", "fill", "field", "tooltip",
        "textfeld", "kontrollkästchen", "optionsfeld", "optionsfeldliste", "kombinationsfeld", "listenfeld",
        "formularfeld", "champ", "champtexte", "zonedetexte", "caseàcocher", "boutonradio",
        "campo", "campodetexto", "casilladeverificación", "botóndeopción",
    ]

    /// The same for names that are words for people unless they end in a number.
    private static let numberedDefaults: Set<String> = [
        "signature", "group", "image", "cell", "feld", "texte", "date", "check", "box", "radio", "number", "list",
        "unterschrift", "firma", "texto",
    ]
}
