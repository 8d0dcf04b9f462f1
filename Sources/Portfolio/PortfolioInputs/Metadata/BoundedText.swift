import Values
import Portfolio

/// Texts of unknown origin, made fit to be kept.
package enum BoundedText {
    /// The number of characters of a caption or an alternative text.
    package static let caption = 1_000
    /// The number of keywords, and of the characters of one.
    package static let keywords = 50
    package static let keyword = 64

    /// Returns a text on one line without control characters, cut to a number of characters; `nil` if nothing is left.
    package static func line(_ text: String?, _ limit: Int) -> String? {
        // Before anything else, since a character may consist of thousands of Unicode characters.
        guard let scalars = text?.unicodeScalars.prefix(limit * 8) else { return nil }
        var clean = ""
        var isSpaced = false
        for scalar in scalars.lazy.map({ $0.ofSymbolFont ?? $0 }) {
            switch scalar.properties.generalCategory {
            case .control where !scalar.properties.isWhitespace: continue
            case .format where scalar != "\u{200D}" && scalar != "\u{200C}": continue
            case .unassigned, .surrogate, .privateUse: continue
            default: break
            }
            if scalar.properties.isWhitespace {
                isSpaced = !clean.isEmpty
            } else {
                if isSpaced { clean.unicodeScalars.append(" ") }
                isSpaced = false
                clean.unicodeScalars.append(scalar)
            }
        }
        let cut = String(clean.prefix(limit))
        return cut.isEmpty ? nil : cut
    }

    /// Returns keywords without repetitions, at most as many as are kept.
    package static func keywords(_ words: [String]) -> [String] {
        var kept: [String] = []
        for word in words.prefix(keywords * 4) where kept.count < keywords {
            if let word = line(word, keyword), !kept.contains(word) { kept.append(word) }
        }
        return kept
    }

    /// Returns the day of a date such as `2026-01-31T09:30:00` or `20260131`, as `2026-01-31`; `nil` if it is none.
    package static func day(_ text: String?) -> String? {
        guard let match = text?.prefixMatch(of: /\s*(\d{4})[-:]?(\d\d)[-:]?(\d\d)(?!\d)/),
            let year = Int(match.1), let month = Int(match.2), let day = Int(match.3), year > 1800,
            CalendarDay(year: year, month: month, day: day) != nil
        else { return nil }
        return "\(match.1)-\(match.2)-\(match.3)"
    }
}
