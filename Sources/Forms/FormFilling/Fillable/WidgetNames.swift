import Foundation

/// Generates names for AcroForm fields from printed text: `last_name`.
struct WidgetNames {
    private var taken: Set<String>
    /// The number of labels that produce each name.
    private let wanted: [String: Int]

    /// Maximum number of characters of a name before a number is added.
    private static let lengthLimit = 48

    /// Prepares names for fields with these labels.
    ///
    /// - Parameters:
    ///   - labels: the labels of all fields.
    ///   - taken: names that already exist in the form.
    init(labels: [String], taken: Set<String>) {
        self.taken = taken
        wanted = Dictionary(labels.map { (Self.words($0), 1) }, uniquingKeysWith: +)
    }

    /// Returns a unique name.
    ///
    /// It includes the section if several fields have the same label.
    mutating func name(label: String, section: String?) -> String {
        var name = Self.words(label)
        if let section, wanted[name, default: 0] > 1 {
            let words = Self.words(section)
            if !words.isEmpty { name = "\(words.prefix(Self.lengthLimit / 2))_\(name)" }
        }
        name = Self.shortened(name)
        if name.isEmpty { name = "field" }
        let unique = taken.contains(name) ? (2...).lazy.map { "\(name)_\($0)" }.first { !taken.contains($0) } : name
        taken.insert(unique ?? name)
        return unique ?? name
    }

    /// Returns the letters and digits of a text in lower case, joined by underscores.
    ///
    /// Accents are removed.
    static func words(_ text: String) -> String {
        text.folding(options: [.diacriticInsensitive, .widthInsensitive], locale: nil).lowercased()
            .replacing("'", with: "").replacing("’", with: "")
            .split { !$0.isLetter && !$0.isNumber }.joined(separator: "_")
    }

    private static func shortened(_ name: String) -> String {
        guard name.count > lengthLimit else { return name }
        let start = name.prefix(lengthLimit)
        // Whole words, unless the first is too long.
        let end = start.lastIndex(of: "_").map { start[..<$0] } ?? start
        return String(end)
    }

    /// Returns names for the states of a group's buttons.
    ///
    /// They are ASCII, since programs differ in how they read other characters.
    static func states(_ options: [String]) -> [String] {
        var taken: Set<String> = ["Off"]
        return options.enumerated().map { place, option in
            let words = option.folding(options: [.diacriticInsensitive, .widthInsensitive], locale: nil)
                .split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }.joined(separator: "_")
            let name = words.count > lengthLimit ? shortened(words) : words
            let state = name.isEmpty || taken.contains(name) ? "Choice\(place + 1)" : name
            taken.insert(state)
            return state
        }
    }
}
