import Foundation
import QPDF

/// A call in a script of one of Acrobat's functions for fields.
///
/// An example is `AFNumber_Format(2, 0, 0, 0, "$", true);`. The script is not run; only calls with literal arguments
/// are found.
struct AcrobatCall {
    var name: String
    var arguments: [Argument]

    enum Argument: Hashable {
        case text(String)
        case number(Int)
        case flag(Bool)
        case list([String])

        var text: String? { if case .text(let text) = self { text } else { nil } }
        var number: Int? { if case .number(let number) = self { number } else { nil } }
        var flag: Bool? { if case .flag(let flag) = self { flag } else { nil } }
        /// The names of fields, given as a list or as text with commas.
        var list: [String]? {
            switch self {
            case .list(let list): list
            case .text(let text): text.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
            case .number, .flag: nil
            }
        }
    }

    /// Maximum length in bytes of a script to parse.
    static let longest = PDFFile.longestScript

    /// Finds the first parsable call of one of the functions, or returns nil.
    init?(of names: [String], in script: String) {
        guard script.utf8.count <= Self.longest, let start = script.range(of: "AF")?.lowerBound else { return nil }
        for name in names {
            guard let range = script.range(of: name, range: start..<script.endIndex) else { continue }
            var rest = script[range.upperBound...].drop(while: \.isWhitespace)
            guard rest.first == "(" else { continue }
            rest.removeFirst()
            guard let arguments = Self.arguments(&rest) else { continue }
            self.name = name
            self.arguments = arguments
            return
        }
        return nil
    }

    subscript(place: Int) -> Argument? { arguments.indices.contains(place) ? arguments[place] : nil }

    private static func arguments(_ rest: inout Substring) -> [Argument]? {
        var arguments: [Argument] = []
        while true {
            rest = rest.drop(while: \.isWhitespace)
            if rest.first == ")" { return arguments }
            guard let argument = argument(&rest) else { return nil }
            arguments.append(argument)
            rest = rest.drop(while: \.isWhitespace)
            if rest.first == "," { rest.removeFirst() } else if rest.first != ")" { return nil }
        }
    }

    private static func argument(_ rest: inout Substring) -> Argument? {
        guard let first = rest.first else { return nil }
        if first == "\"" || first == "'" { return string(&rest).map(Argument.text) }
        if first == "[" { return list(&rest, until: "]") }
        let word = rest.prefix { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "." }
        rest = rest.dropFirst(word.count)
        switch word {
        case "true": return .flag(true)
        case "false": return .flag(false)
        case "new":
            rest = rest.drop(while: \.isWhitespace)
            guard rest.hasPrefix("Array") else { return nil }
            rest = rest.dropFirst("Array".count).drop(while: \.isWhitespace)
            return list(&rest, until: ")")
        default: return Int(word).map(Argument.number)
        }
    }

    private static func list(_ rest: inout Substring, until end: Character) -> Argument? {
        guard !rest.isEmpty else { return nil }
        rest.removeFirst()
        var items: [String] = []
        while let first = rest.first {
            if first == end {
                rest.removeFirst()
                return .list(items)
            }
            if first == "," || first.isWhitespace {
                rest.removeFirst()
            } else if let item = string(&rest) {
                items.append(item)
            } else {
                return nil
            }
        }
        return nil
    }

    /// Parses the only argument of a call after its opening bracket.
    ///
    /// - Returns: nil if the argument is not a string literal.
    static func onlyText(_ rest: inout Substring) -> String? {
        rest = rest.drop(while: \.isWhitespace)
        guard let text = string(&rest) else { return nil }
        rest = rest.drop(while: \.isWhitespace)
        return rest.first == ")" ? text : nil
    }

    private static func string(_ rest: inout Substring) -> String? {
        guard let quote = rest.popFirst(), quote == "\"" || quote == "'" else { return nil }
        var text = ""
        while let character = rest.popFirst() {
            if character == quote { return text }
            guard character == "\\" else {
                text.append(character)
                continue
            }
            guard let escaped = rest.popFirst() else { return nil }
            if escaped == "u" || escaped == "x" {
                let digits = rest.prefix(escaped == "u" ? 4 : 2)
                rest = rest.dropFirst(digits.count)
                guard let scalar = UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init) else { return nil }
                text.unicodeScalars.append(scalar)
            } else {
                text.append(escaped == "n" || escaped == "t" ? " " : escaped)
            }
        }
        return nil
    }
}
