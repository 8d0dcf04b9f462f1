public import Foundation

extension ExistingValues {
    /// The formats in which values are written; `formwright fill --values` reads all of them.
    public enum Format: String, Sendable, Hashable, CaseIterable {
        /// The formats of values files: an object with field names as keys.
        case json, yaml
        /// The Forms Data Format, in PDF syntax (ISO 32000-1, 12.7.7) and XML (ISO 19444-1).
        case fdf, xfdf

        /// Creates the format for a file extension, ignoring case; `nil` if it is unknown.
        public init?(fileExtension: String) {
            let lowercase = fileExtension.lowercased()
            self.init(rawValue: lowercase == "yml" ? "yaml" : lowercase)
        }
    }

    /// Returns the values as a file; equal values give equal bytes.
    public func data(as format: Format) -> Data {
        let text =
            switch format {
            case .json: json
            case .yaml: yaml
            case .fdf: FDFText.text(of: self)
            case .xfdf: XFDFText.text(of: self)
            }
        return Data(text.utf8)
    }

    private var json: String {
        let members = fields.map { "    \(Self.quoted($0.name)): \(Self.literal($0.value))" }
        return members.isEmpty ? "{}\n" : "{\n\(members.joined(separator: ",\n"))\n}\n"
    }

    private var yaml: String {
        fields.isEmpty ? "{}\n" : fields.map { "\(Self.quoted($0.name)): \(Self.literal($0.value))\n" }.joined()
    }

    /// Returns a value in JSON, which is also valid YAML.
    private static func literal(_ value: Value) -> String {
        switch value {
        case .text(let text): quoted(text)
        case .box(let isOn, _): isOn ? "true" : "false"
        case .state(let state): quoted(state ?? "")
        case .choices(let choices) where choices.count < 2: quoted(choices.first?.shown ?? "")
        case .choices(let choices): "[\(choices.map { quoted($0.shown) }.joined(separator: ", "))]"
        }
    }

    /// Returns a JSON string; characters that YAML forbids in quotes are escaped too.
    private static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": result += "\\\(scalar)"
            case "\n": result += "\\n"
            case "\t": result += "\\t"
            case "\u{0}"..<" ", "\u{7F}"..<"\u{A0}", "\u{2028}", "\u{2029}", "\u{FEFF}", "\u{FFFE}", "\u{FFFF}":
                let digits = String(scalar.value, radix: 16, uppercase: true)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
