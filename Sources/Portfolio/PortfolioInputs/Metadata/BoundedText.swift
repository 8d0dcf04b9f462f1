import Values
import Portfolio

/// Sanitises texts of unknown origin for storage.
package enum BoundedText {
    /// The maximum length of a caption or alternative text in characters.
    package static let caption = 1_000
    /// The maximum number of keywords, and the maximum length of one.
    package static let keywords = 50
    package static let keyword = 64

    /// Returns a text on one line without control characters, cut to a length.
    ///
    /// `nil` if nothing remains.
    package static func line(_ text: String?, _ limit: Int) -> String? {
        // First, because a character may consist of thousands of scalars.
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

    /// Returns distinct keywords, up to the maximum number.
    package static func keywords(_ words: [String]) -> [String] {
        var kept: [String] = []
        for word in words.prefix(keywords * 4) where kept.count < keywords {
            if let word = line(word, keyword), !kept.contains(word) { kept.append(word) }
        }
        return kept
    }

    /// Returns the day of a date as `2026-01-31`, or `nil` if malformed.
    ///
    /// The date is, for example, `2026-01-31T09:30:00` or `20260131`.
    package static func day(_ text: String?) -> String? {
        guard let match = text?.prefixMatch(of: /\s*(\d{4})[-:]?(\d\d)[-:]?(\d\d)(?!\d)/),
            let year = Int(match.1), let month = Int(match.2), let day = Int(match.3), year > 1800,
            CalendarDay(year: year, month: month, day: day) != nil
        else { return nil }
        return "\(match.1)-\(match.2)-\(match.3)"
    }
}
