import Foundation
import Families

/// Names of files that people understand, each different from the others on every system.
struct FileStems {
    private var used: Set<String> = []

    /// What no file system, or one of the usual ones, has in a name.
    private static let separators = Set<Unicode.Scalar>("/\\:*?\"<>|".unicodeScalars)
    private static let longest = 80
    private static let longestBytes = 160

    /// Returns a name without suffix that was not returned before, as close as possible to a text such as
    /// `2025-06-01 Ada - Sun over the sea`.
    mutating func stem(_ text: String) -> String {
        let plain = Self.plain(text)
        var stem = plain
        var number = 1
        // Some systems tell neither capitals from small letters nor accents apart from letters with accents.
        while !used.insert(stem.lowercased()).inserted {
            number += 1
            stem = "\(plain) \(number)"
        }
        return stem
    }

    private static func plain(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in text.precomposedStringWithCanonicalMapping.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .format, .surrogate, .unassigned, .privateUse, .lineSeparator, .paragraphSeparator:
                // Joiners hold emoji and letters together; other marks could turn the text around.
                if scalar == "\u{200D}" || scalar == "\u{200C}" { scalars.append(scalar) } else { scalars.append(" ") }
            default: scalars.append(separators.contains(scalar) ? " " : scalar)
            }
        }
        var name = String(scalars).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        // A name that begins with a dot is hidden.
        name = String(name.drop { $0 == "." || $0 == " " }.prefix(longest))
        while name.utf8.count > longestBytes { name.removeLast() }
        while let last = name.last, last == "." || last == " " { name.removeLast() }
        return name.isEmpty ? "Untitled" : name
    }
}
