import Foundation

/// The date format of a form, read from hints such as `MM/DD/YYYY` beside the field.
struct DateStyle {
    private enum Part {
        case day, month, year, shortYear
    }

    private var parts: [Part]
    private var separator: String

    /// Finds a hint in a caption; nil if there is none.
    init?(hint: String) {
        guard let match = hint.firstMatch(of: /\b(mm|dd|yyyy)([\/\-. ]?)(mm|dd)\2(yyyy|yy|dd)\b/.ignoresCase()) else {
            return nil
        }
        parts = [match.1, match.3, match.4].map { part in
            switch part.lowercased() {
            case "dd": .day
            case "mm": .month
            case "yy": .shortYear
            default: .year
            }
        }
        guard Set(parts).count == 3 else { return nil }
        separator = String(match.2)
    }

    /// Converts an ISO 8601 date (`2026-01-31`) to this format; any other text is returned unchanged.
    func formatted(_ text: String) -> String {
        guard let date = ISODate(text) else { return text }
        return parts.map { part in
            switch part {
            case .day: String(format: "%02d", date.day)
            case .month: String(format: "%02d", date.month)
            case .year: String(format: "%04d", date.year)
            case .shortYear: String(format: "%02d", date.year % 100)
            }
        }.joined(separator: separator)
    }
}

/// A calendar date in ISO 8601 notation.
private struct ISODate {
    var year: Int
    var month: Int
    var day: Int

    init?(_ text: String) {
        guard let match = text.wholeMatch(of: /(\d{4})-(\d{2})-(\d{2})/), let year = Int(match.1),
            let month = Int(match.2), let day = Int(match.3), (1...12).contains(month), (1...31).contains(day)
        else { return nil }
        self.year = year
        self.month = month
        self.day = day
    }
}
