import Mustache

/// Escapes text for HTML by Unicode scalar.
///
/// The library escapes by `Character`, so it misses a quotation mark with a combining mark after it, which still ends
/// the attribute in a browser.
struct HTMLText: MustacheContentType {
    private static let name = "HTML-SCALARS"

    /// Creates a template with values escaped this way.
    static func template(_ text: String) throws -> MustacheTemplate {
        MustacheContentTypes.register(HTMLText(), named: name)
        return try MustacheTemplate(string: "{{% CONTENT_TYPE: \(name)}}\n" + text)
    }

    func escapeText(_ text: String) -> String {
        // Most texts have nothing to escape, and looking at their bytes takes a fraction of the time.
        guard text.utf8.contains(where: { Self.isSpecial($0) }) else { return text }
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

    private static func isSpecial(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "&"), UInt8(ascii: "\""), UInt8(ascii: "'"): true
        default: false
        }
    }
}
