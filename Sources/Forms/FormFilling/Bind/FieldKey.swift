import Foundation

/// A parsed key: `p3:Date#2` is the second field labelled "Date" on page 3.
struct FieldKey {
    /// The ID, name or label.
    var text: String
    /// The page (0-based), if the key names one.
    var page: Int?
    /// The ordinal (1-based), if the key has one.
    var ordinal: Int?

    init(_ key: String) {
        text = key
        // `Regex` is not Sendable, so each literal is created where it is used.
        if let match = key.wholeMatch(of: /[pP](\d{1,6}):(.+)/), let number = Int(match.1), number > 0 {
            page = number - 1
            text = String(match.2)
        }
        // Parsed by hand, because a regular expression would backtrack over all pairs of spaces.
        guard let sign = text.lastIndex(of: "#"), let end = text[..<sign].lastIndex(where: { !$0.isWhitespace }) else {
            return
        }
        let digits = text[sign...].dropFirst()
        guard (1...6).contains(digits.utf8.count), digits.allSatisfy({ $0.isASCII && $0.isNumber }),
            let number = Int(digits), number > 0
        else { return }
        ordinal = number
        text = String(text[...end])
    }

    /// The sections and the label, if the text is a path.
    ///
    /// Such a path is `About Debtor 2 / Suffix`.
    var path: (section: [String], text: String)? {
        let parts = text.components(separatedBy: " / ")
        guard parts.count > 1, let label = parts.last else { return nil }
        return (Array(parts.dropLast()), label)
    }
}
