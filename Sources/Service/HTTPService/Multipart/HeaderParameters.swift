import Foundation

/// A header field value with parameters, such as `form-data; name="file"; filename="w9.pdf"`.
package struct HeaderParameters: Sendable, Hashable {
    /// The text before the first semicolon.
    package let value: String
    private let parameters: [String: String]

    /// Parses a value, and skips malformed parameters.
    package init(_ text: String) {
        var rest = text[...]
        value = String(rest.prefix { $0 != ";" }).trimmingCharacters(in: .whitespaces)
        rest = rest.drop { $0 != ";" }
        var parameters: [String: String] = [:]
        while rest.popFirst() != nil {
            let name = rest.prefix { $0 != "=" && $0 != ";" }.trimmingCharacters(in: .whitespaces).lowercased()
            rest = rest.drop { $0 != "=" && $0 != ";" }
            guard rest.first == "=" else { continue }
            rest = rest.dropFirst().drop { $0 == " " || $0 == "\t" }
            let text = rest.first == "\"" ? Self.quoted(&rest) : Self.token(&rest)
            rest = rest.drop { $0 != ";" }
            if !name.isEmpty, parameters[name] == nil { parameters[name] = text }
        }
        self.parameters = parameters
    }

    /// Returns a parameter by its lower-case name.
    ///
    /// If the name ends in `*`, the value is decoded (RFC 8187, UTF-8 only).
    package subscript(name: String) -> String? {
        guard let text = parameters[name] else { return nil }
        guard name.hasSuffix("*") else { return text }
        let parts = text.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].lowercased() == "utf-8" else { return nil }
        return String(parts[2]).removingPercentEncoding
    }

    private static func token(_ rest: inout Substring) -> String {
        let token = rest.prefix { $0 != ";" }
        rest = rest.dropFirst(token.count)
        return token.trimmingCharacters(in: .whitespaces)
    }

    /// Parses a quoted string.
    ///
    /// Browsers write a quotation mark in a name as `%22`, other clients as `\"`.
    private static func quoted(_ rest: inout Substring) -> String {
        rest.removeFirst()
        var text = ""
        while let character = rest.popFirst() {
            if character == "\"" { break }
            if character == "\\", rest.first == "\"" || rest.first == "\\" {
                text.append(rest.removeFirst())
            } else {
                text.append(character)
            }
        }
        return text.replacing("%22", with: "\"")
    }
}
