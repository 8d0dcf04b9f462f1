import Foundation
import Values

/// Writes texts into YAML.
enum YAMLText {
    /// Maximum length of a comment in Unicode scalars.
    private static let commentLength = 100

    /// Returns a text on one line, without characters that YAML does not allow.
    static func comment(_ text: String) -> String {
        let line = String(String.UnicodeScalarView(text.unicodeScalars.map { $0.isUnprintable ? " " : $0 }))
        return line.split(separator: " ").joined(separator: " ").abridged(to: commentLength)
    }

    /// Returns a text as a double-quoted YAML scalar.
    static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": quoted += "\\" + String(scalar)
            case _ where scalar.isUnprintable: quoted += String(format: "\\U%08X", scalar.value)
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
