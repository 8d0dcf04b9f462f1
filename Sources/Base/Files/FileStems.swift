import Foundation

/// Readable file names, unique on every system.
package struct FileStems: Sendable {
    private var used: Set<String> = []

    /// The characters that are forbidden in names on common file systems.
    private static let separators = Set<Unicode.Scalar>("/\\:*?\"<>|".unicodeScalars)
    private static let longest = 80
    private static let longestBytes = 160

    package init() {}

    /// Returns a new name without suffix, as close as possible to a text.
    ///
    /// The text is, for example, `2025-06-01 Ada - Sun over the sea`.
    package mutating func stem(_ text: String) -> String {
        let plain = Self.plain(text)
        var stem = plain
        var number = 1
        // Some systems distinguish neither case nor the encoding of accents.
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
                // Joiners hold emoji and letters together. Other marks could reverse the text.
                if scalar == "\u{200D}" || scalar == "\u{200C}" { scalars.append(scalar) } else { scalars.append(" ") }
            default: scalars.append(separators.contains(scalar) ? " " : scalar)
            }
        }
        var name = String(scalars).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        // A name with a leading dot would be hidden.
        name = String(name.drop { $0 == "." || $0 == " " }.prefix(longest))
        while name.utf8.count > longestBytes { name.removeLast() }
        while let last = name.last, last == "." || last == " " { name.removeLast() }
        return name.isEmpty ? "Untitled" : name
    }
}
