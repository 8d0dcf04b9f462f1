import Mustache

/// Text in HTML, escaped by Unicode scalar.
///
/// The library escapes by `Character`, so a quotation mark that is followed by a combining mark is none to it, while to a
/// browser it ends the attribute.
struct HTMLText: MustacheContentType {
    private static let name = "HTML-SCALARS"

    /// A template whose values are escaped this way.
    static func template(_ text: String) throws -> MustacheTemplate {
        MustacheContentTypes.register(HTMLText(), named: name)
        return try MustacheTemplate(string: "{{% CONTENT_TYPE: \(name)}}\n" + text)
    }

    func escapeText(_ text: String) -> String {
        var escaped = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "<": escaped.append(contentsOf: "&lt;".unicodeScalars)
            case ">": escaped.append(contentsOf: "&gt;".unicodeScalars)
            case "&": escaped.append(contentsOf: "&amp;".unicodeScalars)
            case "\"": escaped.append(contentsOf: "&quot;".unicodeScalars)
            case "'": escaped.append(contentsOf: "&#39;".unicodeScalars)
            default: escaped.append(scalar)
            }
        }
        return String(escaped)
    }
}
